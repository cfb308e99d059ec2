import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { list, mapping, text, texts } from '../util/read-values.ts'
import { compareNumbers, isNumber, isWhole } from '../util/exact-number.ts'

/** True where a value is what a part of a schema says. */
type Check = (value: JsonValue) => boolean

/**
 * Tells whether values satisfy a schema, and not why they do not: that takes a tenth of the time of a validator that
 * tells. It knows those keywords of JSON Schema (draft 7) that the schemas here have, and throws at any other. What a
 * definition or a property says is read when a value first needs it, because no suite needs more than a few.
 */
export function acceptor(schema: JsonObject): Check {
  const definitions = mapping(schema['definitions'])
  const known = new Map<JsonValue, Check>()
  const read = (part: JsonValue): Check => {
    const check =
      known.get(part) ?? (part === false ? nothing : checkOf(mapping(part), { definitions, read }))
    known.set(part, check)
    return check
  }
  return read(schema)
}

interface Reader {
  readonly definitions: JsonObject
  /** The check of a part of the schema, made once. */
  readonly read: (part: JsonValue) => Check
}

function checkOf(schema: JsonObject, reader: Reader): Check {
  for (const keyword of Object.keys(schema))
    if (!keywords.has(keyword)) throw new Error(`The schema has the keyword ${keyword}.`)
  return allOf([
    ...ofAny(schema),
    ...ofTexts(schema),
    ...ofNumbers(schema),
    ...ofLists(schema, reader),
    ...ofObjects(schema, reader),
    ...ofSchemas(schema, reader),
  ])
}

/** Keywords that mean nothing to a value, and those that are read below. */
const keywords = new Set([
  ...['$schema', '$comment', 'definitions', 'title', 'description', 'examples', 'default'],
  ...['defaultSnippets', 'errorMessage', 'patternErrorMessage'],
  ...['type', 'enum', 'const', 'minLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'required', 'dependencies'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
])

const anything: Check = () => true
const nothing: Check = () => false

function allOf(checks: readonly Check[]): Check {
  return checks.length === 0 ? anything : checks.reduce((one, other) => value => one(value) && other(value))
}

function ofAny({ type, enum: members, const: constant }: JsonObject): readonly Check[] {
  const checks: Check[] = []
  const types = texts([type ?? []].flat())
  const [only] = types
  if (types.length === 1 && only !== undefined) checks.push(ofType(only))
  else if (types.length > 1) checks.push(anyOf(types.map(ofType)))
  if (members !== undefined) checks.push(value => list(members).some(one => jsonEqual(one, value)))
  if (constant !== undefined) checks.push(value => jsonEqual(constant, value))
  return checks
}

function ofType(type: string): Check {
  switch (type) {
    case 'object':
      return isObject
    case 'array':
      return isList
    case 'null':
      return value => value === null
    case 'integer':
      return value => isNumber(value) && isWhole(value)
    case 'number':
      return isNumber
    default:
      return value => typeof value === type
  }
}

function ofTexts({ minLength, pattern }: JsonObject): readonly Check[] {
  const checks: Check[] = []
  if (minLength !== undefined) {
    // A character beyond the basic plane would count as two.
    if (minLength !== 1) throw new Error('The schema asks for more than one character.')
    checks.push(value => value !== '')
  }
  if (pattern !== undefined) {
    const expression = new RegExp(text(pattern) ?? '', 'u')
    checks.push(value => typeof value !== 'string' || expression.test(value))
  }
  return checks
}

function ofNumbers({ minimum, maximum, exclusiveMinimum }: JsonObject): readonly Check[] {
  const bounds: readonly (readonly [JsonValue | undefined, (order: number) => boolean])[] = [
    [minimum, order => order >= 0],
    [maximum, order => order <= 0],
    [exclusiveMinimum, order => order > 0],
  ]
  return bounds.flatMap(([bound, holds]): readonly Check[] =>
    typeof bound === 'number' ? [value => !isNumber(value) || holds(compareNumbers(value, bound))] : [],
  )
}

function ofLists({ items, minItems, maxItems, uniqueItems }: JsonObject, { read }: Reader): readonly Check[] {
  const checks: ((value: readonly JsonValue[]) => boolean)[] = []
  if (typeof minItems === 'number') checks.push(value => value.length >= minItems)
  if (typeof maxItems === 'number') checks.push(value => value.length <= maxItems)
  if (uniqueItems === true)
    checks.push(value =>
      value.every((one, index) => !value.some((two, other) => other < index && jsonEqual(one, two))),
    )
  if (items !== undefined) {
    const check = read(items)
    checks.push(value => value.every(check))
  }
  return checks.map(check => value => !isList(value) || check(value))
}

/** Counted without a list of the names: this is asked of each step. */
function memberCount(value: JsonObject): number {
  let count = 0
  for (const _ in value) count++
  return count
}

function ofObjects(schema: JsonObject, reader: Reader): readonly Check[] {
  const { required, dependencies, minProperties, maxProperties, propertyNames } = schema
  const checks: ((value: JsonObject) => boolean)[] = texts(required).map(
    key => value => Object.hasOwn(value, key),
  )
  for (const [key, needed] of Object.entries(mapping(dependencies)))
    checks.push(
      value => !Object.hasOwn(value, key) || texts(needed).every(other => Object.hasOwn(value, other)),
    )
  if (typeof minProperties === 'number') checks.push(value => memberCount(value) >= minProperties)
  if (typeof maxProperties === 'number') checks.push(value => memberCount(value) <= maxProperties)
  if (propertyNames !== undefined) {
    const check = reader.read(propertyNames)
    checks.push(value => {
      for (const name in value) if (!check(name)) return false
      return true
    })
  }
  if (['properties', 'patternProperties', 'additionalProperties'].some(keyword => keyword in schema))
    checks.push(ofMembers(schema, reader))
  if (checks.length === 0) return []
  const all = checks.reduce((one, other) => value => one(value) && other(value))
  return [value => !isObject(value) || all(value)]
}

/** Names of members whose checks are remembered, for patterns that any name may fit. */
const mostNames = 1000

/** Checks the value of each member by the schemas for its name. */
function ofMembers(schema: JsonObject, { read }: Reader): (value: JsonObject) => boolean {
  const { additionalProperties = {} } = schema
  const properties = mapping(schema['properties'])
  const patterns = Object.entries(mapping(schema['patternProperties'])).map(
    ([pattern, part]) => [new RegExp(pattern, 'u'), part] as const,
  )
  const others = read(additionalProperties)
  const known = new Map<string, Check>()
  const checkFor = (name: string): Check => {
    const isNamed = Object.hasOwn(properties, name)
    if (!isNamed && patterns.length === 0) return others
    const parts = patterns.flatMap(([pattern, part]) => (pattern.test(name) ? [read(part)] : []))
    if (isNamed) parts.push(read(properties[name] ?? {}))
    const check = parts.length === 0 ? others : allOf(parts)
    if (isNamed || known.size < mostNames) known.set(name, check)
    return check
  }
  return value => {
    for (const name in value) if (!(known.get(name) ?? checkFor(name))(value[name] ?? null)) return false
    return true
  }
}

function ofSchemas(schema: JsonObject, { definitions, read }: Reader): readonly Check[] {
  const { $ref: reference, allOf: all, anyOf: any, oneOf: one, not, if: condition } = schema
  const checks = ofAll(list(all), read)
  if (reference !== undefined) checks.push(ofReference(text(reference) ?? '', { definitions, read }))
  if (any !== undefined) checks.push(anyOf(list(any).map(read)))
  if (one !== undefined) {
    const keys = list(one).map(onlyKey)
    const alternatives = list(one).map(read)
    checks.push(
      keys.includes(undefined)
        ? value => alternatives.filter(check => check(value)).length === 1
        : hasOneOf(keys),
    )
  }
  if (not !== undefined) {
    const check = read(not)
    checks.push(value => !check(value))
  }
  if (condition !== undefined) {
    const [isSo, then, otherwise] = [condition, schema['then'] ?? {}, schema['else'] ?? {}].map(read)
    checks.push(value => (isSo?.(value) === true ? then : otherwise)?.(value) === true)
  }
  return checks
}

/** All of several, of which those that begin with `if` there is a certain key are looked for by the keys that there are. */
function ofAll(all: readonly JsonValue[], read: Reader['read']): Check[] {
  const byKey = new Map<string, Check>()
  const others: Check[] = []
  for (const part of all) {
    const { if: condition, then, ...more } = mapping(part)
    const key = condition === undefined ? undefined : onlyKey(condition)
    if (key === undefined || then === undefined || Object.keys(more).length > 0 || byKey.has(key))
      others.push(read(part))
    else byKey.set(key, read(then))
  }
  if (byKey.size === 0) return others
  const check: Check = value => {
    if (!isObject(value)) return [...byKey.values()].every(then => then(value))
    for (const key in value) if (byKey.get(key)?.(value) === false) return false
    return true
  }
  return [...others, check]
}

function hasOneOf(keys: readonly (string | undefined)[]): Check {
  const wanted = new Set(keys)
  return value => {
    let count = 0
    if (isObject(value)) for (const key in value) if (wanted.has(key)) count++
    return count === 1
  }
}

/** The key that a schema asks for, if it asks for nothing else. */
function onlyKey(schema: JsonValue): string | undefined {
  const { required, ...more } = mapping(schema)
  const [key, another] = texts(required)
  return Object.keys(more).length > 0 || another !== undefined ? undefined : key
}

function anyOf(alternatives: readonly Check[]): Check {
  return alternatives.reduce((one, other) => value => one(value) || other(value))
}

/** A definition is read when a value first comes to it, which it may do by way of itself. */
function ofReference(reference: string, { definitions, read }: Reader): Check {
  const definition = definitions[reference.replace('#/definitions/', '')]
  if (definition === undefined) throw new Error(`The schema refers to ${reference}, which is not there.`)
  let check: Check | undefined
  return value => (check ??= read(definition))(value)
}
