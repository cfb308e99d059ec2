import type { LoadedDocument } from '../../api-description/documents/loaded-document.ts'
import type { JsonValue } from '../../model/json.ts'
import type { ChangePlace } from '../../model/contract-change.ts'
import { jsonPointer } from '../../util/json-pointer.ts'
import type { Spot } from './rules/rule.ts'

type Path = readonly (string | number)[]

/** Finds where values of descriptions are written. Documents are looked through when somebody first asks. */
export class PlaceFinder {
  readonly #paths = new Map<LoadedDocument, ReadonlyMap<object, () => Path>>()
  /** The spot, where it is part of its document and not made of other parts of it. */
  knows(spot: Spot | undefined): Spot | undefined {
    return spot !== undefined && this.#pathOf(spot) !== undefined ? spot : undefined
  }

  /** The place of a value; of one that was made while reading, the document. */
  placeOf(spot: Spot): ChangePlace {
    const { document, keys = [] } = spot
    const path = this.#pathOf(spot)
    const pointer = jsonPointer(path === undefined ? [] : [...path, ...keys])
    return { document: document.address, pointer }
  }

  #pathOf({ value, document }: Spot): Path | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    const paths = this.#paths.get(document) ?? pathsIn(document.root)
    this.#paths.set(document, paths)
    return paths.get(value)?.()
  }
}

/** The way to every list and object of a document; of one that stands in several places the first counts. */
function pathsIn(root: JsonValue): ReadonlyMap<object, () => Path> {
  const paths = new Map<object, () => Path>()
  const waiting: { value: JsonValue; path: () => Path }[] = [{ value: root, path: () => [] }]
  for (let index = 0; index < waiting.length; index++) {
    const next = waiting[index]
    if (next === undefined) break
    const { value, path } = next
    if (typeof value !== 'object' || value === null || paths.has(value)) continue
    paths.set(value, path)
    const isArray = Array.isArray(value)
    for (const [key, member] of Object.entries<JsonValue>(value))
      if (typeof member === 'object' && member !== null)
        waiting.push({ value: member, path: () => [...path(), isArray ? Number(key) : key] })
  }
  return paths
}
