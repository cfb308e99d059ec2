import type { JsonObject, JsonValue } from '../model/json.ts'
import { defined } from '../util/defined.ts'
import { isObject } from '../util/is-json.ts'
import { list, mapping, property } from '../util/read-values.ts'
import type { ApiDescription, Content, Operation } from './api-description.ts'
import { combineSchema } from './examples/combine-schema.ts'
import { isJsonType } from './find-response.ts'
import { type JsonSchema, JsonSchemas, leftOut } from './json-schema/json-schemas.ts'
import { pathNames, withoutSlash } from './operation-names.ts'

/** The role of an operation for a collection or for one of its items. */
export type CollectionRole = 'list' | 'create' | 'read' | 'replace' | 'change' | 'remove'

/** A path whose items have paths of their own: `/users` and `/users/{id}`. */
export interface DescribedCollection {
  /** Without a slash at the end. */
  readonly path: string
  /** The name of the parameter that an item goes by. */
  readonly parameter: string
  readonly roles: ReadonlyMap<Operation, CollectionRole>
  /** The members that items are described with; none where nothing describes them. */
  readonly members: readonly string[]
  /** The member that an item goes by, where it can be told. */
  readonly key?: string
}

/** The collections of a description by path. */
export function describedCollections(description: ApiDescription): ReadonlyMap<string, DescribedCollection> {
  const shapes = new ItemShapes(description)
  const items = description.operations.filter(({ path }) => /\/\{[^{}/]+\}\/?$/.test(path))
  const paths = new Set(items.map(({ path }) => withoutSlash(path).replace(/\/[^/]+$/, '')))
  const found = [...paths].flatMap(path => describedCollection(description.operations, path, shapes) ?? [])
  return new Map(found.map(collection => [collection.path, collection]))
}

const ofCollection = new Map<string, CollectionRole>([
  ['GET', 'list'],
  ['POST', 'create'],
])
const ofItem = new Map<string, CollectionRole>([
  ['GET', 'read'],
  ['PUT', 'replace'],
  ['PATCH', 'change'],
  ['DELETE', 'remove'],
])

function describedCollection(
  operations: readonly Operation[],
  path: string,
  shapes: ItemShapes,
): DescribedCollection | undefined {
  const paths = operations.map(operation => withoutSlash(operation.path))
  // Of two that differ in the name of their parameter alone, which is not allowed (OpenAPI 3.1, 4.8.8), the first counts.
  const itemPath = paths.find(
    own => own.startsWith(`${path}/`) && /^\/\{[^{}/]+\}$/.test(own.slice(path.length)),
  )
  const parameter = pathNames(itemPath ?? '').at(-1) ?? ''
  const roles = new Map<Operation, CollectionRole>()
  for (const [index, operation] of operations.entries()) {
    const role = (paths[index] === path ? ofCollection : paths[index] === itemPath ? ofItem : undefined)?.get(
      operation.method,
    )
    if (role !== undefined) roles.set(operation, role)
  }
  const kinds = [...roles.values()]
  if (!kinds.some(isOfCollection) || kinds.every(isOfCollection)) return undefined
  const members = shapes.members(roles)
  const key = [parameter, 'id', 'uuid', '_id'].find(name => members.includes(name))
  return defined({ path, parameter, roles, members, key })
}

function isOfCollection(role: CollectionRole): boolean {
  return role === 'list' || role === 'create'
}

/** Where a value stands in an answer, by members, and what its schema says. */
export interface Place {
  readonly path: readonly string[]
  /** Without references and compositions. */
  readonly schema: JsonObject
  readonly definitions: JsonObject
}

/** Finds the items of collections in the schemas of answers: they may stand there alone, or in `data`, `items` and the like. */
export class ItemShapes {
  readonly #schemas: JsonSchemas
  readonly #requests: JsonSchemas

  constructor(description: ApiDescription) {
    this.#schemas = new JsonSchemas(description, 'response')
    this.#requests = new JsonSchemas(description, 'request')
  }

  /** The members of items that answers tell; where none does, those of the first request that has any. */
  members(roles: ReadonlyMap<Operation, CollectionRole>): readonly string[] {
    const order: readonly CollectionRole[] = ['read', 'list', 'create', 'replace', 'change']
    const contents = order.flatMap(role =>
      [...roles].flatMap(([operation, own]) => {
        if (own !== role) return []
        const content = answerContent(operation)
        return content === undefined ? [] : [{ content, role }]
      }),
    )
    const namesIn = (place: Place | undefined): readonly string[] =>
      Object.keys(mapping(place?.schema['properties']))
    const told = new Set(
      contents.flatMap(({ content, role }) =>
        namesIn(role === 'list' ? this.itemOf(this.listIn(content)) : this.itemIn(content)),
      ),
    )
    if (told.size > 0) return [...told]
    const bodies = [...roles.keys()].flatMap(({ body }) => body?.contents ?? [])
    return bodies.map(content => namesIn(this.itemIn(content))).find(names => names.length > 0) ?? []
  }

  /** The item in an answer that holds one: all of it, or its one member that is an object; by the key where that is known. */
  itemIn(content: Content, key?: string): Place | undefined {
    const whole = this.#placeOf(content)
    if (whole === undefined || (key !== undefined && has(whole, key))) return whole
    const inner = membersOf(whole).filter(({ schema }) => isObject(schema['properties']))
    if (key !== undefined) return inner.find(place => has(place, key)) ?? whole
    const [only] = inner
    const isWrapped = inner.length === 1 && !['id', 'uuid', '_id'].some(name => has(whole, name))
    return isWrapped && /^(?:data|item|result|payload|value|object)$/i.test(only?.path.at(-1) ?? '')
      ? only
      : whole
  }

  /** The list in an answer: all of it, or the first member that is a list of objects, however deep. */
  listIn(content: Content): Place | undefined {
    const whole = this.#placeOf(content)
    return whole === undefined ? undefined : listWithin(whole, 2)
  }

  /** Finds the schema of the items of a list. */
  itemOf(place: Place | undefined): Place | undefined {
    return place === undefined ? undefined : combined(place.schema['items'] ?? {}, place.definitions, [])
  }

  /** The members that only the server gives. */
  readOnly(content: Content, path: readonly string[]): ReadonlySet<string> {
    let place = content.schema === undefined ? undefined : whole(this.#requests.at(content.schema))
    for (const name of path)
      place =
        place === undefined
          ? undefined
          : combined(property(mapping(place.schema['properties']), name) ?? {}, place.definitions, [])
    const item = place?.schema['items'] === undefined ? place : this.itemOf(place)
    const properties = Object.entries(mapping(item?.schema['properties']))
    return new Set(properties.flatMap(([name, schema]) => (mapping(schema)[leftOut] === true ? [name] : [])))
  }

  #placeOf({ schema }: Content): Place | undefined {
    return schema === undefined ? undefined : whole(this.#schemas.at(schema))
  }
}

function whole({ schema }: JsonSchema): Place | undefined {
  const { $defs, ...own } = schema
  return combined(own, mapping($defs), [])
}

function combined(schema: JsonValue, definitions: JsonObject, path: readonly string[]): Place | undefined {
  const found = combineSchema(schema, definitions, new Set(), 0)
  return found === undefined ? undefined : { path, schema: found.schema, definitions }
}

function has({ schema }: Place, name: string): boolean {
  return Object.hasOwn(mapping(schema['properties']), name)
}

function membersOf({ schema, definitions, path }: Place): readonly Place[] {
  return Object.entries(mapping(schema['properties'])).flatMap(
    ([name, value]) => combined(value, definitions, [...path, name]) ?? [],
  )
}

function listWithin(place: Place, depth: number): Place | undefined {
  const { schema } = place
  if (schema['items'] !== undefined || [schema['type']].flat().includes('array')) return place
  if (depth === 0) return undefined
  const inner = membersOf(place)
  const lists = inner.flatMap(one => (listWithin(one, 0) === undefined ? [] : [one]))
  const ofObjects = lists.find(one => isOfObjects(one))
  if (ofObjects !== undefined) return ofObjects
  for (const one of inner) {
    const found = isObject(one.schema['properties']) ? listWithin(one, depth - 1) : undefined
    if (found !== undefined) return found
  }
  return lists[0]
}

function isOfObjects({ schema, definitions }: Place): boolean {
  const item = combined(schema['items'] ?? {}, definitions, [])
  return (
    item !== undefined &&
    (isObject(item.schema['properties']) || list([item.schema['type']].flat()).includes('object'))
  )
}

/** Picks the members of an item that an answer tells: all, or those that its schema names where that allows no more. */
export function toldOf(item: JsonObject, { schema }: Pick<Place, 'schema'>): JsonObject {
  return schema['additionalProperties'] === false ? namedIn(item, mapping(schema['properties'])) : item
}

/** The members of an item that are among these. */
export function namedIn(item: JsonObject, members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(members, name)))
}

/** The JSON of the first success of an operation. */
function answerContent({ responses }: Operation): Content | undefined {
  const success = ['200', '201', '202', '203', '2XX', 'default']
  const contents = success.flatMap(status => responses.find(one => one.status === status)?.contents ?? [])
  return contents.find(({ type }) => isJsonType(type) || type.includes('*'))
}
