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
