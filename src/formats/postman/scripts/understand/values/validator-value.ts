import type { AnyNode } from 'acorn'
import type { Evaluator } from './evaluate.ts'
import type { Check } from '../checks/check.ts'
import { oldSchemaCheck, valueSchemaCheck } from '../checks/schema-check.ts'
import { guardsOf, type Value } from '../checks/value.ts'
import type { JsonValue } from '../../../../../model/json.ts'

type Call = AnyNode & { type: 'CallExpression' | 'NewExpression' }

/** What a call of ajv or tv4 stands for: a validator, or whether a value satisfies a schema. */
export function validatorValue(node: Call, evaluator: Evaluator): Value | undefined {
  const name = evaluator.nameOf(node.callee)
  if (node.type === 'NewExpression')
    return isAjv(name) && hasNoRules(node, evaluator) ? { kind: 'object', name: 'ajv' } : undefined
  const [first, second] = node.arguments
  const value = first === undefined ? undefined : evaluator.evaluate(first)
  const other = second === undefined ? undefined : evaluator.evaluate(second)
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
      const callee = evaluator.evaluate(node.callee)
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
function hasNoRules(node: Call, evaluator: Evaluator): boolean {
  const [options] = node.arguments
  if (options === undefined) return true
  if (options.type !== 'ObjectExpression') return false
  return options.properties.every(
    property =>
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      ['allErrors', 'logger', 'verbose'].includes(property.key.name) &&
      evaluator.evaluate(property.value) !== undefined,
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
