import type { AnyNode } from 'acorn'
import { isInheritedByAll } from '../../body-path.ts'
import { literalOf } from '../../javascript/literal.ts'
import type { Scopes } from '../../javascript/read-scopes.ts'
import { memberName, unwrap } from '../../javascript/syntax.ts'
import { Facts } from '../checks/facts.ts'
import { literalText, type Evaluate, type ReadVariable, type Value } from '../checks/value.ts'
import { callValue } from './call-value.ts'
import { conditionOf } from './condition.ts'
import { readLocals } from './local-value.ts'
import { memberValue } from './member-value.ts'
import { structureOf, templateOf } from './template-value.ts'

/**
 * Says what the expressions of a script mean, and remembers it. All files of this folder look at one kind of expression and
 * are given the function that this one makes, to ask for what is inside it.
 */
export function createEvaluate(source: string, scopes: Scopes, readVariable: ReadVariable): Evaluate {
  const values = new Map<AnyNode, Value | undefined>()
  const evaluate: Evaluate = node => {
    if (node === undefined) return undefined
    const expression = unwrap(node)
    if (values.has(expression)) return values.get(expression)
    const value = valueOf(expression)
    values.set(expression, value)
    return value
  }
  const localValue = readLocals(source, scopes, evaluate)
  const valueOf = (expression: AnyNode): Value | undefined => {
    switch (expression.type) {
      case 'Identifier':
        return localValue(expression)
      case 'MemberExpression':
        return memberOf(expression, evaluate, readVariable)
      case 'CallExpression':
      case 'NewExpression':
        return callValue(expression, evaluate, readVariable)
      default:
        return operationOf(expression, evaluate)
    }
  }
  return evaluate
}

/** The value that an operator makes of its operands, or that is written out. */
function operationOf(expression: AnyNode, evaluate: Evaluate): Value | undefined {
  switch (expression.type) {
    case 'TemplateLiteral':
      return literalValue(expression, evaluate) ?? templateOf(expression, evaluate)
    case 'BinaryExpression':
      return expression.operator === '+'
        ? templateOf(expression, evaluate)
        : conditionOf(expression, evaluate, noFacts)
    case 'LogicalExpression':
      return orEmpty(expression, evaluate) ?? conditionOf(expression, evaluate, noFacts)
    case 'UnaryExpression':
      return unary(expression, evaluate)
    default:
      return literalValue(expression, evaluate) ?? structureOf(expression, evaluate)
  }
}

const noFacts = new Facts()

function literalValue(node: AnyNode, evaluate: Evaluate): Value | undefined {
  const lookUp = (inner: AnyNode) => {
    const value = inner.type === 'Identifier' ? evaluate(inner) : undefined
    return value?.kind === 'literal' ? value.value : undefined
  }
  const value = literalOf(node, lookUp)
  return value === undefined ? undefined : { kind: 'literal', value }
}

/** `answer.user || {}`. */
function orEmpty(
  { operator, left, right }: AnyNode & { type: 'LogicalExpression' },
  evaluate: Evaluate,
): Value | undefined {
  const isEmpty =
    (right.type === 'ObjectExpression' && right.properties.length === 0) ||
    (right.type === 'ArrayExpression' && right.elements.length === 0)
  if (!isEmpty || operator === '&&') return undefined
  const value = evaluate(left)
  return value?.kind === 'body' ? { ...value, kind: 'body-or-empty' } : undefined
}

function unary(node: AnyNode & { type: 'UnaryExpression' }, evaluate: Evaluate): Value | undefined {
  if (node.operator === 'typeof') {
    const value = evaluate(node.argument)
    return value === undefined ? undefined : { kind: 'type', of: value }
  }
  return node.operator === '!' ? conditionOf(node, evaluate, noFacts) : literalValue(node, evaluate)
}

type Member = AnyNode & { type: 'MemberExpression' }

function memberOf(node: Member, evaluate: Evaluate, readVariable: ReadVariable): Value | undefined {
  const object = evaluate(node.object)
  if (object === undefined) return undefined
  const name = memberName(node) ?? computedName(node, object, evaluate)
  if (name === undefined) return undefined
  return legacyVariable(object, name, readVariable) ?? memberValue(object, name, node.optional)
}

/** The name in `list[list.length - 1]` and in `answer[key]`. */
function computedName({ property }: Member, object: Value, evaluate: Evaluate): string | number | undefined {
  if (property.type !== 'BinaryExpression' || property.operator !== '-')
    return literalText(evaluate(property))
  const length = evaluate(property.left)
  const back = evaluate(property.right)
  const isOwn = length?.kind === 'length' && isSamePlace(length.of, object)
  const isNumber = back?.kind === 'literal' && typeof back.value === 'number' && back.value > 0
  return isOwn && isNumber ? -back.value : undefined
}

function isSamePlace(left: Value, right: Value): boolean {
  return (
    left.kind === 'body' && right.kind === 'body' && JSON.stringify(left.path) === JSON.stringify(right.path)
  )
}

const legacyScopes = new Set(['environment', 'globals'])

/** `environment.token` and `globals.token`: what a variable held when the script began. */
function legacyVariable(object: Value, name: string | number, readVariable: ReadVariable): Value | undefined {
  if (object.kind !== 'object' || !legacyScopes.has(object.name) || typeof name !== 'string') return undefined
  return isInheritedByAll(name) ? undefined : readVariable(name)
}
