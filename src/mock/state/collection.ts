import { randomUUID } from 'node:crypto'
import type { Content, Operation } from '../../api-description/api-description.ts'
import type {
  CollectionRole,
  DescribedCollection,
  ItemShapes,
  Place,
} from '../../api-description/collections.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { exampleText, fitsText } from '../../api-description/examples/example-text.ts'
import { inItsType } from '../../api-description/examples/fits-shallowly.ts'
import { withoutLeftOut } from '../../api-description/examples/without-left-out.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { mostItems } from '../../model/mock.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { mapping, number as numberOf, property, texts } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { writeJson, isNumber } from '../../util/exact-number.ts'

/** The items of one collection: those of `/shops/{shop}/orders` for each shop. */
type Items = Map<string, JsonObject>

/** Facts of the description that a collection needs. */
export interface CollectionParts {
  readonly described: DescribedCollection
  readonly key: string
  /** The items that it begins with. */
  readonly initial: readonly JsonObject[]
  readonly shapes: ItemShapes
  /** The content that shows what an item is, and an item to take values from that only the server gives. */
  readonly shown?: { readonly content: Content; readonly place: Place; readonly example: JsonObject }
}

/** A collection of a described API that remembers. */
export class Collection {
  readonly described: DescribedCollection
  readonly key: string
  readonly #parts: CollectionParts
  readonly #readOnly: ReadonlySet<string>
  #byParent = new Map<string, Items>()
  #size = 0
  #last = 0

  constructor(parts: CollectionParts) {
    this.#parts = parts
    this.described = parts.described
    this.key = parts.key
    const { shown, shapes } = parts
    this.#readOnly = shown === undefined ? new Set() : shapes.readOnly(shown.content, shown.place.path)
  }

  /** The items that it begins with. */
  get initial(): readonly JsonObject[] {
    return this.#parts.initial
  }

  roleOf(operation: Operation): CollectionRole | undefined {
    return this.described.roles.get(operation)
  }

  /** As at the start. */
  reset(): void {
    this.#byParent = new Map()
    this.#size = 0
    this.#last = 0
  }

  /** True where there is room for one more. */
  get isFull(): boolean {
    return this.#size >= mostItems
  }

  /** The items below the values of a path, in the order in which they came. */
  itemsOf(parents: readonly string[]): Items {
    const at = writeJson(parents)
    const known = this.#byParent.get(at)
    if (known !== undefined) return known
    const above = this.#parentMembers(parents)
    const own = this.#parts.initial.filter(item =>
      Object.entries(above).every(([name, value]) => item[name] === undefined || sameText(item[name], value)),
    )
    const items: Items = new Map()
    // A list that was only asked for is not kept: any value can stand in a path.
    if (own.length > 0) this.#byParent.set(at, items)
    for (const item of own) if (!this.isFull) this.#keepAmong(items, item)
    return items
  }

  /** Keeps an item, in place of the one that goes by the same key. */
  keep(parents: readonly string[], item: JsonObject): void {
    const items = this.itemsOf(parents)
    this.#byParent.set(writeJson(parents), items)
    this.#keepAmong(items, item)
  }

  #keepAmong(items: Items, item: JsonObject): void {
    const id = item[this.key] ?? null
    const name = valueText(id)
    if (!items.has(name)) this.#size++
    if (isNumber(id)) this.#last = Math.max(this.#last, Number(id))
    items.set(name, item)
  }

  remove(parents: readonly string[], id: string): void {
    if (this.itemsOf(parents).delete(id)) this.#size--
  }

  /** An item as it is kept: what was sent, with what only the server gives; `known` is the one that it replaces. */
  made(
    sent: JsonObject,
    parents: readonly string[],
    id: JsonValue | undefined,
    known?: JsonObject,
  ): JsonObject {
    const { shown } = this.#parts
    const properties = mapping(shown?.place.schema['properties'])
    const isClosed = shown?.place.schema['additionalProperties'] === false
    const given = Object.entries(sent).filter(
      ([name]) => !this.#readOnly.has(name) && (!isClosed || Object.hasOwn(properties, name)),
    )
    const item: Record<string, JsonValue> = {
      ...Object.fromEntries(given),
      ...this.#typed(this.#parentMembers(parents)),
    }
    for (const [name, schema] of Object.entries(properties)) {
      const value = Object.hasOwn(item, name) ? undefined : this.#valueOf(name, mapping(schema), known)
      if (value !== undefined) item[name] = value
    }
    const { [this.key]: own, ...rest } = item
    const key =
      known?.[this.key] ??
      id ??
      (this.#readOnly.has(this.key) || !Object.hasOwn(sent, this.key) ? undefined : own)
    return this.#withoutWriteOnly({ [this.key]: key ?? this.#newId(), ...rest })
  }

  /** True where a member may be null. */
  allowsNull(name: string): boolean {
    return [this.#schemaOf(name)['type']].flat().includes('null')
  }

  /** Members that a change takes away and that every item must have; one with a default gets that again. */
  lostIn(known: JsonObject, changed: JsonObject): readonly string[] {
    return texts(this.#parts.shown?.place.schema['required']).filter(
      name =>
        Object.hasOwn(known, name) &&
        !Object.hasOwn(changed, name) &&
        name !== this.key &&
        !this.#readOnly.has(name) &&
        property(this.#schemaOf(name), 'default') === undefined,
    )
  }

  /** A text of a path as the key of an item has it. */
  typedKey(text: string): JsonValue {
    return this.#typed({ [this.key]: text })[this.key] ?? text
  }

  /** The fields of a form that was sent, in the types of the items. */
  typedForm(form: JsonObject): JsonObject {
    return this.#typed(form)
  }

  /** A value for a member that was not sent. */
  #valueOf(name: string, schema: JsonObject, known?: JsonObject): JsonValue | undefined {
    const { shown } = this.#parts
    const isReadOnly = this.#readOnly.has(name)
    if (isReadOnly && known !== undefined) return property(known, name)
    const whole = this.#schemaOf(name)
    if (isReadOnly && whole['format'] === 'date-time') return new Date().toISOString()
    const usual = property(whole, 'default') ?? property(schema, 'default')
    if (usual !== undefined) return usual
    const isRequired = texts(shown?.place.schema['required']).includes(name)
    return isReadOnly || isRequired ? property(shown?.example ?? {}, name) : undefined
  }

  #withoutWriteOnly(item: JsonObject): JsonObject {
    const { shown } = this.#parts
    if (shown === undefined) return item
    return mapping(withoutLeftOut(item, shown.place.schema, shown.place.definitions))
  }

  /** The members of an item that name the collections above it, by the parameters of its path. */
  #parentMembers(parents: readonly string[]): Readonly<Record<string, string>> {
    const { path, members } = this.described
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
    return Object.fromEntries(
      names.flatMap((name, index) =>
        name !== this.key && members.includes(name) ? [[name, decodePercent(parents[index] ?? '')]] : [],
      ),
    )
  }

  #schemaOf(name: string): JsonObject {
    const { shown } = this.#parts
    const written = property(mapping(shown?.place.schema['properties']), name) ?? {}
    return combineSchema(written, shown?.place.definitions ?? {}, new Set(), 0)?.schema ?? {}
  }

  #typed(values: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, inItsType(value, this.#schemaOf(name))]),
    )
  }

  /** A key that no item has: the next number, a UUID, or a text that the schema allows. */
  #newId(): JsonValue {
    const schema = this.#schemaOf(this.key)
    const types = [schema['type']].flat()
    const number = Math.max(this.#last + 1, numberOf(schema['minimum']) ?? 1)
    this.#last = number
    if (types.includes('integer') || types.includes('number')) return number
    if (schema['format'] === 'uuid') return randomUUID()
    for (let seed = number; seed < number + mostSeeds; seed++) {
      const id =
        seed === number && fitsText(String(number), schema)
          ? String(number)
          : exampleText(schema, '', seed, '-')
      if (fitsText(id, schema) && this.#isFree(id)) return id
    }
    return randomUUID()
  }

  #isFree(id: string): boolean {
    return [...this.#byParent.values()].every(items => !items.has(id))
  }
}

/** Texts that are tried for a key. */
const mostSeeds = 100

function sameText(value: JsonValue | undefined, text: string): boolean {
  return value !== undefined && valueText(value) === text
}
