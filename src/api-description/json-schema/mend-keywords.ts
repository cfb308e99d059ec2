import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { property } from '../../util/read-values.ts'
import { preparePattern } from '../../util/pattern-engine.ts'
import { jsonTypes, typesOf } from './types-of.ts'

/**
 * The keywords of one schema as JSON Schema 2020-12 has them, schemas inside not yet touched. Keywords that only describe,
 * and those with a value that they cannot have, are left out.
 */
export function mendKeywords(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([keyword, value]) => shapes.get(keyword)?.(value) === true)
  const mended = mendItems(mendBounds({ ...Object.fromEntries(kept), ...mendedType(schema) }, schema))
  const examples = examplesOf(schema)
  return mendNullable(
    { ...mended, ...(examples.length === 0 ? {} : { examples }) },
    property(schema, 'nullable') === true || property(schema, 'x-nullable') === true,
  )
}

type Shape = (value: JsonValue) => boolean

const isNumber: Shape = value => typeof value === 'number' && Number.isFinite(value)
const isCount: Shape = value => typeof value === 'number' && value >= 0
const isSchema: Shape = value => typeof value === 'boolean' || isObject(value)
const isSchemas: Shape = value => isList(value) && value.length > 0 && value.every(isSchema)
const isText: Shape = value => typeof value === 'string'
const isSchemaMap: Shape = value => isObject(value)
const isBoolean: Shape = value => typeof value === 'boolean'

/** Every keyword that says something of values, and what its own value must be. */
const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['const', () => true],
  ['enum', value => isList(value) && value.length > 0],
  ['default', () => true],
  ['format', isText],
  ['pattern', value => typeof value === 'string' && preparePattern(value).ok],
  ['minLength', isCount],
  ['maxLength', isCount],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['exclusiveMaximum', isNumber],
  ['multipleOf', value => typeof value === 'number' && value > 0],
  ['minItems', isCount],
  ['maxItems', isCount],
  ['uniqueItems', isBoolean],
  ['minContains', isCount],
  ['maxContains', isCount],
  ['minProperties', isCount],
  ['maxProperties', isCount],
  ['required', isList],
  ['dependentRequired', isObject],
  ['properties', isSchemaMap],
  [
    'patternProperties',
    value => isObject(value) && Object.keys(value).every(pattern => preparePattern(pattern).ok),
  ],
  ['dependentSchemas', isSchemaMap],
  ['additionalProperties', isSchema],
  ['unevaluatedProperties', isSchema],
  ['propertyNames', isSchema],
  ['items', value => isSchema(value) || isSchemas(value)],
  ['prefixItems', isSchemas],
  ['unevaluatedItems', isSchema],
  ['contains', isSchema],
  ['allOf', isSchemas],
  ['anyOf', isSchemas],
  ['oneOf', isSchemas],
  ['not', isSchema],
  ['if', isSchema],
  ['then', isSchema],
  ['else', isSchema],
  ['xml', isObject],
])

function mendedType(schema: JsonObject): JsonObject {
  const types = typesOf(property(schema, 'type'))
  const [first] = types
  if (first === undefined) return {}
  return { type: types.length === 1 ? first : types }
}

/** Before 2019-09 the exclusive bounds were switches of the others; documents of 3.1 still have them so. */
function mendBounds(mended: JsonObject, schema: JsonObject): JsonObject {
  const bounds = [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const
  return bounds.reduce((current, [bound, exclusive]) => {
    const { [bound]: limit, ...rest } = current
    if (property(schema, exclusive) !== true || limit === undefined) return current
    return { ...rest, [exclusive]: limit }
  }, mended)
}

/** A list under `items` was a tuple before 2020-12. */
function mendItems(schema: JsonObject): JsonObject {
  const { items, ...rest } = schema
  return items === undefined || !isList(items) ? schema : { ...rest, prefixItems: items }
}

/** With `nullable`, null is right, too, whatever stands beside it. */
function mendNullable(schema: JsonObject, nullable: boolean): JsonObject {
  if (!nullable) return schema
  const { type, enum: choices, ...rest } = schema
  const isComposed = ['allOf', 'anyOf', 'oneOf', 'const'].some(keyword => Object.hasOwn(rest, keyword))
  if (isComposed) {
    const { examples, default: usual, ...inner } = schema
    const shown = {
      ...(examples === undefined ? {} : { examples }),
      ...(usual === undefined ? {} : { default: usual }),
    }
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
