import { ExactNumber, writeJson } from './exact-number.ts'
import type { JsonValue } from './json-value.ts'

/** A value as text: text as it is, a number as it was written, anything else as compact JSON. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string') return value
  return value instanceof ExactNumber ? value.text : writeJson(value)
}
