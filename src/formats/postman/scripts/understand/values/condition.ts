import type { AnyNode, Expression } from 'acorn'
import { unwrap } from '../../javascript/syntax.ts'
import type { Check, Guard } from '../checks/check.ts'
import { compare, equalTo, notEqualTo, present, presentAndNotNull, truthy } from '../checks/comparisons.ts'
import type { Facts } from '../checks/facts.ts'
import { textCheck } from '../checks/text-checks.ts'
import { guardsOf, literalText, type Evaluate, type Value } from '../checks/value.ts'
import { memberValue } from './member-value.ts'

type Condition = Value & { kind: 'condition' }

/** The condition that a comparison asks for; undefined when no validations are true exactly where it is. */
export function conditionOf(node: AnyNode, evaluate: Evaluate, facts: Facts): Condition | undefined {
  const expression = unwrap(node)
  switch (expression.type) {
    case 'LogicalExpression':
      return expression.operator === '&&' ? both(expression, evaluate, facts) : undefined
    case 'BinaryExpression':
      return binary(expression, evaluate, facts)
    case 'UnaryExpression':
      return negation(expression, evaluate, facts)
    default: {
      const value = evaluate(expression)
      return value?.kind === 'condition' ? value : undefined
    }
  }
}

/** The condition that has to hold so that an expression counts as true. */
export function truthOf(node: AnyNode, evaluate: Evaluate, facts: Facts): Condition | undefined {
  const condition = conditionOf(node, evaluate, facts)
  if (condition !== undefined) return condition
  const value = evaluate(node)
  if (value === undefined || !readable.has(value.kind)) return undefined
  return conditionWith(truthy(value, facts), guardsOf(value))
}

const readable = new Set(['body', 'header', 'text', 'variable'])

function conditionWith(
  checks: readonly Check[] | undefined,
  guards: readonly Guard[],
): Condition | undefined {
  return checks === undefined ? undefined : { kind: 'condition', checks, guards }
}

function both(
  { left, right }: AnyNode & { type: 'LogicalExpression' },
  evaluate: Evaluate,
  facts: Facts,
): Condition | undefined {
  const first = truthOf(left, evaluate, facts)
  const second = truthOf(right, evaluate, facts)
  if (first === undefined || second === undefined) return undefined
  // Where the first does not hold the second is not even looked at, so only the first's guards count by themselves.
  return conditionWith([...first.checks, ...second.checks], first.guards)
}

function negation(
  { operator, argument }: AnyNode & { type: 'UnaryExpression' },
  evaluate: Evaluate,
  facts: Facts,
): Condition | undefined {
  if (operator !== '!') return undefined
  const inner = unwrap(argument)
  if (inner.type === 'UnaryExpression' && inner.operator === '!')
    return truthOf(inner.argument, evaluate, facts)
  if (inner.type !== 'BinaryExpression') return undefined
  const opposite = opposites.get(inner.operator)
  return opposite === undefined ? undefined : binary({ ...inner, operator: opposite }, evaluate, facts)
}

type BinaryExpression = AnyNode & { type: 'BinaryExpression' }

const opposites = new Map<string, BinaryExpression['operator']>([
  ['===', '!=='],
  ['!==', '==='],
])

function binary(expression: BinaryExpression, evaluate: Evaluate, facts: Facts): Condition | undefined {
  const { operator } = expression
  if (operator === 'in') return memberIn(expression, evaluate)
  if (expression.left.type === 'PrivateIdentifier') return undefined
  const position = textPosition(expression, evaluate)
  if (position !== undefined) return position
  const left = evaluate(expression.left)
  const right = evaluate(expression.right)
  if (left === undefined || right === undefined) return undefined
  const isTurned = isExpectation(left, right)
  const [value, expected] = isTurned ? [right, left] : [left, right]
  const guards = [...guardsOf(left), ...guardsOf(right)]
  return conditionWith(
    compared(value, isTurned ? (turned[operator] ?? operator) : operator, expected, facts),
    guards,
  )
}

/** True where a value is what another is compared with, as in `5 === answer.id`. */
export function isExpectation(left: Value, right: Value): boolean {
  if (left.kind === 'variable') return right.kind !== 'literal' && right.kind !== 'object'
  return left.kind === 'literal' || left.kind === 'template'
}

const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

const numeric = {
  '<': 'less-than',
  '>': 'greater-than',
  '<=': 'at-most',
  '>=': 'at-least',
} as const

function compared(
  value: Value,
  operator: string,
  expected: Value,
  facts: Facts,
): readonly Check[] | undefined {
  const isNumber = value.kind === 'status' || value.kind === 'time'
  if (expected.kind === 'object') return unlikeNothing(value, operator, expected.name)
  switch (operator) {
    case '===':
      return equalTo(value, expected, false)
    case '==':
      return isLooselyTheSame(value, expected) ? equalTo(value, expected, false) : undefined
    case '!==':
    case '!=':
      return unequal(value, operator, expected, facts)
    case '<':
    case '>':
    case '<=':
    case '>=':
      return isNumber ? compare(value, numeric[operator], expected) : undefined
    default:
      return undefined
  }
}

function unequal(
  value: Value,
  operator: string,
  expected: Value,
  facts: Facts,
): readonly Check[] | undefined {
  const literal = expected.kind === 'literal' ? expected.value : undefined
  if (value.kind === 'type') return literal === 'undefined' ? present(value.of) : undefined
  if (operator === '!==') return notEqualTo(value, expected, facts, false)
  if (literal === null) return presentAndNotNull(value)
  const isNumber = value.kind === 'status' || value.kind === 'time'
  return isNumber ? notEqualTo(value, expected, facts, false) : undefined
}

/** `value !== undefined`, and `value != null`. */
function unlikeNothing(value: Value, operator: string, name: string): readonly Check[] | undefined {
  if (name !== 'undefined') return undefined
  if (operator === '!==') return present(value)
  return operator === '!=' ? presentAndNotNull(value) : undefined
}

/** True where `==` is `===` here: what it turns numbers and texts into plays no part. */
function isLooselyTheSame(value: Value, expected: Value): boolean {
  if (expected.kind !== 'literal') return false
  if (value.kind === 'status' || value.kind === 'time') return typeof expected.value === 'number'
  const isText =
    value.kind === 'header' || value.kind === 'text' || value.kind === 'type' || value.kind === 'reason'
  return isText && typeof expected.value === 'string'
}

/** `"key" in object`. */
function memberIn({ left, right }: BinaryExpression, evaluate: Evaluate): Condition | undefined {
  const name = left.type === 'PrivateIdentifier' ? undefined : literalText(evaluate(left))
  const object = evaluate(right)
  if (name === undefined || (object?.kind !== 'body' && object?.kind !== 'body-or-empty')) return undefined
  const member = memberValue(object, name, false)
  return member === undefined ? undefined : conditionWith(present(member), guardsOf(member))
}

/** `text.indexOf("x") !== -1` and its like. */
function textPosition(
  { left, operator, right }: BinaryExpression & { left: Expression | AnyNode },
  evaluate: Evaluate,
): Condition | undefined {
  const call = unwrap(left)
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return undefined
  const { callee } = call
  if (callee.computed || callee.property.type !== 'Identifier' || callee.property.name !== 'indexOf')
    return undefined
  const limit = evaluate(right)
  if (limit?.kind !== 'literal' || !found.has(`${operator} ${JSON.stringify(limit.value)}`)) return undefined
  const value = evaluate(callee.object)
  const part = literalText(evaluate(call.arguments[0]))
  if (value === undefined || part === undefined || call.arguments.length > 1) return undefined
  return conditionWith(textCheck(value, 'contains', part), guardsOf(value))
}

const found = new Set(['!== -1', '!= -1', '> -1', '>= 0'])
