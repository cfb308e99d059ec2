import { mayHoldChangedNumber } from '../util/parse-json.ts'
import type { JsonValue } from '../model/json.ts'

/** Numbers too large for JavaScript are text in `value`; a schema wants to see numbers, even if not exact. */
export function numbersAsSent(value: JsonValue, text: string): JsonValue {
  return mayHoldChangedNumber(text) ? (JSON.parse(text) as JsonValue) : value
}
