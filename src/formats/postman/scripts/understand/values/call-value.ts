import type { AnyNode } from 'acorn'
import { checkedValue, type Value } from '../checks/value.ts'
import { ofType, present } from '../checks/comparisons.ts'
import { truthOf } from './condition.ts'
import type { Evaluator } from './evaluate.ts'
import { Facts } from '../checks/facts.ts'
import { generated } from './generated.ts'
import { headerPresent, headerValue, memberValue } from './member-value.ts'
import { helperValue } from './helper-value.ts'
import { isNumericBuiltIn, templateOfText } from './template-value.ts'
import { validatorValue } from '../checks/schema-checks.ts'
import { isVariableName } from '../checks/template-text.ts'
import { oneOfChecks } from '../checks/list-checks.ts'
import { memberName, unwrap } from '../../javascript/syntax.ts'
import { textCheck } from '../checks/text-checks.ts'

type Call = AnyNode & { type: 'CallExpression' | 'NewExpression' }

/** What a call stands for; undefined when nobody can say. */
export function callValue(node: Call, evaluator: Evaluator): Value | undefined {
  const made = generated(node, evaluator) ?? validatorValue(node, evaluator)
  if (made !== undefined || node.type === 'NewExpression') return made
  const name = evaluator.nameOf(node.callee)
  return name === undefined ? methodValue(node, evaluator) : functionValue(name, node, evaluator)
}

const body: Value = { kind: 'body', path: [], guards: [{ path: [], nullable: true }] }

/** A call of something global, such as `pm.response.json()`. */
function functionValue(
  name: string,
  node: AnyNode & { type: 'CallExpression' },
  evaluator: Evaluator,
): Value | undefined {
  const [first] = node.arguments
  if (name.startsWith('apitest.'))
    return helperValue(name.slice('apitest.'.length), node.arguments, evaluator)
  if (variableReaders.has(name)) return variableValue(evaluator.text(first), evaluator)
  switch (name) {
    case 'pm.response.json':
      return node.arguments.length === 0 ? body : undefined
    case 'JSON.parse':
      return parsed(node, evaluator)
    case 'pm.response.text':
      return { kind: 'text' }
    case 'pm.response.reason':
      return { kind: 'reason' }
    case 'pm.response.headers.get':
    case 'postman.getResponseHeader':
      return headerValue(evaluator.text(first))
    case 'pm.response.headers.has':
      return node.arguments.length === 1 ? headerPresent(evaluator.text(first)) : undefined
    case 'pm.variables.replaceIn':
      return templateOfText(evaluator.text(first), evaluator)
    case 'Array.isArray':
      return first === undefined
        ? undefined
        : checkedValue(evaluator.evaluate(first), value => ofType(value, 'array'))
    case 'Number':
      return first === undefined ? undefined : numberValue(evaluator.evaluate(first), first, evaluator)
    case 'Number.isInteger':
      return first === undefined
        ? undefined
        : checkedValue(evaluator.evaluate(first), value => ofType(value, 'integer'))
    case 'Boolean':
      return first === undefined ? undefined : truthOf(first, evaluator, new Facts())
    case 'require':
      return { kind: 'object', name: `require(${evaluator.text(first) ?? ''})` }
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

/**
 * A variable of Postman that a script reads and never writes. What the script itself may write has one value before and
 * another one after, and a validation only knows the last.
 */
function variableValue(name: string | undefined, evaluator: Evaluator): Value | undefined {
  if (name === undefined || !isVariableName(name) || evaluator.isWritten(name)) return undefined
  return { kind: 'variable', name }
}

function parsed(node: AnyNode & { type: 'CallExpression' }, evaluator: Evaluator): Value | undefined {
  const [first] = node.arguments
  if (first === undefined || node.arguments.length > 1) return undefined
  return evaluator.evaluate(first)?.kind === 'text' ? body : undefined
}

/** `Number(variable)`, `Number("5")`, and `Number(pm.variables.replaceIn("{{$timestamp}}"))`. */
function numberValue(value: Value | undefined, node: AnyNode, evaluator: Evaluator): Value | undefined {
  if (value?.kind === 'variable') return { kind: 'number', text: `{{${value.name}}}` }
  if (value?.kind === 'literal' && typeof value.value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.value))
    return { kind: 'number', text: value.value }
  if (node.type !== 'CallExpression' || evaluator.nameOf(node.callee) !== 'pm.variables.replaceIn')
    return undefined
  const text = evaluator.text(node.arguments[0]) ?? ''
  return isNumericBuiltIn(text) ? { kind: 'template', text, made: true, isText: false } : undefined
}

/** A method of a value, such as `answer.hasOwnProperty("id")`. */
function methodValue(
  node: AnyNode & { type: 'CallExpression' },
  evaluator: Evaluator,
): Value | undefined {
  const callee = unwrap(node.callee)
  const method = memberName(callee)
  if (callee.type !== 'MemberExpression' || typeof method !== 'string') return undefined
  const value = evaluator.evaluate(callee.object)
  if (value === undefined || node.arguments.length > 1) return undefined
  if (method === 'includes' && value.kind === 'literal') return listedIn(value, node, evaluator)
  const text = evaluator.text(node.arguments[0])
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
      return lastItem(value, node, evaluator)
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
  evaluator: Evaluator,
): Value | undefined {
  const [first] = node.arguments
  const value = first === undefined ? undefined : evaluator.evaluate(first)
  return checkedValue(value, one => oneOfChecks(one, list, false, false))
}

function ownMember(value: Value, name: string | undefined): Value | undefined {
  const isBody = value.kind === 'body' || value.kind === 'body-or-empty'
  const member = name === undefined || !isBody ? undefined : memberValue(value, name, false)
  return checkedValue(member, present)
}

function lastItem(
  value: Value,
  node: AnyNode & { type: 'CallExpression' },
  evaluator: Evaluator,
): Value | undefined {
  const [first] = node.arguments
  const index = first === undefined ? undefined : evaluator.evaluate(first)
  if (value.kind !== 'body' || index?.kind !== 'literal' || typeof index.value !== 'number') return undefined
  return memberValue(value, index.value, false)
}
