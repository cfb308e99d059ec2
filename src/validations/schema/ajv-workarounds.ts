import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** A schema in words that ajv reads rightly, where it reads it otherwise or refuses it. The schemas inside are done already. */
export function withAjvWorkarounds(schema: JsonObject): JsonValue {
  if (isEmptyChoice(schema)) return false
  return withoutLoneNullable(withPrototypeProperty(withoutLoneIf(schema)))
}

/** ajv refuses to compile `enum: []`, which nothing satisfies. */
function isEmptyChoice(schema: JsonObject): boolean {
  const choices = schema['enum']
  return choices !== undefined && isList(choices) && choices.length === 0
}

/** ajv skips an `if` without `then`, yet what it looked at counts as evaluated: says the same by `anyOf`. */
function withoutLoneIf(schema: JsonObject): JsonObject {
  const condition = schema['if']
  if (condition === undefined || 'then' in schema) return schema
  const choice = { anyOf: [condition, { allOf: [{ not: condition }, schema['else'] ?? true] }] }
  const allOf = schema['allOf'] ?? []
  return { ...without(schema, ['if', 'else']), allOf: [...(isList(allOf) ? allOf : []), choice] }
}

/** ajv skips a property called `__proto__`, which is a name like any other. */
function withPrototypeProperty(schema: JsonObject): JsonObject {
  const properties = schema['properties']
  if (properties === undefined || !isObject(properties) || !Object.hasOwn(properties, '__proto__'))
    return schema
  const patterns = schema['patternProperties'] ?? {}
  const own = properties['__proto__'] ?? true
  return { ...schema, patternProperties: { ...(isObject(patterns) ? patterns : {}), '^__proto__$': own } }
}

/** ajv throws at `nullable` (a word of OpenAPI 3.0) without `type`; alone it has no effect. */
function withoutLoneNullable(schema: JsonObject): JsonObject {
  if (!('nullable' in schema) || 'type' in schema) return schema
  return without(schema, ['nullable'])
}

function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
