import type { JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { escapePointerPart, unescapePointerPart } from '../../util/json-pointer.ts'
import { absoluteAddress, splitAddress, whyRefused } from './address.ts'
import { DocumentPaths } from './document-paths.ts'
import type { DocumentAddresses } from './addresses-in.ts'
import { type LoadedDocument, type Located, type OutdatedWord, wholeDocument } from './loaded-document.ts'

/** Every document of a description, each read once. References are followed one at a time, on request. */
export class DocumentSet {
  /** The words of the documents that ended with OpenAPI 3.0, the last first. */
  readonly outdated: readonly OutdatedWord[]
  readonly #documents: ReadonlyMap<string, Result<LoadedDocument, string>>
  readonly #identified: ReadonlyMap<string, LoadedDocument>
  readonly #dynamicAnchors: ReadonlyMap<JsonValue, ReadonlyMap<string, JsonValue>>
  /** Schemas with an address of their own, by what they are. */
  readonly #resources: ReadonlyMap<JsonValue, LoadedDocument>
  readonly #anchors = new Map<LoadedDocument, ReadonlyMap<string, JsonValue>>()
  readonly #paths = new DocumentPaths()
  /** Targets of references, by the document they stand in: most are referred to many times. */
  readonly #followed = new Map<LoadedDocument, Map<string, Result<Located, string>>>()

  /**
   * `documents` by address, with the reason of those that could not be read, and what all that were read say of addresses.
   */
  constructor(
    documents: ReadonlyMap<string, Result<LoadedDocument, string>>,
    { identified, dynamicAnchors, outdated }: Omit<DocumentAddresses, 'referred' | 'shown'>,
  ) {
    this.outdated = outdated
    this.#documents = documents
    this.#identified = identified
    this.#dynamicAnchors = dynamicAnchors
    this.#resources = new Map([...identified.values()].map(schema => [schema.root, schema]))
  }

  /** Finds the base for the references of a value: itself, where it is a schema with an address of its own. */
  resourceOf(value: JsonValue, document: LoadedDocument): LoadedDocument {
    return this.#resources.get(value) ?? document
  }

  /** Finds the anchors that a document, or a schema with an address of its own, names with `$dynamicAnchor`. */
  dynamicAnchorsOf({ root }: LoadedDocument): ReadonlyMap<string, JsonValue> {
    return this.#dynamicAnchors.get(root) ?? noAnchors
  }

  /**
   * Follows a reference that stands in `from` to its target, which may be a reference again; or gives the reason it
   * leads nowhere.
   */
  follow(reference: string, from: LoadedDocument): Result<Located, string> {
    const known = this.#followed.get(from) ?? new Map<string, Result<Located, string>>()
    this.#followed.set(from, known)
    const target = known.get(reference) ?? this.#follow(reference, from)
    known.set(reference, target)
    return target
  }

  #follow(reference: string, from: LoadedDocument): Result<Located, string> {
    if (reference.startsWith('#')) {
      const found = this.#part({ value: from.root, document: from }, splitAddress(reference)[1])
      // By the text of 2020-12 it leads nowhere then; many mean the document all the same.
      return found.ok || from.around === undefined ? found : this.follow(reference, from.around)
    }
    const whole = absoluteAddress(reference, from.address)
    if (whole === undefined) return { ok: false, problems: 'it is no address' }
    const [address, fragment] = splitAddress(whole)
    const identified = this.#identified.get(address)
    const document =
      address === from.address ? ({ ok: true, value: from } as const) : this.#documents.get(address)
    if (identified !== undefined && document?.ok !== true)
      return this.#part({ value: identified.root, document: identified }, fragment)
    if (document === undefined)
      return { ok: false, problems: whyRefused(reference, from.address) ?? 'it leads to no document' }
    if (!document.ok) return document
    return this.#part({ value: document.value.root, document: document.value }, fragment)
  }

  /**
   * The place of what some keys lead to from an object: `openapi.yaml#/components/schemas/User/type`. Of an object that was
   * put together while reading the keys alone.
   */
  placeOf(object: Located, keys: readonly (string | number)[]): string {
    const path = this.#paths.of(object)
    const pointer = [...(path ?? []), ...keys].map(key => escapePointerPart(String(key))).join('/')
    return path === undefined ? pointer : `${shortName(wholeDocument(object.document))}#/${pointer}`
  }

  /** The address of the document that an object stands in, and the keys that lead to it there; none of one that was put together. */
  wayTo(
    object: Located,
  ): { readonly address: string; readonly keys: readonly (string | number)[] } | undefined {
    const keys = this.#paths.of(object)
    return keys && { address: wholeDocument(object.document).address, keys }
  }

  /** The documents that were read, but for the one at an address. */
  others(address: string): readonly LoadedDocument[] {
    return [...this.#documents].flatMap(([own, document]) =>
      own !== address && document.ok ? [document.value] : [],
    )
  }

  /** Follows references until there is something else. */
  resolve(located: Located): Result<Located, string> {
    let current = located
    for (let hops = 0; hops < mostHops; hops++) {
      const reference = referenceOf(current.value)
      if (reference === undefined) return { ok: true, value: current }
      const next = this.follow(reference, current.document)
      if (!next.ok) return next
      current = next.value
    }
    return { ok: false, problems: circle }
  }

  #part({ value, document: whole }: Located, fragment: string): Result<Located, string> {
    let document = whole
    if (fragment === '' || fragment === '/') return { ok: true, value: { value, document } }
    if (!fragment.startsWith('/')) return this.#anchored(fragment, document)
    let part: JsonValue | undefined = value
    for (const name of fragment.slice(1).split('/')) {
      part = child(part, unescapePointerPart(name))
      if (part === undefined) return { ok: false, problems: `there is no ${fragment} in ${shortName(whole)}` }
      document = this.resourceOf(part, document)
    }
    return { ok: true, value: { value: part, document } }
  }

  #anchored(name: string, document: LoadedDocument): Result<Located, string> {
    const anchors = this.#anchors.get(document) ?? anchorsOf(document.root)
    this.#anchors.set(document, anchors)
    const value = anchors.get(name)
    if (value !== undefined) return { ok: true, value: { value, document } }
    return { ok: false, problems: `there is no anchor ${name} in ${shortName(document)}` }
  }
}

const noAnchors: ReadonlyMap<string, JsonValue> = new Map()

/** The reason for references that lead to each other and to nothing else. */
export const circle = 'it leads in a circle'

/** More references in a row than this go in a circle. */
const mostHops = 100

/** The text of `$ref`, where a value is a reference. */
export function referenceOf(value: JsonValue): string | undefined {
  if (!isObject(value) || !Object.hasOwn(value, '$ref')) return undefined
  const reference = value['$ref']
  return typeof reference === 'string' ? reference : undefined
}

/** The last part of a document's address. */
function shortName({ address }: LoadedDocument): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

function anchorsOf(root: JsonValue): ReadonlyMap<string, JsonValue> {
  const anchors = new Map<string, JsonValue>()
  const seen = new Set<object>()
  const waiting = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (!isCollection(value) || seen.has(value)) continue
    seen.add(value)
    if (isObject(value)) for (const name of anchorNames(value)) anchors.set(name, value)
    waiting.push(...Object.values<JsonValue>(value))
  }
  return anchors
}

function anchorNames({ $anchor, $dynamicAnchor }: Readonly<Record<string, JsonValue>>): readonly string[] {
  return [$anchor, $dynamicAnchor].filter(name => typeof name === 'string')
}

function child(value: JsonValue, name: string): JsonValue | undefined {
  if (isList(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
