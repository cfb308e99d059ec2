import type { AnyNode } from 'acorn'
import { memberName, unwrap } from '../../javascript/syntax.ts'
import { objectName, type Evaluate, type Value } from '../checks/value.ts'

type Call = AnyNode & { type: 'CallExpression' | 'NewExpression' }

const uuid: Value = { kind: 'template', text: '{{$guid}}', made: true, isText: true }
const isoTime: Value = { kind: 'template', text: '{{$isoTimestamp}}', made: true, isText: true }
const seconds: Value = { kind: 'template', text: '{{$timestamp}}', made: true, isText: false }

/** The built-in of the suite language that a call makes the same value as: a UUID, the time now. */
export function generated(node: Call, evaluate: Evaluate): Value | undefined {
  if (node.type === 'NewExpression') return undefined
  const callee = unwrap(node.callee)
  const name = objectName(evaluate(callee))
  if (name !== undefined && uuids.has(name) && node.arguments.length === 0) return uuid
  if (name !== undefined && roundings.has(name))
    return isNowInSeconds(node.arguments[0], evaluate) ? seconds : undefined
  if (callee.type !== 'MemberExpression' || node.arguments.length > 0) return undefined
  const method = memberName(callee)
  if (method === 'toISOString') return isNow(callee.object, evaluate) ? isoTime : undefined
  return method === 'unix' && isMomentNow(callee.object, evaluate) ? seconds : undefined
}

const uuids = new Set(['require(uuid).v4', 'require(uuid)', 'crypto.randomUUID', 'uuid.v4', 'uuid'])
const roundings = new Set(['Math.floor', 'parseInt', 'Math.trunc'])

/** `new Date()` or `moment()`. */
function isNow(node: AnyNode, evaluate: Evaluate): boolean {
  const expression = unwrap(node)
  if (expression.type === 'NewExpression')
    return objectName(evaluate(expression.callee)) === 'Date' && expression.arguments.length === 0
  return isMomentNow(expression, evaluate)
}

function isMomentNow(node: AnyNode, evaluate: Evaluate): boolean {
  const expression = unwrap(node)
  if (expression.type !== 'CallExpression' || expression.arguments.length > 0) return false
  return ['moment', 'require(moment)'].includes(objectName(evaluate(expression.callee)) ?? '')
}

/** `Date.now() / 1000`. */
function isNowInSeconds(node: AnyNode | undefined, evaluate: Evaluate): boolean {
  if (node?.type !== 'BinaryExpression' || node.operator !== '/') return false
  const divisor = evaluate(node.right)
  return divisor?.kind === 'literal' && divisor.value === 1000 && isMilliseconds(node.left, evaluate)
}

/** `Date.now()`, `new Date().getTime()`, `+new Date()` or `new Date()` itself. */
function isMilliseconds(node: AnyNode, evaluate: Evaluate): boolean {
  const expression = unwrap(node)
  if (expression.type === 'NewExpression') return isNow(expression, evaluate)
  if (expression.type !== 'CallExpression' || expression.arguments.length > 0) return false
  if (objectName(evaluate(expression.callee)) === 'Date.now') return true
  const callee = unwrap(expression.callee)
  const reads = ['getTime', 'valueOf'].includes(String(memberName(callee)))
  return callee.type === 'MemberExpression' && reads && isNow(callee.object, evaluate)
}
