import type { JsonObject, JsonValue } from '../../model/json.ts'
import { pointersOf } from './pointers-of.ts'

/**
 * Where the parts of schemas are that come to be one after the other. Each schema is looked through once, and only when
 * somebody asks: most values are right.
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
