import type { JsonValue } from '../model/json.ts'
import { cutText } from '../util/cut-text.ts'
import { valueText } from '../util/value-text.ts'

/** A value as failure texts show it: text bare, anything else as JSON, at most 200 characters (default). */
export function printValue(value: JsonValue, limit = 200): string {
  return value === '' ? '""' : cutText(valueText(value), limit)
}

/** The beginning of a value on one line, for a text that says what differs: the shorter, the more is said below it. */
export function printBeginning(value: JsonValue, below: readonly string[]): string {
  return printValue(valueText(value).slice(0, 1000).replace(/\s+/g, ' '), below.length === 0 ? 80 : 40)
}
