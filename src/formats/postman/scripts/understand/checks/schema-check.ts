import type { JsonValue } from '../../../../../model/json.ts'
import { isList, isObject } from '../../../../../util/is-json.ts'
import type { Check } from './check.ts'
import { sameSchema } from '../../same-schema.ts'
import type { Value } from './value.ts'

/** That the whole body satisfies a schema, by the rules of ajv 6: `to.have.jsonSchema(schema)`. */
export function schemaCheck(schema: JsonValue | undefined): readonly Check[] | undefined {
  const same = schema === undefined ? undefined : sameSchema(schema)
  if (!isObject(same) || Object.keys(same).length === 0) return undefined
  // Names of files and operations of API descriptions stand under these keys.
  return Object.hasOwn(same, 'spec') || Object.hasOwn(same, 'operation')
    ? undefined
    : [{ target: 'schema', operator: 'schema', expected: same }]
}

/** That a value satisfies a schema; only the body as a whole can be held against one. */
export function valueSchemaCheck(
  value: Value | undefined,
  schema: JsonValue | undefined,
): readonly Check[] | undefined {
  return value?.kind === 'body' && value.path.length === 0 ? schemaCheck(schema) : undefined
}

/** The same by the rules of tv4, which knows draft 4 and counts the units of a text. */
export function oldSchemaCheck(
  value: Value | undefined,
  schema: JsonValue | undefined,
): readonly Check[] | undefined {
  return schema !== undefined && isOldSchema(schema) ? valueSchemaCheck(value, schema) : undefined
}

const oldKeywords = new Set(
  [
    'title description default type enum required minimum maximum minItems maxItems uniqueItems properties items',
    'additionalProperties allOf anyOf oneOf not pattern minProperties maxProperties nullable',
  ]
    .join(' ')
    .split(' '),
)

function isOldSchema(schema: JsonValue): boolean {
  if (!isObject(schema)) return false
  return Object.entries(schema).every(([keyword, value]) => {
    if (!oldKeywords.has(keyword)) return false
    if (keyword === 'properties') return isObject(value) && Object.values(value).every(isOldSchema)
    if (['allOf', 'anyOf', 'oneOf'].includes(keyword)) return isList(value) && value.every(isOldSchema)
    if (keyword === 'additionalProperties' && typeof value === 'boolean') return true
    return ['items', 'not', 'additionalProperties'].includes(keyword) ? isOldSchema(value) : true
  })
}
