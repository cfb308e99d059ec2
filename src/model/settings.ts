import type { JsonObject } from './json.ts'

/**
 * What applies to every request of a suite or a run; a step's own word wins over the suite's, and the suite's over the
 * configuration's. Values may still hold `{{name}}`.
 */
export interface Settings {
  /** Milliseconds a request may take. */
  readonly timeout?: number
  /** Sent with every request that does not set the same header. */
  readonly headers?: JsonObject
  /** `{ bearer }`, `{ basic }`, `{ api-key }` or `none`, as in the suite language. */
  readonly auth?: JsonObject | 'none'
  /** Whether the steps after a failed one are skipped. */
  readonly stopOnFailure?: boolean
}
