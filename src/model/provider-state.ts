import type { JsonObject } from './json.ts'

/** The state that a provider must be brought to before a request of a pact. */
export interface ProviderState {
  readonly name: string
  readonly params: JsonObject
}
