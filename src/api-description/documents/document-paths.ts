import type { JsonValue } from '../../model/json.ts'
import { type LoadedDocument, type Located, wholeDocument } from './loaded-document.ts'
import { isCollection } from '../../util/is-json.ts'

/** The keys that lead from the top of a document to a part of it. */
export type DocumentPath = readonly (string | number)[]

/** Knows where the lists and objects of documents are. Documents are searched at the first request. */
export class DocumentPaths {
  readonly #paths = new Map<LoadedDocument, ReadonlyMap<object, () => DocumentPath>>()

  /** The way to a value; undefined where it is not part of its document, but made of other parts of it. */
  of({ value, document: own }: Located): DocumentPath | undefined {
    if (!isCollection(value)) return undefined
    const document = wholeDocument(own)
    const paths = this.#paths.get(document) ?? pathsIn(document.root)
    this.#paths.set(document, paths)
    return paths.get(value)?.()
  }
}

/** The way to every list and object of a document; of one that stands in several places the first counts. */
function pathsIn(root: JsonValue): ReadonlyMap<object, () => DocumentPath> {
  const paths = new Map<object, () => DocumentPath>()
  const waiting: { value: JsonValue; path: () => DocumentPath }[] = [{ value: root, path: () => [] }]
  for (let index = 0; index < waiting.length; index++) {
    const next = waiting[index]
    if (next === undefined) break
    const { value, path } = next
    if (!isCollection(value) || paths.has(value)) continue
    paths.set(value, path)
    const isArray = Array.isArray(value)
    for (const [key, member] of Object.entries<JsonValue>(value))
      if (isCollection(member))
        waiting.push({ value: member, path: () => [...path(), isArray ? Number(key) : key] })
  }
  return paths
}
