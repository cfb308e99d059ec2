import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Problem } from '../model/problem.ts'
import type { ProviderState } from '../model/provider-state.ts'
import type { MatchingRules } from './matching-rule.ts'

/** The expectations of one consumer of one provider, in one form for the versions 2, 3 and 4 of the specification. */
export interface Pact {
  readonly consumer: string
  readonly provider: string
  readonly version: PactVersion
  readonly interactions: readonly Interaction[]
  /** Rules that are never applied. */
  readonly warnings: readonly Problem[]
}

/** Versions of the specification that are read. */
export type PactVersion = 1 | 2 | 3 | 4

/** A request with the response that is expected, or something that is not checked here. */
export type Interaction = HttpInteraction | UnsupportedInteraction

interface NamedInteraction {
  readonly description: string
  readonly states: readonly ProviderState[]
  /** A failure of it does not count yet. */
  readonly pending: boolean
}

/** An interaction over HTTP, which can be verified. */
export interface HttpInteraction extends NamedInteraction {
  readonly kind: 'http'
  readonly request: PactRequest
  readonly response: PactResponse
}

/** An interaction that cannot be verified here, such as a message. */
export interface UnsupportedInteraction extends NamedInteraction {
  readonly kind: 'unsupported'
  /** Why it cannot be checked: `messages are not supported`. */
  readonly reason: string
}

/** The request that the consumer sends. */
export interface PactRequest extends PactPart {
  readonly method: string
  readonly path: string
  /** The values of each parameter, in their order. */
  readonly query: ReadonlyMap<string, readonly string[]>
}

/** The response that the consumer expects. */
export interface PactResponse extends PactPart {
  readonly status: number
}

/** The common parts of a request and a response. */
export interface PactPart {
  /** Each header's values; names as they were written. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: PactBody
  readonly rules: MatchingRules
  readonly generators: readonly Generator[]
}

/** `missing`: nothing is said of it. `null`: JSON null, or nothing. `empty`: no byte. */
export type PactBody =
  | { readonly kind: 'missing' | 'null' | 'empty' }
  | {
      readonly kind: 'present'
      readonly bytes: Uint8Array
      /** Given with the body; else the header says it, else the content. */
      readonly contentType?: string
    }

/** Where a value of the example is replaced before the request is sent. */
export interface Generator {
  readonly category: 'method' | 'path' | 'status' | 'header' | 'query' | 'body'
  /** As it was written: `$.id` in bodies, a name in headers and queries; empty for a path. */
  readonly place: string
  readonly type: string
  readonly settings: JsonObject
}

/** A value by its name in a state's answer. */
export type StateValues = Readonly<Record<string, JsonValue>>
