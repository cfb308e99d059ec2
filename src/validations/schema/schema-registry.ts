import type { JsonObject, JsonValue } from '../../model/json.ts'
import { relativeOnly, whyRefused } from '../../api-description/documents/address.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { unescapePointerPart } from '../../util/json-pointer.ts'
import { keepsReferenceSiblings, type Dialect } from './dialect.ts'
import { SchemaProblem } from './schema-problem.ts'
import { subschemasOf } from '../../util/subschemas.ts'

/** A schema with an address of its own: a document, or a part of one with `$id`. */
export interface Resource {
  /** Its address without a fragment. */
  readonly base: string
  /** True where that is where its document lies, or relative to it: an `$id` may name any folder of this machine. */
  readonly isPlaced: boolean
  readonly root: JsonValue
  /** Parts that `#name` refers to. */
  readonly anchors: Map<string, JsonValue>
  /** The anchors that a `$dynamicRef` may find in another resource on its way. `''` is `$recursiveAnchor`. */
  readonly dynamicAnchors: Map<string, JsonValue>
}

/** A schema and the resource it belongs to. */
export interface LocatedSchema {
  readonly schema: JsonValue
  readonly resource: Resource
}

/** Knows every schema of the documents added to it by its address (JSON Schema 2020-12 section 8.2). */
export class SchemaRegistry {
  readonly #resources = new Map<string, Resource>()
  /** The documents that were added, by their address. */
  readonly documents = new Map<string, JsonValue>()
  readonly #owners = new WeakMap<object, Resource>()
  /** Why nothing is read from an address that something refers to. */
  readonly #refused = new Map<string, string>()
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Adds a document that was read from `address`. Returns every reference in it that may be read, as an absolute address. */
  addDocument(address: string, root: JsonValue): readonly string[] {
    const references: string[] = []
    this.documents.set(address, root)
    const resource = this.#addResource(address, root, true)
    this.#scan(root, resource, references)
    const own = this.resourceOf(root) ?? resource
    this.#resources.set(address, own)
    return references
  }

  /** The resource of a document that was added. */
  at(address: string): Resource {
    const resource = this.#resources.get(address)
    if (resource === undefined) throw new Error(`no document was added for ${address}`)
    return resource
  }

  has(address: string): boolean {
    return this.#resources.has(address)
  }

  /** The resource that a schema lies in, when it was found where schemas are expected. */
  resourceOf(schema: JsonValue): Resource | undefined {
    return typeof schema === 'object' && schema !== null ? this.#owners.get(schema) : undefined
  }

  /** Finds the target of a reference written in `from`. Throws `SchemaProblem` when it leads nowhere. */
  resolve(reference: string, from: Resource): LocatedSchema {
    const [address, fragment] = splitAddress(absoluteAddress(reference, from.base))
    const resource = this.#resources.get(address)
    if (resource === undefined) throw new SchemaProblem(this.#whyUnreachable(reference, address))
    const named = resource.anchors.get(fragment)
    if (fragment === '') return { schema: resource.root, resource }
    if (named !== undefined) return { schema: named, resource }
    if (!fragment.startsWith('/')) throw new SchemaProblem(`$ref ${reference} names no anchor`)
    return this.#followPointer(resource, fragment, reference)
  }

  #followPointer(resource: Resource, pointer: string, reference: string): LocatedSchema {
    let schema = resource.root
    let owner = resource
    for (const part of pointer.slice(1).split('/')) {
      const next = child(schema, unescapePointerPart(part))
      if (next === undefined) throw new SchemaProblem(`$ref ${reference} leads to nothing`)
      schema = next
      owner = this.resourceOf(schema) ?? owner
    }
    if (isObject(schema) && this.resourceOf(schema) === undefined) this.#scan(schema, owner, [])
    return { schema, resource: this.resourceOf(schema) ?? owner }
  }

  #whyUnreachable(reference: string, address: string): string {
    const reason = this.#refused.get(address)
    if (reason !== undefined) return `$ref ${reference} is not read: ${reason}`
    if (!/^https?:/.test(address)) return `$ref ${reference} leads to no schema`
    return `$ref ${reference} is remote, and nothing is fetched: save it as a file and refer to that by a relative path`
  }

  #addResource(base: string, root: JsonValue, isPlaced: boolean): Resource {
    const resource = { base, root, isPlaced, anchors: new Map(), dynamicAnchors: new Map() }
    if (!this.#resources.has(base)) this.#resources.set(base, resource)
    return resource
  }

  #scan(schema: JsonValue, outer: Resource, references: string[]): void {
    if (!isObject(schema) || this.#owners.has(schema)) return
    const resource = this.#enter(schema, outer)
    this.#owners.set(schema, resource)
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = own(schema, keyword)
      if (reference !== undefined) this.#refer(reference, resource, references)
    }
    for (const part of subschemasOf(schema)) this.#scan(part, resource, references)
  }

  /** Adds an address that may be read; an absolute path names whatever lies there on the machine of whoever reads it. */
  #refer(reference: string, { base, isPlaced }: Resource, references: string[]): void {
    const [address] = splitAddress(absoluteAddress(reference, base))
    const reason = isPlaced || !address.startsWith('file:') ? whyRefused(reference, base) : relativeOnly
    if (reason === undefined || reference.startsWith('#')) references.push(address)
    else this.#refused.set(address, reason)
  }

  /** The resource a schema belongs to: a new one when it has an `$id`. Notes its anchors there. */
  #enter(schema: JsonObject, outer: Resource): Resource {
    const isReferenceAlone = !keepsReferenceSiblings(this.#dialect) && Object.hasOwn(schema, '$ref')
    if (isReferenceAlone) return outer
    const id = own(schema, this.#dialect === 'draft-04' ? 'id' : '$id')
    const [address, fragment] = id === undefined ? ['', ''] : splitAddress(absoluteAddress(id, outer.base))
    const startsResource = id !== undefined && !id.startsWith('#')
    const isPlaced = outer.isPlaced && (id === undefined || whyRefused(id, outer.base) === undefined)
    const resource = startsResource ? this.#addResource(address, schema, isPlaced) : outer
    for (const name of [own(schema, '$anchor'), own(schema, '$dynamicAnchor'), fragment])
      if (name !== undefined && name !== '') resource.anchors.set(name, schema)
    const dynamic = schema['$recursiveAnchor'] === true ? '' : own(schema, '$dynamicAnchor')
    if (dynamic !== undefined) resource.dynamicAnchors.set(dynamic, schema)
    return resource
  }
}

/** A reference made absolute. Throws `SchemaProblem` when it is no address. */
function absoluteAddress(reference: string, base: string): string {
  try {
    return new URL(reference, base).href
  } catch {
    throw new SchemaProblem(`${reference} is not a valid reference`)
  }
}

/** The part before `#` and the decoded part behind it. */
function splitAddress(address: string): [address: string, fragment: string] {
  const hash = address.indexOf('#')
  if (hash === -1) return [address, '']
  try {
    return [address.slice(0, hash), decodeURIComponent(address.slice(hash + 1))]
  } catch {
    throw new SchemaProblem(`${address} is not a valid reference`)
  }
}

function own(schema: JsonObject, keyword: string): string | undefined {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
  return typeof value === 'string' ? value : undefined
}

function child(value: JsonValue, name: string): JsonValue | undefined {
  if (isList(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
