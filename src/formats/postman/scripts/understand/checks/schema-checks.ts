import type { AnyNode } from 'acorn'
import type { JsonValue } from '../../../../../model/json.ts'
import { isList, isObject } from '../../../../../util/is-json.ts'
import { sameSchema, speaksOfAll } from '../../same-schema.ts'
import type { Check } from './check.ts'
import { guardsOf, objectName, type Evaluate, type Value } from './value.ts'

/** That the whole body satisfies a schema, by the rules of ajv 6: `to.have.jsonSchema(schema)`. */
export function schemaCheck(schema: JsonValue | undefined): readonly Check[] | undefined {
  const same = schema === undefined ? undefined : sameSchema(schema)
  if (!isObject(same) || Object.keys(same).length === 0) return undefined
  // Names of files and operations of API descriptions stand under these keys.
  return Object.hasOwn(same, 'spec') || Object.hasOwn(same, 'operation')
    ? undefined
    : [{ target: 'schema', operator: 'schema', expected: speaksOfAll(same) }]
}

/** That a value satisfies a schema; only the body as a whole can be held against one. */
export function valueSchemaCheck(
  value: Value | undefined,
  schema: JsonValue | undefined,
): readonly Check[] | undefined {
  return value?.kind === 'body' && value.path.length === 0 ? schemaCheck(schema) : undefined
}

type Call = AnyNode & { type: 'CallExpression' | 'NewExpression' }

/** Value of a call of ajv or tv4: a validator, or whether a value satisfies a schema. */
export function validatorValue(node: Call, evaluate: Evaluate): Value | undefined {
  const name = objectName(evaluate(node.callee))
  if (node.type === 'NewExpression')
    return isAjv(name) && hasNoRules(node, evaluate) ? { kind: 'object', name: 'ajv' } : undefined
  const [first, second] = node.arguments
  const value = first === undefined ? undefined : evaluate(first)
  const other = second === undefined ? undefined : evaluate(second)
  switch (name) {
    case 'ajv.compile':
      return value?.kind === 'literal' ? { kind: 'validator', schema: value.value } : undefined
    case 'ajv.validate':
      return satisfying(other, valueSchemaCheck(other, schemaOf(value)))
    case 'tv4.validate':
    case 'require(tv4).validate':
      return node.arguments.length === 2
        ? satisfying(value, oldSchemaCheck(value, schemaOf(other)))
        : undefined
    default: {
      const callee = evaluate(node.callee)
      return callee?.kind === 'validator'
        ? satisfying(value, valueSchemaCheck(value, callee.schema))
        : undefined
    }
  }
}

function isAjv(name: string | undefined): boolean {
  return name === 'Ajv' || name === 'require(ajv)' || name === 'require(ajv).default'
}

/** Options that change no verdict. */
function hasNoRules(node: Call, evaluate: Evaluate): boolean {
  const [options] = node.arguments
  if (options === undefined) return true
  if (options.type !== 'ObjectExpression') return false
  return options.properties.every(
    property =>
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      ['allErrors', 'logger', 'verbose'].includes(property.key.name) &&
      evaluate(property.value) !== undefined,
  )
}

function schemaOf(value: Value | undefined): JsonValue | undefined {
  return value?.kind === 'literal' ? value.value : undefined
}

function satisfying(value: Value | undefined, checks: readonly Check[] | undefined): Value | undefined {
  return value === undefined || checks === undefined
    ? undefined
    : { kind: 'condition', checks, guards: guardsOf(value) }
}

/** The same by the rules of tv4, which knows draft 4 and counts the units of a text. */
function oldSchemaCheck(
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
