import type { JsonObject, JsonValue } from '../../model/json.ts'
import { encodePercent } from '../../util/encode-percent.ts'
import { escapePointerPart } from '../../util/json-pointer.ts'
import { isCollection } from '../../util/is-json.ts'

/**
 * Where the parts of schemas are that come to be one after the other. Each schema is searched once, and only on
 * request: most values are right.
 */
export class SchemaPointers {
  readonly #pointers = new Map<object, string>()
  readonly #seen = new Set<JsonValue>()

  /** The JSON Pointer of a part of the schemas, which stand in lists or objects; undefined for anything else. */
  find(
    part: object,
    groups: Readonly<Record<string, JsonObject | readonly JsonValue[]>>,
  ): string | undefined {
    const known = this.#pointers.get(part)
    if (known !== undefined) return known
    for (const [name, schemas] of Object.entries(groups))
      for (const [key, schema] of Object.entries<JsonValue>(schemas)) this.#add(schema, `/${name}/${key}`)
    return this.#pointers.get(part)
  }

  #add(schema: JsonValue, place: string): void {
    if (this.#seen.has(schema)) return
    this.#seen.add(schema)
    for (const [part, pointer] of pointersOf(schema, place)) this.#pointers.set(part, pointer)
  }
}

/** Where each object and list inside a value is, as a JSON Pointer written for a URI's fragment; `place` is that of the value. */
function pointersOf(document: JsonValue, place: string): ReadonlyMap<object, string> {
  const pointers = new Map<object, string>()
  const waiting: [value: JsonValue, pointer: string][] = [[document, place]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, pointer] = next
    if (!isCollection(value)) continue
    pointers.set(value, pointer)
    for (const [key, part] of Object.entries<JsonValue>(value))
      waiting.push([part, `${pointer}/${encodePercent(escapePointerPart(key))}`])
  }
  return pointers
}
