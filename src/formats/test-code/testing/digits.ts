import type { OperatorName } from '../../../model/expectation.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { ExactNumber } from '../../../util/exact-number.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { jsonEqual } from '../../../util/json-equal.ts'
import { jsonIn } from '../../../util/json-in.ts'

/** The operators that compare a number as its text. */
const textual: ReadonlySet<string> = new Set<OperatorName>([
  ...(['matches-regex', 'not-matches-regex', 'contains', 'not-contains'] as const),
  ...(['starts-with', 'ends-with'] as const),
])

/**
 * True where a test may judge an answer otherwise than a run because it cannot see digits: it has the nearest double of a
 * number, whose text is that of its language (docs/test-code.md), where a run has `1.0` as it was sent. This is so for
 * text of the body's JSON alone; the same number compared by its value is judged.
 */
export function looksAtDigits(answer: string, validation: JsonObject): boolean {
  return (
    hasDigits(jsonIn(answer) ?? null) &&
    Object.entries(validation).some(([target, expected]) => target.startsWith('$') && comparesText(expected))
  )
}

/**
 * True where what a function made of a number is the same number for a run and for a test, and differs in its digits
 * alone.
 */
export function differsInDigits(ours: JsonValue | undefined, theirs: unknown): boolean {
  if (typeof ours !== 'string' || typeof theirs !== 'string') return false
  const [kept, nearest] = [jsonIn(ours), jsonIn(theirs)]
  return kept !== undefined && nearest !== undefined && hasDigits(kept) && jsonEqual(kept, nearest)
}

/** True where a number of a value is written otherwise than its double. */
function hasDigits(value: JsonValue): boolean {
  if (value instanceof ExactNumber) return true
  return parts(value).some(hasDigits)
}

/** True where an expectation, or one of those in it, looks at a text. */
function comparesText(expected: JsonValue): boolean {
  if (!isObject(expected)) return false
  return Object.entries(expected).some(
    ([operator, operand]) => textual.has(operator) || comparesText(operand),
  )
}

function parts(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value
  return isObject(value) ? Object.values(value) : []
}
