import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isNumber, isWhole, numberOfYaml } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { jsonIn } from '../../util/json-in.ts'

/** The type that a schema asks for: the first it names that is not null, or what its keywords are about. */
export function typeOf(schema: JsonObject): string | undefined {
  const types = [schema['type'] ?? []].flat().filter(type => typeof type === 'string')
  const named = types.find(type => type !== 'null') ?? types[0]
  if (named !== undefined) return named
  return impliedTypes.find(([keywords]) => keywords.some(keyword => schema[keyword] !== undefined))?.[1]
}

const impliedTypes: readonly (readonly [keywords: readonly string[], type: string])[] = [
  [['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'], 'object'],
  [['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'], 'array'],
  [['pattern', 'format', 'minLength', 'maxLength'], 'string'],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], 'number'],
]

/** An example as its schema wants it: documents forget quotes around a text, and put them around a number, an object or a list. */
export function inItsType(value: JsonValue, schema: JsonObject): JsonValue {
  const type = typeOf(schema)
  if (type === 'string' && (isNumber(value) || typeof value === 'boolean')) return String(value)
  if (typeof value !== 'string' || value.trim() === '') return value
  if ((type === 'integer' || type === 'number') && Number.isFinite(Number(value)))
    return numberOfYaml(value.trim()) ?? Number(value)
  if (type === 'object' || type === 'array') {
    const read = jsonIn(value)
    return read !== undefined && (type === 'array' ? isList(read) : isObject(read)) ? read : value
  }
  return type === 'boolean' && /^(?:true|false)$/.test(value) ? value === 'true' : value
}

/**
 * True where a value is of a type that the schema names, and one of its choices; null is no example of anything else,
 * unless it `mayBeNull`.
 */
export function fitsShallowly(value: JsonValue, schema: JsonObject, mayBeNull = false): boolean {
  const types = [schema['type'] ?? []].flat()
  const choices = schema['enum']
  if (value === null && !mayBeNull && types.some(type => type !== 'null')) return false
  if (choices !== undefined && isList(choices) && !choices.some(choice => jsonEqual(choice, value)))
    return false
  if (types.length === 0) return true
  if (isNumber(value)) return types.includes('number') || (types.includes('integer') && isWhole(value))
  return types.includes(value === null ? 'null' : isList(value) ? 'array' : typeof value)
}
