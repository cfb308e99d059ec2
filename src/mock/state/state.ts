import type { ApiDescription, Content, Operation } from '../../api-description/api-description.ts'
import {
  type CollectionRole,
  type DescribedCollection,
  describedCollections,
  ItemShapes,
} from '../../api-description/collections.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import { withoutSlash } from '../../api-description/operation-names.ts'
import type { FoundOperation } from '../../api-requests/matching/find-operation.ts'
import type { ExampleFactory } from '../../api-requests/making/example-factory.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { mostItems, type WrittenCollection } from '../../model/mock.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { writeJson } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mergePatch } from '../../util/merge-patch.ts'
import { mapping, valueAt } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { bodyValue, type ReceivedRequest } from '../received-request.ts'
import { Collection } from './collection.ts'
import { jsonPatch } from './json-patch.ts'
import { askedItems, type Told } from './listing.ts'

/** Result of an operation that remembers. */
export type StateAnswer =
  | ({ readonly kind: 'done' } & Done)
  /** Said by the documented answer of a status, else with it and why. */
  | { readonly kind: 'refused'; readonly status: number; readonly error: string }
  /** The item that was sent cannot be kept. */
  | { readonly kind: 'broken'; readonly findings: readonly string[] }
  | { readonly kind: 'full'; readonly error: string }

export interface Done {
  /** The statuses that say it best, the best first; the usual answer where none is documented. */
  readonly statuses: readonly number[]
  readonly told: Told
  readonly location?: string
  /** Brings back what was before, where it cannot be told as the description says what has become of it. */
  readonly undo?: () => void
}

/** The collections of a described API that remember. */
export class State {
  readonly #collections: readonly Collection[]
  readonly #schemas: SchemaReader

  /** Throws an error with the reason where the description has no such collection. */
  constructor(
    description: ApiDescription,
    examples: ExampleFactory,
    schemas: SchemaReader,
    written: readonly WrittenCollection[],
  ) {
    this.#schemas = schemas
    const known = describedCollections(description)
    const shapes = new ItemShapes(description)
    this.#collections = written.map(one => {
      const described = known.get(one.path)
      if (described === undefined) throw new Error(`its description has no collection ${one.path}`)
      return openCollection(described, one, shapes, examples)
    })
  }

  /** As at the start. */
  reset(): void {
    for (const collection of this.#collections) collection.reset()
  }

  /** The response to a request that keeps to the description; undefined for an operation that does not remember. */
  answer(found: FoundOperation, request: ReceivedRequest): StateAnswer | undefined {
    const { operation } = found
    const collection = this.#collections.find(one => one.roleOf(operation) !== undefined)
    const role = collection?.roleOf(operation)
    if (collection === undefined || role === undefined) return undefined
    const values = [...found.pathValues.values()].map(decodePercent)
    const isOfItem = role !== 'list' && role !== 'create'
    const parents = isOfItem ? values.slice(0, -1) : values
    const missing = this.#missingAbove(collection.described.path, parents)
    if (missing !== undefined) return refused(404, missing)
    const id = values.at(-1) ?? ''
    const call = { collection, operation, request, parents, id }
    if (isOfItem) return answerItem(role, call)
    return role === 'list' ? this.#list(found, call) : create(call)
  }

  #list(found: FoundOperation, { collection, request, parents }: Call): StateAnswer {
    const items = [...collection.itemsOf(parents).values()]
    return done([200], askedItems(items, found, collection, request, this.#schemas))
  }

  /** The collection above that lacks the item in which this one is. */
  #missingAbove(path: string, parents: readonly string[]): string | undefined {
    const above = withoutSlash(path).replace(/\/\{[^{}]*\}\/[^{}]*$/, '')
    const collection = this.#collections.find(({ described }) => described.path === above)
    if (collection === undefined || above === path) return undefined
    const [before, id] = [parents.slice(0, -1), parents.at(-1) ?? '']
    const missing = this.#missingAbove(above, before)
    return (
      missing ?? (collection.itemsOf(before).has(id) ? undefined : `${above} has no item ${writeJson(id)}`)
    )
  }
}

/** A collection as it begins. Throws an error with the reason where nobody knows what its items go by. */
export function openCollection(
  described: DescribedCollection,
  written: WrittenCollection,
  shapes: ItemShapes,
  examples: ExampleFactory,
): Collection {
  const key = written.key ?? described.key
  if (key === undefined)
    throw new Error(`what items of ${described.path} go by cannot be told: write its \`key\``)
  const shown = shownItem(described, shapes, examples, key)
  const initial =
    written.items === 'examples' ? (shown?.listed ?? []) : (written.loaded ?? written.items ?? [])
  return new Collection({
    described,
    key,
    initial: initial.filter(isObject),
    shapes,
    ...(shown === undefined ? {} : { shown }),
  })
}

/**
 * The part of the description that shows an item of a collection: the response that reads one, else the one that lists
 * them.
 */
function shownItem(
  { roles }: DescribedCollection,
  shapes: ItemShapes,
  examples: ExampleFactory,
  key: string,
) {
  const shownBy = (wanted: CollectionRole) => {
    const operation = [...roles].find(([, role]) => role === wanted)?.[0]
    const content = operation === undefined ? undefined : successContent(operation)
    if (operation === undefined || content === undefined) return undefined
    const { value } = examples.body(operation, content)
    if (wanted !== 'list') {
      const place = shapes.itemIn(content, key)
      return place === undefined ? undefined : { content, place, value: valueAt(value, place.path) ?? null }
    }
    const listed = shapes.listIn(content)
    const place = shapes.itemOf(listed)
    if (listed === undefined || place === undefined) return undefined
    return { content, place: { ...place, path: listed.path }, value: valueAt(value, listed.path) ?? null }
  }
  const list = shownBy('list')
  const items = list !== undefined && isList(list.value) ? list.value.filter(isObject) : []
  const one = shownBy('read') ?? shownBy('create') ?? shownBy('replace')
  const found = one ?? list
  if (found === undefined) return undefined
  const example = { ...items[0], ...mapping(one?.value) }
  const listed = items.length > 0 ? items : Object.hasOwn(example, key) ? [example] : []
  return { content: found.content, place: found.place, example, listed }
}

/** The JSON of the first success that has any. */
function successContent({ responses }: Operation): Content | undefined {
  return responses
    .filter(({ status }) => /^2|^default$/.test(status))
    .flatMap(({ contents }) => contents)
    .find(({ type }) => isJsonType(type) || type.includes('*'))
}

/** A request to a collection, or to an item of it. */
interface Call {
  readonly collection: Collection
  readonly operation: Operation
  readonly request: ReceivedRequest
  /** The values of the path above the collection. */
  readonly parents: readonly string[]
  readonly id: string
}

function create(call: Call): StateAnswer {
  const { collection, operation, request, parents } = call
  const items = collection.itemsOf(parents)
  const sent = sentItem(call)
  if (sent === undefined) return broken('body must be an object to be remembered')
  const made = collection.made(sent, parents, undefined)
  const id = valueText(made[collection.key] ?? null)
  const documented = operation.responses.some(({ status }) => status === '409' || status === '4XX')
  if (items.has(id) && documented)
    return refused(409, `${collection.described.path} has an item ${writeJson(id)}`)
  return keep(call, made, [201], `${withoutSlash(request.path)}/${encodeURIComponent(id)}`)
}

function answerItem(role: CollectionRole, call: Call): StateAnswer {
  const { collection, operation, parents, id } = call
  const items = collection.itemsOf(parents)
  const known = items.get(id)
  const creates = role === 'replace' && operation.responses.some(({ status }) => status === '201')
  if (known === undefined && !creates)
    return refused(404, `${collection.described.path} has no item ${writeJson(id)}`)
  if (role === 'read') return done([200], item(collection, known ?? {}))
  if (role === 'remove') {
    collection.remove(parents, id)
    const undo = (): void => {
      collection.keep(parents, known ?? {})
    }
    return { ...done([204], item(collection, known ?? {})), undo }
  }
  const sent = role === 'change' ? changedItem(call, known ?? {}) : sentItem(call)
  if (sent === undefined) return broken('body must be an object to be remembered')
  if (typeof sent === 'string') return broken(sent)
  const [lost] = role === 'change' ? collection.lostIn(known ?? {}, sent) : []
  if (lost !== undefined) return broken(`body removes ${lost}, which is required`)
  const made = collection.made(sent, parents, collection.typedKey(id), known)
  return keep(call, made, known === undefined ? [201] : [200, 204])
}

/** Keeps an item that is new, or in place of another one. */
function keep(call: Call, made: JsonObject, statuses: readonly number[], location?: string): StateAnswer {
  const { collection, parents } = call
  const items = collection.itemsOf(parents)
  if (collection.isFull && !items.has(valueText(made[collection.key] ?? null)))
    return { kind: 'full', error: `${collection.described.path} has ${mostItems} items, and takes no more` }
  const id = valueText(made[collection.key] ?? null)
  const before = items.get(id)
  collection.keep(parents, made)
  const undo = (): void => {
    if (before === undefined) collection.remove(parents, id)
    else collection.keep(parents, before)
  }
  return { ...done(statuses, item(collection, made), location), undo }
}

/** An item as a patch wants it: a merge of members, or a list of operations; a text says why it cannot be. */
function changedItem(call: Call, known: JsonObject): JsonObject | string | undefined {
  const value = call.request.isForm ? sentItem(call) : bodyValue(call.request)
  if (!isList(value ?? null)) return isObject(value) ? merged(call.collection, known, value) : undefined
  const patched = jsonPatch(known, value as readonly JsonValue[])
  if (typeof patched === 'string') return patched
  return isObject(patched.value) ? patched.value : 'what the patch leaves is no object'
}

/** A member that may be null becomes so; of others null takes it away (RFC 7396). */
function merged(collection: Collection, known: JsonObject, patch: JsonObject): JsonObject {
  const nulls = Object.entries(patch).filter(([name, one]) => one === null && collection.allowsNull(name))
  return { ...mapping(mergePatch(known, patch)), ...Object.fromEntries(nulls) }
}

/** The item that was sent; the fields of a form in the types of the description. */
function sentItem({ request, collection }: Call): JsonObject | undefined {
  const value: JsonValue = request.body.size === 0 ? {} : bodyValue(request)
  if (!isObject(value)) return undefined
  return request.isForm ? collection.typedForm(value) : value
}

function item({ key }: Collection, value: JsonObject): Told {
  return { kind: 'item', value, key }
}

function done(
  statuses: readonly number[],
  told: Told,
  location?: string,
): StateAnswer & { readonly kind: 'done' } {
  return { kind: 'done', statuses, told, ...(location === undefined ? {} : { location }) }
}

function refused(status: number, error: string): StateAnswer {
  return { kind: 'refused', status, error }
}

function broken(finding: string): StateAnswer {
  return { kind: 'broken', findings: [finding] }
}
