import type { Exemptions } from './exemption.ts'
import type { JsonObject } from './json.ts'
import type { Scripts } from './script.ts'

/**
 * The settings of every request of a suite or a run; a step's own setting wins over the suite's, and the suite's over
 * the configuration's. Values may still hold `{{name}}`.
 */
export interface Settings {
  /** Milliseconds a request may take. */
  readonly timeout?: number
  /** Sent with every request that does not set the same header. */
  readonly headers?: JsonObject
  /** `{ bearer }`, `{ oauth2 }` and the like, or `none`, as in the suite language. */
  readonly auth?: JsonObject | 'none'
  /** How requests travel: `tls`, `proxy` and the like, as in the suite language. */
  readonly transport?: JsonObject
  /** Exemptions of every request, in runs that are held against a description. */
  readonly contract?: Exemptions
  /** The namespaces of prefixes in XPath. */
  readonly namespaces?: Readonly<Record<string, string>>
  /** Scripts that run around every request, the outer ones first. */
  readonly scripts?: Scripts
  /** True where the steps after a failed one are skipped. */
  readonly stopOnFailure?: boolean
  /** A variable that nothing sets makes the suite refused, or the validations fail that need it, or these and the steps that do. */
  readonly unsetVariables?: 'refuse' | 'fail' | 'fail-step'
}

/** True where a variable that nothing sets fails what it stands in, and not the suite. */
export function toleratesUnset({ unsetVariables = 'refuse' }: Settings): boolean {
  return unsetVariables !== 'refuse'
}
