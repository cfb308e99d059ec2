import { isObject } from '../../util/is-json.ts'
import type { Direction } from '../api-description.ts'
import type { DocumentSet } from '../documents/document-set.ts'
import type { Located } from '../documents/loaded-document.ts'
import { inside, itemsOf, membersOf } from '../reading.ts'

/** Knows which properties do not travel in a direction: read-only ones in requests, write-only ones in responses. */
export class HiddenProperties {
  readonly #documents: DocumentSet
  readonly #keyword: string

  constructor(documents: DocumentSet, direction: Direction) {
    this.#documents = documents
    this.#keyword = direction === 'request' ? 'readOnly' : 'writeOnly'
  }

  /** The names that a schema hides, by its own properties and by those of its `allOf`. */
  namesIn(schema: Located, visited: Set<unknown> = new Set()): ReadonlySet<string> {
    const names = new Set<string>()
    const resolved = this.#documents.resolve(schema)
    if (!resolved.ok || visited.has(resolved.value.value)) return names
    const { value, document } = resolved.value
    visited.add(value)
    if (!isObject(value)) return names
    const place = { value, document }
    const properties = inside(place, 'properties')
    if (properties !== undefined && isObject(properties.value))
      for (const [name, property] of membersOf({ value: properties.value, document }))
        if (this.isHidden(property)) names.add(name)
    for (const part of itemsOf(inside(place, 'allOf')))
      for (const name of this.namesIn(part, visited)) names.add(name)
    return names
  }

  /** True where a property says so itself, beside its reference, where that leads to, or in its `allOf`. */
  isHidden(property: Located, depth = 0): boolean {
    const { value, document } = property
    if (!isObject(value) || depth > deepest) return false
    if (value[this.#keyword] === true) return true
    const reference = value['$ref']
    if (typeof reference === 'string') {
      const target = this.#documents.follow(reference, document)
      return target.ok && this.isHidden(target.value, depth + 1)
    }
    return itemsOf(inside({ value, document }, 'allOf')).some(part => this.isHidden(part, depth + 1))
  }
}

/** References and `allOf` within each other that are looked through for the keyword. */
const deepest = 20
