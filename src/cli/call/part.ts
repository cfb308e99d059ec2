import type { JsonObject } from '../../model/json.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import type { Argument } from '../../parse/argument-source.ts'
import { shellQuote } from '../../report/curl/shell-quote.ts'

/** Keys of a step that some arguments give, and which gave which. */
export interface Part {
  readonly keys: JsonObject
  readonly given: readonly Argument[]
  readonly problems: readonly Problem[]
}

/** The empty part, without any argument. */
export const nothing: Part = { keys: {}, given: [], problems: [] }

/** Keys given by arguments. */
export function part(keys: JsonObject, ...given: readonly Argument[]): Part {
  return { keys, given, problems: [] }
}

/** Arguments that give nothing because they are wrong. */
export function refused(...problems: readonly Problem[]): Part {
  return { ...nothing, problems }
}

/** An argument that cannot be understood; to be reported without its value when that may be a secret. */
export function misused(message: string, hint?: string): Part {
  return refused(usageProblem(message, hint))
}

/** All parts as one; a later key takes the place of an earlier one. */
export function together(parts: readonly Part[]): Part {
  return {
    keys: Object.assign({}, ...parts.map(({ keys }) => keys)) as JsonObject,
    given: parts.flatMap(({ given }) => given),
    problems: parts.flatMap(({ problems }) => problems),
  }
}

/** The part with a warning of what it was made of. */
export function warned(made: Part, warning: Problem | undefined): Part {
  const [first, ...others] = made.given
  return first === undefined || warning === undefined
    ? made
    : { ...made, given: [{ ...first, warning }, ...others] }
}

/** An argument as it may have been typed, and the part of the step that it gives. */
export function argument(option: string, value: string | undefined, ...path: DocumentPath): Argument {
  return { text: value === undefined ? option : `${option} ${shellQuote(value)}`, path }
}
