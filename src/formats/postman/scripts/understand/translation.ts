import type { JsonObject, JsonValue } from '../../../../model/json.ts'

/** What a script of Postman became. Everything in the suite language; what could not be said there stays a script. */
export interface Translation {
  /** Each with the `name` of its `pm.test`, where it had one. */
  readonly validations: readonly JsonObject[]
  readonly extracts: Readonly<Record<string, JsonValue>>
  /** Variables to set before the request is sent: the step's `variables`. */
  readonly variables: JsonObject
  /** The script without what was translated; empty when all of it was. */
  readonly rest: string
  /** Every statement with an effect, in its order. */
  readonly statements: readonly TranslatedStatement[]
}

/** One statement of a script, and what became of it. */
export interface TranslatedStatement {
  /** From 1. */
  readonly line: number
  /** Its first line, cut to 80 characters. */
  readonly text: string
  /** `script`: it is still run as a script. `nothing`: it had no effect to keep, such as `console.log`. */
  readonly became: 'validation' | 'extract' | 'variable' | 'script' | 'nothing'
  /** Why it stays a script. */
  readonly reason?: string
}
