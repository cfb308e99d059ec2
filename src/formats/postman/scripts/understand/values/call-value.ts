import type { AnyNode } from 'acorn'
import { memberName, unwrap } from '../../javascript/syntax.ts'
import { ofType, present } from '../checks/comparisons.ts'
import { Facts } from '../checks/facts.ts'
import { oneOfChecks } from '../checks/list-checks.ts'
import { validatorValue } from '../checks/schema-checks.ts'
import { textCheck } from '../checks/text-checks.ts'
import {
  checkedValue,
  literalText,
  objectName,
  type Evaluate,
  type ReadVariable,
  type Value,
} from '../checks/value.ts'
import { truthOf } from './condition.ts'
import { helperValue } from './helper-value.ts'
import { headerValue, memberValue } from './member-value.ts'
import { isNumericBuiltIn, templateOfText } from './template-value.ts'

type Call = AnyNode & { type: 'CallExpression' | 'NewExpression' }

/** Value of a call; undefined when it is unknown. */
export function callValue(node: Call, evaluate: Evaluate, readVariable: ReadVariable): Value | undefined {
  const made = generated(node, evaluate) ?? validatorValue(node, evaluate)
  if (made !== undefined || node.type === 'NewExpression') return made
  const name = objectName(evaluate(node.callee))
  return name === undefined ? methodValue(node, evaluate) : functionValue(name, node, evaluate, readVariable)
}

const body: Value = { kind: 'body', path: [], guards: [{ path: [], nullable: true }] }

/** A call of something global, such as `pm.response.json()`. */
function functionValue(
  name: string,
  node: AnyNode & { type: 'CallExpression' },
  evaluate: Evaluate,
  readVariable: ReadVariable,
): Value | undefined {
  if (name.startsWith('apitest.')) return helperValue(name.slice('apitest.'.length), node.arguments, evaluate)
  const [first] = node.arguments
  const value = evaluate(first)
  const text = literalText(value)
  if (variableReaders.has(name)) return readVariable(text)
  switch (name) {
    case 'pm.response.json':
      return first === undefined ? body : undefined
    case 'JSON.parse':
      return value?.kind === 'text' && node.arguments.length === 1 ? body : undefined
    case 'pm.response.text':
      return { kind: 'text' }
    case 'pm.response.reason':
      return { kind: 'reason' }
    case 'pm.response.headers.get':
    case 'postman.getResponseHeader':
      return headerValue(text)
    case 'pm.response.headers.has':
      return node.arguments.length === 1 ? checkedValue(headerValue(text), present) : undefined
    case 'pm.variables.replaceIn':
      return templateOfText(text, readVariable)
    case 'Array.isArray':
      return checkedValue(value, one => ofType(one, 'array'))
    case 'Number':
      return first && numberValue(value, first, evaluate)
    case 'Number.isInteger':
      return checkedValue(value, one => ofType(one, 'integer'))
    case 'Boolean':
      return first && truthOf(first, evaluate, new Facts())
    case 'require':
      return { kind: 'object', name: `require(${text ?? ''})` }
    default:
      return undefined
  }
}

const variableReaders = new Set([
  'pm.environment.get',
  'pm.globals.get',
  'pm.collectionVariables.get',
  'pm.variables.get',
  'pm.iterationData.get',
  'postman.getEnvironmentVariable',
  'postman.getGlobalVariable',
])

/** `Number(variable)`, `Number("5")`, and `Number(pm.variables.replaceIn("{{$timestamp}}"))`. */
function numberValue(value: Value | undefined, node: AnyNode, evaluate: Evaluate): Value | undefined {
  if (value?.kind === 'variable') return { kind: 'number', text: `{{${value.name}}}` }
  if (value?.kind === 'literal' && typeof value.value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.value))
    return { kind: 'number', text: value.value }
  if (node.type !== 'CallExpression' || objectName(evaluate(node.callee)) !== 'pm.variables.replaceIn')
    return undefined
  const text = literalText(evaluate(node.arguments[0])) ?? ''
  return isNumericBuiltIn(text) ? { kind: 'template', text, made: true, isText: false } : undefined
}

/** A method of a value, such as `answer.hasOwnProperty("id")`. */
function methodValue(node: AnyNode & { type: 'CallExpression' }, evaluate: Evaluate): Value | undefined {
  const callee = unwrap(node.callee)
  const method = memberName(callee)
  if (callee.type !== 'MemberExpression' || typeof method !== 'string') return undefined
  const value = evaluate(callee.object)
  if (value === undefined || node.arguments.length > 1) return undefined
  if (method === 'includes' && value.kind === 'literal') return listedIn(value, node, evaluate)
  const text = literalText(evaluate(node.arguments[0]))
  switch (method) {
    case 'has':
      return value.kind === 'text' ? textCondition(value, 'contains', text) : undefined
    case 'includes':
      return textCondition(value, 'contains', text)
    case 'startsWith':
      return textCondition(value, 'starts-with', text)
    case 'endsWith':
      return textCondition(value, 'ends-with', text)
    case 'hasOwnProperty':
      return ownMember(value, text)
    case 'at':
      return lastItem(value, node, evaluate)
    case 'toString':
      return isText(value) ? value : undefined
    default:
      return undefined
  }
}

function isText(value: Value): boolean {
  return value.kind === 'text' || (value.kind === 'template' && value.isText)
}

function textCondition(
  value: Value,
  operator: 'contains' | 'starts-with' | 'ends-with',
  part: string | undefined,
): Value | undefined {
  return part === undefined ? undefined : checkedValue(value, text => textCheck(text, operator, part))
}

/** `[200, 201].includes(value)`. */
function listedIn(
  list: Value,
  node: AnyNode & { type: 'CallExpression' },
  evaluate: Evaluate,
): Value | undefined {
  return checkedValue(evaluate(node.arguments[0]), one => oneOfChecks(one, list, false, false))
}

function ownMember(value: Value, name: string | undefined): Value | undefined {
  const isBody = value.kind === 'body' || value.kind === 'body-or-empty'
  const member = name === undefined || !isBody ? undefined : memberValue(value, name, false)
  return checkedValue(member, present)
}

function lastItem(
  value: Value,
  node: AnyNode & { type: 'CallExpression' },
  evaluate: Evaluate,
): Value | undefined {
  const index = evaluate(node.arguments[0])
  if (value.kind !== 'body' || index?.kind !== 'literal' || typeof index.value !== 'number') return undefined
  return memberValue(value, index.value, false)
}

/** The built-in of the suite language that a call makes the same value as: a UUID, the time now. */
function generated(node: Call, evaluate: Evaluate): Value | undefined {
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

const uuid: Value = { kind: 'template', text: '{{$guid}}', made: true, isText: true }
const isoTime: Value = { kind: 'template', text: '{{$isoTimestamp}}', made: true, isText: true }
const seconds: Value = { kind: 'template', text: '{{$timestamp}}', made: true, isText: false }

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
