import type { JsonValue } from '../model/json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { valueText } from '../util/value-text.ts'
import type { Actual } from './operator.ts'

/**
 * The rule of `equals`: a text compares with the value's text (`"1"` holds for 1, as data rows need), anything else
 * compares as JSON, by value. A value that can only be text compares as text with everything.
 */
export function asExpected({ value, textual, alias }: Actual, expected: JsonValue): boolean {
  if (textual || typeof expected === 'string')
    return valueText(value) === valueText(expected) || (alias !== undefined && alias === expected)
  return jsonEqual(value, expected)
}

/**
 * Why a value that is not as expected only differs by its type: it is the text of the number or boolean, `"36"` and not 36.
 * Then the opposite proves nothing, either.
 */
export function onlyOfOtherType({ value, textual }: Actual, expected: JsonValue): string | undefined {
  const isPlain = typeof expected === 'number' || typeof expected === 'boolean'
  if (textual || typeof value !== 'string' || !isPlain || value !== valueText(expected)) return undefined
  return `is the text ${JSON.stringify(value)}; write ${JSON.stringify(value)}`
}

/** Whether a value is as expected, but perhaps for its type. */
export function seemsExpected(actual: Actual, expected: JsonValue): boolean {
  return asExpected(actual, expected) || onlyOfOtherType(actual, expected) !== undefined
}
