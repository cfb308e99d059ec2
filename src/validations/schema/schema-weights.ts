import { nameIn, namesIn } from '../../util/definitions-used.ts'
import { isObject } from '../../util/is-json.ts'
import type { JsonValue } from '../../util/json-value.ts'
import { weigh } from '../../util/limit-evaluation.ts'
import { subschemasOf } from '../../util/subschemas.ts'

/** Keywords that together ask one schema at most for each part inside of a value: no object is a list. */
const apart = ['properties', 'additionalProperties', 'prefixItems', 'items']

/** How often flat schemas that share their definitions may look at one part of a value, at most. */
export class SchemaWeights {
  /** Of definitions, with all that they lead to. */
  readonly #known = new Map<string, number>()
  /** Definitions that are part of a circle, or lead to one. */
  readonly #circular = new Set<string>()

  /** True where a definition was added. */
  has(name: string): boolean {
    return this.#known.has(name)
  }

  /** The parts of a schema with those of the definitions that it refers to, once for each reference. */
  of(schema: JsonValue): number {
    return namesIn(schema).reduce((sum, name) => sum + (this.#known.get(name) ?? Infinity), weigh(schema))
  }

  /**
   * Adds definitions, each behind those that it refers to, except where they refer to each other. Then there is no end to how
   * often a part of a value is looked at, if one of them leads to it in two ways, and each does so again for what is inside.
   * With one way from part to part, it is looked at by each of the definitions once at most: by what reaches so far of it.
   */
  add(definitions: ReadonlyMap<string, JsonValue>): void {
    for (const [name, definition] of definitions) {
      const isCircular = namesIn(definition).some(one => !this.has(one) || this.#circular.has(one))
      if (isCircular) this.#circular.add(name)
      this.#known.set(name, this.of(definition))
    }
    const circular = [...definitions].filter(([name]) => this.#circular.has(name))
    if (circular.some(([, definition]) => this.#ways(definition) > 1)) return
    for (const [name] of circular) this.#known.set(name, 0)
    const weight = circular.reduce((sum, [, definition]) => sum + this.of(definition), 0)
    for (const [name] of circular) this.#known.set(name, weight)
  }

  /** How many ways into circles a schema has for a value and any one part inside of it. */
  #ways(schema: JsonValue): number {
    if (!isObject(schema)) return 0
    const name = nameIn(schema)
    let ways = name !== undefined && this.#circular.has(name) ? 1 : 0
    let inside = 0
    for (const [keyword, value] of Object.entries(schema)) {
      const counts = subschemasOf({ [keyword]: value }).map(part => this.#ways(part))
      if (apart.includes(keyword)) inside = counts.reduce((most, count) => Math.max(most, count), inside)
      else ways = counts.reduce((sum, count) => sum + count, ways)
    }
    return ways + inside
  }
}
