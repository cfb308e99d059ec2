import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { subschemasOf } from '../../util/subschemas.ts'
import { localTarget } from './local-target.ts'
import type { ValidateValue } from './schema-message.ts'

/** Values that a schema which asks for anything is tried with. */
const usual: readonly JsonValue[] = [
  ...[null, true, false, 0, -1, 1, 1.5, 1e9, '', 'a', 'Ada B', 'x'.repeat(5000)],
  ...[[], [null], [1, 1], ['a'], [{}], Array.from({ length: 200 }, (_, index) => index)],
  ...[{}, { a: 1 }, { error: 'not found' }, { 'Zz zz': null }],
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index])),
]
const fewer: readonly JsonValue[] = [null, true, -1, 1.5, '', 'Ada', [], [null], {}, { a: 1 }]

/** Values that are tried at most, and how deep they go. */
const most = 2000
const deepest = 5

/** Keywords that only values of a special kind fail, which are not made for them. */
const special: ReadonlySet<string> = new Set([
  ...[
    'then',
    'else',
    'dependentSchemas',
    'dependencies',
    'dependentRequired',
    'patternProperties',
    'propertyNames',
  ],
  ...['pattern', 'format', 'multipleOf', 'contains', 'unevaluatedItems', '$dynamicRef', '$recursiveRef'],
])

/**
 * Whether a schema takes everything that an answer can be, by whatever words: of all values that are made for it none fails.
 * What has keywords for which none are made may still ask for something.
 */
export function takesAll(schema: JsonValue, validate: ValidateValue): boolean {
  if (!isObject(schema)) return schema === true
  if (!triedWith(schema, schema).every(value => validate(value).length === 0)) return false
  return !mayAskForMore(schema, schema, new Set())
}

function mayAskForMore(schema: JsonValue, root: JsonObject, seen: Set<JsonValue>): boolean {
  if (!isObject(schema) || seen.has(schema)) return false
  seen.add(schema)
  const { $ref: reference } = schema
  const target = typeof reference === 'string' ? localTarget(reference, root) : undefined
  if (typeof reference === 'string' && target === undefined) return true
  const isConditional = schema['if'] !== undefined
  const words = Object.keys(schema).filter(word => isConditional || (word !== 'then' && word !== 'else'))
  if (words.some(word => special.has(word))) return true
  if (isObject(schema['unevaluatedProperties'] ?? null)) return true
  const inner = subschemasOf(schema).filter(one => one !== schema['$defs'] && one !== schema['definitions'])
  return [...inner, target ?? true].some(one => mayAskForMore(one, root, seen))
}

function triedWith(schema: JsonObject, root: JsonObject): readonly JsonValue[] {
  const values = new Set<JsonValue>(usual)
  for (const value of valuesFor(schema, root, 0)) if (values.size < most) values.add(value)
  return [...values]
}

function valuesFor(schema: JsonValue, root: JsonObject, depth: number): readonly JsonValue[] {
  if (!isObject(schema) || depth > deepest) return fewer
  const { $ref: reference } = schema
  const target = typeof reference === 'string' ? localTarget(reference, root) : undefined
  const parts = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'].flatMap(word => schema[word] ?? [])
  const alternatives = [...parts, ...(target === undefined ? [] : [target])]
  return [
    ...fewer,
    ...named(schema),
    ...ofObjects(schema, root, depth),
    ...ofLists(schema, root, depth),
    ...alternatives.flatMap(part => valuesFor(part, root, depth + 1)),
  ].slice(0, most)
}

/** The values that a schema names, and those beside them. */
function named(schema: JsonObject): readonly JsonValue[] {
  const { const: only, enum: choice } = schema
  const values = [
    ...(only === undefined ? [] : [only]),
    ...(isList(choice ?? null) ? (choice as readonly JsonValue[]) : []),
  ]
  const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap(word =>
    around(schema[word]),
  )
  const lengths = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
    .flatMap(word => around(schema[word]))
    .filter(length => length >= 0 && length <= 10_000 && Number.isInteger(length))
  return [...values, ...numbers, ...lengths.flatMap(ofLength)]
}

function around(bound: JsonValue | undefined): readonly number[] {
  const number = Number(bound ?? Number.NaN)
  return Number.isNaN(number) ? [] : [number - 1, number, number + 1]
}

function ofLength(length: number): readonly JsonValue[] {
  const indexes = Array.from({ length }, (_, index) => index)
  return ['x'.repeat(length), indexes, Object.fromEntries(indexes.map(index => [`k${index}`, index]))]
}

/** Objects whose members are as their schemas say, and not; one by one, and all together. */
function ofObjects(schema: JsonObject, root: JsonObject, depth: number): readonly JsonValue[] {
  const { properties, additionalProperties } = schema
  const members = Object.entries(isObject(properties ?? null) ? (properties as JsonObject) : {})
  const each = members.map(([name, one]) => [name, valuesFor(one, root, depth + 1)] as const)
  const objects = each.flatMap(([name, values]) => values.map(value => ({ [name]: value })))
  const longest = Math.max(0, ...each.map(([, values]) => Math.min(values.length, 40)))
  const together = Array.from({ length: longest }, (_, index) =>
    Object.fromEntries(each.map(([name, values]) => [name, values[index % values.length] ?? null])),
  )
  const others = isObject(additionalProperties ?? null)
    ? valuesFor(additionalProperties ?? true, root, depth + 1)
    : []
  return [...objects, ...together, ...others.map(value => ({ zz: value }))]
}

function ofLists(schema: JsonObject, root: JsonObject, depth: number): readonly JsonValue[] {
  const { items, prefixItems } = schema
  const first = [items ?? [], prefixItems ?? []].flat(1) as readonly JsonValue[]
  return first.flatMap((one, index) =>
    valuesFor(one, root, depth + 1).flatMap(value => [
      [value],
      [...new Array<null>(index).fill(null), value],
    ]),
  )
}
