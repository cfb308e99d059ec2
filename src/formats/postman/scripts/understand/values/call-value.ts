import type { AnyNode } from 'acorn'
import { checkedValue } from '../checks/checked-value.ts'
import { ofType } from '../checks/comparisons.ts'
import { truthOf } from './condition.ts'
import type { Evaluator } from './evaluate.ts'
import { Facts } from '../checks/facts.ts'
import { generated } from './generated.ts'
import { headerPresent, headerValue } from './header-value.ts'
import { helperValue } from './helper-value.ts'
import { methodValue } from './method-value.ts'
import { isNumericBuiltIn, templateOfText } from './template-value.ts'
import { validatorValue } from './validator-value.ts'
import type { Value } from '../checks/value.ts'
import { isVariableName } from '../checks/variable-name.ts'

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
