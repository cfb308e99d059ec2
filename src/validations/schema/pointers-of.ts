import type { JsonValue } from '../../model/json.ts'
import { escapePointerPart } from '../../util/json-pointer.ts'
import { encodePercent } from '../../util/encode-percent.ts'

/** Where each object and list inside a value is, as a JSON Pointer written for a URI's fragment; `place` is that of the value. */
export function pointersOf(document: JsonValue, place: string): ReadonlyMap<object, string> {
  const pointers = new Map<object, string>()
  const waiting: [value: JsonValue, pointer: string][] = [[document, place]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, pointer] = next
    if (typeof value !== 'object' || value === null) continue
    pointers.set(value, pointer)
    for (const [key, part] of Object.entries<JsonValue>(value))
      waiting.push([part, `${pointer}/${encodePercent(escapePointerPart(key))}`])
  }
  return pointers
}
