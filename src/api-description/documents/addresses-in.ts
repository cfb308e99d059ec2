import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { absoluteAddress, splitAddress, whyRefused } from './address.ts'
import type { LoadedDocument, OutdatedWord } from './loaded-document.ts'

/** The addresses in a document. */
export interface DocumentAddresses {
  /** Documents that its references lead to, itself left out. */
  readonly referred: ReadonlySet<string>
  /** Files that `externalValue` of its examples leads to. */
  readonly shown: ReadonlySet<string>
  /** Schemas that give themselves an address with `$id`, by it. */
  readonly identified: ReadonlyMap<string, LoadedDocument>
  /**
   * The anchors that `$dynamicAnchor` names in the document, and in each schema with an address of its own, by the
   * value of each.
   */
  readonly dynamicAnchors: ReadonlyMap<JsonValue, ReadonlyMap<string, JsonValue>>
  /** Its words that ended with OpenAPI 3.0, the last first. */
  readonly outdated: readonly OutdatedWord[]
}

/** Looks through a document once for references, `$id` and `$dynamicAnchor`; what only shows example values is data. */
export function addressesIn(document: LoadedDocument): DocumentAddresses {
  const notes = new Notes(document)
  const seen = new Set<object>()
  const waiting: Waiting[] = [
    { value: document.root, key: '', areNames: false, around: document, isPlaced: true },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, key, areNames } = next
    if (!isCollection(value) || seen.has(value)) continue
    seen.add(value)
    const { around, isPlaced } = isObject(value) && !areNames ? notes.note(value, next) : next
    for (const [name, part] of Object.entries<JsonValue>(value)) {
      if (!areNames && dataKeys.has(name) && key !== 'responses' && !(name === 'examples' && isObject(part)))
        continue
      const names = !areNames && !isList(value) && mapKeys.has(name)
      waiting.push({ value: part, key: name, areNames: names, around, isPlaced })
    }
  }
  return notes
}

interface Surroundings {
  /** The document, or the schema with an address of its own, that a value is in. */
  readonly around: LoadedDocument
  /** True where that is where its document lies, or relative to it: an `$id` may name any folder of this machine. */
  readonly isPlaced: boolean
}

interface Waiting extends Surroundings {
  readonly value: JsonValue
  readonly key: string
  readonly areNames: boolean
}

/** Switches of 3.0; 3.1 has null among the types, and bounds of their own. */
const outdatedWords = ['nullable', 'exclusiveMinimum', 'exclusiveMaximum'] as const

class Notes implements DocumentAddresses {
  readonly referred = new Set<string>()
  readonly shown = new Set<string>()
  readonly identified = new Map<string, LoadedDocument>()
  readonly dynamicAnchors = new Map<JsonValue, Map<string, JsonValue>>()
  readonly outdated: OutdatedWord[] = []
  readonly #whole: string

  constructor({ address }: LoadedDocument) {
    this.#whole = address
  }

  /** Notes what one object says; gives what its own parts are in. */
  note(value: JsonObject, outer: Surroundings): Surroundings {
    const { $ref, $id, $dynamicRef, $dynamicAnchor: name, externalValue } = value
    const inside = typeof $id === 'string' ? this.#enter(value, $id, outer) : outer
    for (const reference of [$ref, $dynamicRef])
      if (typeof reference === 'string') this.#refer(reference, inside, this.referred)
    if (typeof externalValue === 'string') this.#refer(externalValue, inside, this.shown)
    if (typeof name === 'string') {
      const { root } = inside.around
      const names = this.dynamicAnchors.get(root) ?? new Map<string, JsonValue>()
      this.dynamicAnchors.set(root, names.set(name, value))
    }
    for (const keyword of outdatedWords)
      if (value[keyword] === true) this.outdated.push({ keyword, at: { value, document: inside.around } })
    return inside
  }

  #enter(root: JsonObject, id: string, outer: Surroundings): Surroundings {
    const [address] = splitAddress(absoluteAddress(id, outer.around.address) ?? '')
    if (address === '' || id.startsWith('#')) return outer
    const around = { address, root, around: outer.around }
    this.identified.set(address, around)
    return { around, isPlaced: outer.isPlaced && whyRefused(id, outer.around.address) === undefined }
  }

  #refer(reference: string, { around, isPlaced }: Surroundings, found: Set<string>): void {
    if (reference.startsWith('#') || whyRefused(reference, around.address) !== undefined) return
    const [address] = splitAddress(absoluteAddress(reference, around.address) ?? '')
    if (address === '' || address === this.#whole || (!isPlaced && address.startsWith('file:'))) return
    found.add(address)
  }
}

/** Their values are data that may look like references. */
const dataKeys = new Set([
  'example',
  'examples',
  'default',
  'const',
  'enum',
  'value',
  'x-example',
  'x-examples',
])

/** The keys of their values are names that mean nothing: a property may be called `example`. */
const mapKeys = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependentSchemas',
  'schemas',
  'parameters',
  'examples',
  'headers',
])
