import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { isInheritedByAll } from './body-path.ts'
import { samePattern } from './same-pattern.ts'
import { defined } from '../../../util/defined.ts'
import { mapValues } from '../../../util/map-values.ts'
import { typesSpokenOf } from '../../../util/schema-words.ts'

/** Reads the value of a keyword; undefined where other rules than ours may apply to it. */
type ReadKeyword = (value: JsonValue) => JsonValue | undefined

/**
 * A schema that Postman's validator (ajv 6, draft 7) reads as ours does, without the keywords it ignores; undefined where
 * the two may differ: formats, references out of the schema, patterns of JavaScript's own, and what is no schema.
 */
export function sameSchema(schema: JsonValue): JsonValue | undefined {
  if (typeof schema === 'boolean') return schema
  if (!isObject(schema) || JSON.stringify(schema).includes('{{')) return undefined
  if (Object.hasOwn(schema, '$ref')) return referenceOf(schema)
  const members: (readonly [string, JsonValue])[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (refused.has(keyword)) return undefined
    const read = readers.get(keyword)
    // The validator ignores keywords that it does not know.
    if (read === undefined) continue
    const same = read(value)
    if (same === undefined) return undefined
    members.push([keyword, same])
  }
  return Object.fromEntries(members)
}

/**
 * The schema with every type named where all of its words are about some: ours fails the others, of which it says nothing,
 * and Postman's validator takes them.
 */
export function speaksOfAll(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema
  const { items, properties, definitions } = schema
  const inner = (members: JsonValue | undefined): JsonObject | undefined =>
    isObject(members ?? null) ? mapValues(members as JsonObject, speaksOfAll) : undefined
  const parts = {
    items: items === undefined ? undefined : speaksOfAll(items),
    properties: inner(properties),
    definitions: inner(definitions),
  }
  const open = typesSpokenOf(schema).length > 0 ? { type: everyType } : {}
  return { ...open, ...schema, ...defined(parts) }
}

const everyType = ['object', 'array', 'string', 'number', 'boolean', 'null']

/** Beside a reference draft 7 knows no other keyword, and validators do not agree on what to do with one. */
function referenceOf({ $ref, definitions, ...others }: JsonObject): JsonValue | undefined {
  if (Object.keys(others).length > 0) return undefined
  if (typeof $ref !== 'string' || !/^#(?:\/definitions\/[\w-]+)?$/.test($ref)) return undefined
  const own = definitions === undefined ? undefined : schemas(definitions)
  if (definitions !== undefined && own === undefined) return undefined
  return defined({ $ref, definitions: own })
}

/** Keywords that the two read by different rules, or that say by which rules to read. */
const refused = new Set([
  'format',
  'multipleOf',
  'dependencies',
  '$id',
  '$schema',
  'additionalItems',
  '$data',
])

const asWritten: ReadKeyword = value => value
const number: ReadKeyword = value => (typeof value === 'number' ? value : undefined)
const boolean: ReadKeyword = value => (typeof value === 'boolean' ? value : undefined)
const text: ReadKeyword = value => (typeof value === 'string' ? value : undefined)
const list: ReadKeyword = value => (isList(value) && value.length > 0 ? value : undefined)
const count: ReadKeyword = value =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
const pattern: ReadKeyword = value =>
  typeof value === 'string' && samePattern(value, '') === value ? value : undefined

const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
const type: ReadKeyword = value => {
  const names = typeof value === 'string' ? [value] : isList(value) ? value : []
  const areTypes = names.length > 0 && names.every(name => typeof name === 'string' && types.includes(name))
  return areTypes && new Set(names).size === names.length ? value : undefined
}

const names: ReadKeyword = value => {
  const areNames = isList(value) && value.every(name => typeof name === 'string' && !isInheritedByAll(name))
  return areNames && new Set(value).size === value.length ? value : undefined
}

const listOfSchemas: ReadKeyword = value => {
  if (!isList(value) || value.length === 0) return undefined
  const same = value.map(sameSchema)
  return same.every(one => one !== undefined) ? same : undefined
}

function schemas(value: JsonValue): JsonValue | undefined {
  if (!isObject(value)) return undefined
  const same = Object.entries(value).map(([name, schema]) => [name, sameSchema(schema)] as const)
  const areSame = same.every(
    (entry): entry is readonly [string, JsonValue] => entry[1] !== undefined && !isInheritedByAll(entry[0]),
  )
  return areSame ? Object.fromEntries(same) : undefined
}

const schemasByPattern: ReadKeyword = value =>
  isObject(value) && Object.keys(value).every(name => pattern(name) !== undefined)
    ? schemas(value)
    : undefined

const readers: ReadonlyMap<string, ReadKeyword> = new Map(
  Object.entries({
    ...{ title: text, description: text, $comment: text, default: asWritten, examples: list },
    ...{ type, enum: list, const: asWritten, required: names },
    ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
    ...{ minLength: count, maxLength: count, minItems: count, maxItems: count },
    ...{ minProperties: count, maxProperties: count, pattern, uniqueItems: boolean },
    ...{ properties: schemas, definitions: schemas, patternProperties: schemasByPattern },
    ...{ additionalProperties: sameSchema, propertyNames: sameSchema, contains: sameSchema, not: sameSchema },
    ...{ if: sameSchema, then: sameSchema, else: sameSchema },
    // A list of schemas is a keyword of another name since 2019.
    items: (value: JsonValue) => (isList(value) ? undefined : sameSchema(value)),
    ...{ allOf: listOfSchemas, anyOf: listOfSchemas, oneOf: listOfSchemas },
  }),
)
