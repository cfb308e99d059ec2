import type { AnyNode } from 'acorn'
import { checkedValue } from '../checks/checked-value.ts'
import type { Evaluator } from './evaluate.ts'
import { oneOfChecks } from '../checks/list-checks.ts'
import { memberValue } from './member-value.ts'
import { present } from '../checks/presence.ts'
import { memberName, unwrap } from '../../javascript/syntax.ts'
import { textCheck } from '../checks/text-checks.ts'
import type { Value } from '../checks/value.ts'

/** A method of a value, such as `answer.hasOwnProperty("id")`. */
export function methodValue(
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
