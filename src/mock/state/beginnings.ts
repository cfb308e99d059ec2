import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { successResponse } from '../../api-description/chosen-response.ts'
import {
  type DescribedCollection,
  describedCollections,
  ItemShapes,
} from '../../api-description/collections.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { inItsType } from '../../api-description/examples/fits-shallowly.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import { operationKey, pathNames } from '../../api-description/operation-names.ts'
import { ExampleFactory } from '../../api-requests/making/example-factory.ts'
import type { Untold } from '../../check/rule.ts'
import type { JsonObject } from '../../model/json.ts'
import type { WrittenCollection } from '../../model/mock.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import type { Collection } from './collection.ts'
import { firstPage, type Told } from './listing.ts'
import { openCollection } from './state.ts'
import { contentsThatTell, ToldBodies } from './told-body.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Judges what the collections of a description begin with, by the answers that a mock would give of it. */
export class Beginnings {
  readonly #schemas: SchemaReader
  readonly #shapes: ItemShapes
  readonly #examples: ExampleFactory
  readonly #told: ToldBodies
  /** By path. */
  readonly described: ReadonlyMap<string, DescribedCollection>

  constructor(description: ApiDescription) {
    this.described = describedCollections(description)
    this.#schemas = new SchemaReader(description)
    this.#shapes = new ItemShapes(description)
    this.#examples = new ExampleFactory(description, { direction: 'response', isPlain: true })
    this.#told = new ToldBodies(this.#shapes, this.#examples, this.#schemas)
  }

  /** The items that could not be told of a collection whose items are objects with a key; of each item the first reason. */
  untold(written: WrittenCollection): readonly Untold[] {
    const described = this.described.get(written.path)
    if (described === undefined) return []
    const collection = openCollection(described, written, this.#shapes, this.#examples)
    const found = [...described.roles].flatMap(([operation, role]) => {
      if (role === 'list') return this.#untoldInLists(operation, collection)
      return role === 'read' ? this.#untoldAlone(operation, collection) : []
    })
    const seen = new Set<number>()
    return found.filter(({ index }) => index === undefined || (!seen.has(index) && seen.add(index)))
  }

  #untoldInLists(operation: Operation, collection: Collection): readonly Untold[] {
    return listsOf(collection).flatMap(items => {
      const ofItems = this.#findings(operation, wholeList(items)).flatMap(({ within, message }) => {
        const [, index, inner = ''] = /^\/(\d+)(\/.*)?$/.exec(within ?? '') ?? []
        const item = index === undefined ? undefined : items[Number(index)]
        return item === undefined ? [] : [{ item, reason: `${inner} ${message}`.trim() }]
      })
      if (ofItems.length > 0)
        return ofItems.map(({ item, reason }) => ({
          operation: operationKey(operation),
          index: collection.initial.indexOf(item),
          reason,
        }))
      return this.#findings(operation, firstPage(items, operation))
        .slice(0, 1)
        .map(({ pointer, message }) => ({
          operation: operationKey(operation),
          reason: `${pointer === '/' ? '' : pointer} ${message}`.trim(),
        }))
    })
  }

  #untoldAlone(operation: Operation, { initial, key, described }: Collection): readonly Untold[] {
    return initial.flatMap((value, index) => {
      const refusal = this.#refusal(operation, described, value, key)
      const [found] = this.#findings(operation, { kind: 'item', value, key })
      const reason =
        refusal ??
        (found === undefined ? undefined : `${found.within ?? found.pointer} ${found.message}`.trim())
      return reason === undefined ? [] : [{ operation: operationKey(operation), index, reason }]
    })
  }

  /** Why an item cannot be asked for: its key is no value of the parameter. */
  #refusal(
    { parameters }: Operation,
    { parameter }: DescribedCollection,
    item: JsonObject,
    key: string,
  ): string | undefined {
    const schema = parameters.find(one => one.in === 'path' && one.name === parameter)?.schema
    const read = schema === undefined ? undefined : this.#schemas.read(schema, 'request')
    if (read?.ok !== true) return undefined
    const { $defs, ...own } = read.value.schema
    const written = valueText(item[key] ?? null)
    const typed = inItsType(written, combineSchema(own, mapping($defs), new Set(), 0)?.schema ?? {})
    const [found] = read.value.validate(typed)
    if (found === undefined || read.value.validate(written).length === 0) return undefined
    return `as {${parameter}} of the path ${writeJson(written)} ${found.message}`
  }

  #findings(operation: Operation, told: Told) {
    const contents = successResponse(operation, [200])?.response.contents ?? []
    return contentsThatTell(contents).flatMap((content, index) => {
      if (index > 0 && !isJsonType(content.type)) return []
      const body = this.#told.body(operation, content, told)
      return body.ok ? [] : body.findings
    })
  }
}

/** The lists that items are told in: one, or one for each collection above that they name. */
function listsOf({ initial, described }: Collection): readonly (readonly JsonObject[])[] {
  const names = pathNames(described.path).filter(name => described.members.includes(name))
  const lists = new Map<string, JsonObject[]>()
  for (const item of initial) {
    const above = writeJson(names.map(name => item[name] ?? null))
    const known = lists.get(above)
    if (known === undefined) lists.set(above, [item])
    else known.push(item)
  }
  return lists.size === 0 ? [[]] : [...lists.values()]
}

function wholeList(items: readonly JsonObject[]): Told {
  return { kind: 'list', items, page: { total: items.length, offset: 0 } }
}
