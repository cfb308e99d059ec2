import type { JsonValue } from '../model/json.ts'
import { cutText } from '../util/cut-text.ts'
import { valueText } from '../util/value-text.ts'

/** A value as failure texts show it: text bare, anything else as JSON, at most 200 characters. */
export function printValue(value: JsonValue): string {
  return value === '' ? '""' : cutText(valueText(value), 200)
}
