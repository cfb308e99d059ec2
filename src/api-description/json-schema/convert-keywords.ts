import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import { property } from '../../util/read-values.ts'
import { isSound } from './keyword-faults.ts'
import { jsonTypes, typesOf } from './types-of.ts'
import { defined } from '../../util/defined.ts'

/**
 * The keywords of one schema as JSON Schema 2020-12 has them, schemas inside not yet touched. Keywords that only describe,
 * and those with a value that they cannot have, are left out.
 */
export function convertKeywords(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([keyword, value]) => isSound(keyword, value))
  const converted = convertItems(
    convertBounds({ ...Object.fromEntries(kept), ...convertedType(schema) }, schema),
  )
  const examples = examplesOf(schema)
  return convertNullable(
    { ...converted, ...(examples.length === 0 ? {} : { examples }) },
    property(schema, 'nullable') === true || property(schema, 'x-nullable') === true,
  )
}

/** The type `file` of Swagger 2 is what `format: binary` says since. */
function convertedType(schema: JsonObject): JsonObject {
  const written = property(schema, 'type')
  const types = typesOf(written)
  const [first] = types
  if (first === undefined) return {}
  const file = written === 'file' ? { format: 'binary' } : {}
  return { type: types.length === 1 ? first : types, ...file }
}

/** Before 2019-09 the exclusive bounds were switches of the others; documents of 3.1 still have them so. */
function convertBounds(converted: JsonObject, schema: JsonObject): JsonObject {
  const bounds = [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const
  return bounds.reduce((current, [bound, exclusive]) => {
    const { [bound]: limit, ...rest } = current
    if (property(schema, exclusive) !== true || limit === undefined) return current
    return { ...rest, [exclusive]: limit }
  }, converted)
}

/** A list under `items` was a tuple before 2020-12. */
function convertItems(schema: JsonObject): JsonObject {
  const { items, ...rest } = schema
  return items === undefined || !isList(items) ? schema : { ...rest, prefixItems: items }
}

/** With `nullable`, null is right, too, whatever stands beside it. */
function convertNullable(schema: JsonObject, nullable: boolean): JsonObject {
  if (!nullable) return schema
  const { type, enum: choices, ...rest } = schema
  const isComposed = ['allOf', 'anyOf', 'oneOf', 'const'].some(keyword => Object.hasOwn(rest, keyword))
  if (isComposed) {
    const { examples, default: usual, ...inner } = schema
    const shown = defined({ examples, default: usual })
    return { ...shown, anyOf: [inner, { type: 'null' }] }
  }
  return {
    ...rest,
    ...(type === undefined ? {} : { type: jsonTypes([...[type].flat(), 'null']) }),
    ...(choices === undefined || !isList(choices)
      ? {}
      : { enum: choices.includes(null) ? choices : [...choices, null] }),
  }
}

/** The examples of a schema, whatever the version calls them, the best first. */
function examplesOf(schema: JsonObject): readonly JsonValue[] {
  const single = ['example', 'x-example']
    .map(key => property(schema, key))
    .filter(value => value !== undefined)
  const several = property(schema, 'examples')
  return [...single, ...(several !== undefined && isList(several) ? several : [])]
}
