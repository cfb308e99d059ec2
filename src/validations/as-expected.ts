import type { JsonValue } from '../model/json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { valueText } from '../util/value-text.ts'
import type { Actual } from './operator.ts'
import { expectedNumber } from './to-number.ts'
import { ExactNumber, isNumber, plainNumber } from '../util/exact-number.ts'

/**
 * The rule of `equals`: a text compares with the value's text (`"1"` holds for 1, as data rows need), anything else
 * compares as JSON, by value. A value that can only be text compares as text with everything; null in its place is null alone.
 * The text of a number is what is written, "12.00", and without what does not change it, "12".
 */
export function asExpected({ value, textual, alias }: Actual, expected: JsonValue): boolean {
  if (value === expected && typeof value === 'string') return true
  // Where only text can be, nothing is not the text of it.
  if (textual && value === null) return expected === null
  if (textual || typeof expected === 'string')
    return (
      valueText(value) === valueText(expected) ||
      (alias !== undefined && alias === expected) ||
      (value instanceof ExactNumber && valueText(plainNumber(value)) === expected)
    )
  return jsonEqual(value, expected)
}

/**
 * Why a value that is not as expected only differs by its type: it is the text of the number or boolean, `"36"` and not 36,
 * or the boolean that a word means in YAML 1.1. Then the opposite proves nothing, either.
 */
export function onlyOfOtherType({ value, textual }: Actual, expected: JsonValue): string | undefined {
  if (textual) {
    const read = isNumber(expected) && value !== valueText(expected) ? expectedNumber(value) : undefined
    return read !== undefined && jsonEqual(read, expected)
      ? `is the number ${valueText(expected)}; write ${JSON.stringify(value)}`
      : undefined
  }
  if (typeof value === 'boolean')
    return typeof expected === 'string' && (value ? yes : no).test(expected)
      ? `is the boolean ${String(value)}; write ${String(value)}`
      : undefined
  if (typeof value !== 'string') return undefined
  const number = isNumber(expected) ? expectedNumber(value) : undefined
  const isSame =
    number === undefined
      ? typeof expected === 'boolean' && value === valueText(expected)
      : jsonEqual(number, expected)
  return isSame ? `is the text ${JSON.stringify(value)}; write ${JSON.stringify(value)}` : undefined
}

const yes = /^(?:yes|on|true)$/i
const no = /^(?:no|off|false)$/i

/** True where a value is as expected, but perhaps for its type. */
export function seemsExpected(actual: Actual, expected: JsonValue): boolean {
  return asExpected(actual, expected) || onlyOfOtherType(actual, expected) !== undefined
}
