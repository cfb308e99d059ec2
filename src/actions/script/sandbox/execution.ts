import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { ScriptLog } from '../../../model/result.ts'

/** A script and what it may see, in the words of Postman's sandbox. */
export interface Execution {
  readonly source: string
  /** As Postman calls before and after. */
  readonly target: 'prerequest' | 'test'
  readonly context: ExecutionContext
  /** The facts for `pm.info`. */
  readonly info: { readonly requestName: string; readonly iteration: number; readonly iterationCount: number }
  /** Milliseconds it may take. */
  readonly timeout: number
}

/** Variables by scope, and the request and its answer as Postman's collection format has them. */
export interface ExecutionContext {
  readonly environment: VariableList
  readonly collectionVariables: VariableList
  readonly globals: VariableList
  /** The variables that `pm.variables.set` has set. */
  readonly _variables: VariableList
  /** The data row. */
  readonly data: JsonObject
  readonly cookies: readonly JsonObject[]
  readonly request?: JsonObject
  readonly response?: { readonly stream: Uint8Array; readonly [key: string]: unknown }
}

export interface VariableList {
  readonly name?: string
  readonly values: readonly { readonly key: string; readonly value: JsonValue }[]
}

/** The requests that a script may make of the host while it runs; an answer is a value or throws an error with the reason. */
export interface ExecutionHost {
  /** `pm.sendRequest`: a request in, an answer out, in Postman's format. */
  sendRequest(request: JsonObject): Promise<Readonly<Record<string, unknown>>>
  /** A method of a tough-cookie store, on the cookies of the pass. */
  askCookies(method: string, args: readonly JsonValue[]): Promise<unknown>
}

/** How a script went. */
export interface Executed {
  readonly tests: readonly ScriptTest[]
  /** Errors that were thrown and not caught, or the reason why it was ended. */
  readonly errors: readonly ScriptError[]
  readonly logs: readonly ScriptLog[]
  /** The variables of each scope as the script left them; absent when it was ended. */
  readonly variables?: Readonly<Record<VariableScopeName, JsonObject>>
  /** The names that the script set in each scope, be it to the value that was there. */
  readonly assigned?: Readonly<Record<VariableScopeName, ReadonlySet<string>>>
  /** The request as the script left it. */
  readonly request?: JsonObject
  /** The name of the step to go on with; null for none. */
  readonly next?: string | null
  /** It asked for the request not to be sent. */
  readonly skips: boolean
  /** It did not come to its end: it stopped with an error, or was ended. What a callback throws later stops nothing. */
  readonly stopped: boolean
}

export const variableScopes = ['_variables', 'environment', 'collectionVariables', 'globals'] as const

export type VariableScopeName = (typeof variableScopes)[number]

/** One `pm.test`. */
export interface ScriptTest {
  readonly name: string
  readonly passed: boolean
  readonly skipped: boolean
  readonly error?: ScriptError
}

/** Why a script or a test failed. */
export interface ScriptError {
  /** `TypeError: x is not a function`. */
  readonly message: string
  /** The line of the script, from 1. */
  readonly line?: number
  readonly hint?: string
  /** It took too long. */
  readonly isLate?: true
}
