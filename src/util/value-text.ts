import type { JsonValue } from './json-value.ts'

/** A value as text: text as it is, anything else as compact JSON. */
export function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
