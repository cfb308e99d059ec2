import type { JsonObject } from '../model/json.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import { shellQuote } from '../util/shell-quote.ts'
import type { Argument } from './argument-source.ts'

/** Something that is left out or done otherwise, and why. */
export interface Remark {
  readonly what: string
  readonly why: string
  /** Where it can be typed in another way: how. To one who types it, the remark is a problem. */
  readonly hint?: string
}

/** Keys of a step that some arguments give, and which gave which. */
export interface Part {
  readonly keys: JsonObject
  readonly given: readonly Argument[]
  readonly problems: readonly Problem[]
  readonly remarks?: readonly Remark[]
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
    remarks: parts.flatMap(({ remarks = [] }) => remarks),
  }
}

/** An argument as it may have been typed, and the part of the step that it gives. */
export function argument(option: string, value: string | undefined, ...path: DocumentPath): Argument {
  return { text: value === undefined ? option : `${option} ${shellQuote(value)}`, path }
}

/** A step with its keys in the order people write them; those that are in neither list stand between. */
export function orderedStep(step: JsonObject): JsonObject {
  const keys = Object.keys(step)
  const middle = keys.filter(key => !first.includes(key) && !last.includes(key))
  const ordered = [...first, ...middle, ...last].filter(key => keys.includes(key))
  return Object.fromEntries(ordered.map(key => [key, step[key] ?? null]))
}

const first = ['name', 'request', 'headers', 'query', 'auth']
const last = ['timeout', 'retry', 'validations', 'extracts']
