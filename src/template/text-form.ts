import type { JsonValue } from '../model/json.ts'

/** How a value is written inside a longer text: texts as they are, everything else as compact JSON. */
export function textForm(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
