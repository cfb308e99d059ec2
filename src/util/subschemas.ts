import type { JsonObject, JsonValue } from './json-value.ts'
import { isList, isObject } from './is-json.ts'

/** Keywords whose value is a schema or a list of schemas. */
const schemaKeywords = new Set([
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

/** Keywords whose value maps names to schemas. */
const mapKeywords = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/** The schemas directly inside a schema, in whatever keyword; what `const`, `enum` or `default` hold is data. */
export function subschemasOf(schema: JsonObject): JsonValue[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (schemaKeywords.has(keyword)) return isList(value) ? value : [value]
    return mapKeywords.has(keyword) && isObject(value) ? Object.values(value) : []
  })
}

/** The value of one keyword with the schemas directly inside it transformed. */
export function mapSubschemas(
  keyword: string,
  value: JsonValue,
  transform: (schema: JsonValue) => JsonValue,
): JsonValue {
  if (schemaKeywords.has(keyword)) return isList(value) ? value.map(transform) : transform(value)
  if (!mapKeywords.has(keyword) || !isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, transform(schema)]))
}
