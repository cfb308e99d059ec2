import type { JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { escapePointerPart, unescapePointerPart } from '../../util/json-pointer.ts'
import { absoluteAddress, splitAddress, whyRefused } from './address.ts'
import { DocumentPaths } from './document-paths.ts'
import type { LoadedDocument, Located } from './loaded-document.ts'

/** Every document of a description, each read once. References are followed one at a time, when somebody asks. */
export class DocumentSet {
  readonly #documents: ReadonlyMap<string, Result<LoadedDocument, string>>
  readonly #identified: ReadonlyMap<string, Located>
  readonly #anchors = new Map<LoadedDocument, ReadonlyMap<string, JsonValue>>()
  readonly #paths = new DocumentPaths()

  /** `documents` by address, with the reason of those that could not be read; `identified` are schemas by their `$id`. */
  constructor(
    documents: ReadonlyMap<string, Result<LoadedDocument, string>>,
    identified: ReadonlyMap<string, Located>,
  ) {
    this.#documents = documents
    this.#identified = identified
  }

  /** What a reference that stands in `from` leads to, which may be a reference again; or the reason it leads nowhere. */
  follow(reference: string, from: LoadedDocument): Result<Located, string> {
    if (reference.startsWith('#'))
      return this.#part({ value: from.root, document: from }, splitAddress(reference)[1])
    const whole = absoluteAddress(reference, from.address)
    if (whole === undefined) return { ok: false, problems: 'it is no address' }
    const [address, fragment] = splitAddress(whole)
    const identified = this.#identified.get(address)
    const document =
      address === from.address ? ({ ok: true, value: from } as const) : this.#documents.get(address)
    if (identified !== undefined && document?.ok !== true) return this.#part(identified, fragment)
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
    return path === undefined ? pointer : `${shortName(object.document)}#/${pointer}`
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

  #part({ value, document }: Located, fragment: string): Result<Located, string> {
    if (fragment === '' || fragment === '/') return { ok: true, value: { value, document } }
    if (!fragment.startsWith('/')) return this.#anchored(fragment, document)
    let part: JsonValue | undefined = value
    for (const name of fragment.slice(1).split('/')) {
      part = child(part, unescapePointerPart(name))
      if (part === undefined)
        return { ok: false, problems: `there is no ${fragment} in ${shortName(document)}` }
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
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
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
