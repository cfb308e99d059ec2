import type { AnyNode, Identifier } from 'acorn'
import { dottedName, memberName, rootOf, unwrap } from './syntax.ts'

/** Methods that change the list, object or map they belong to. */
const ownMethods = new Set(
  'sort reverse push pop shift unshift splice fill copyWithin set add delete clear append'.split(' '),
)

/** Functions that change their first argument. */
const functions = new Set(
  [
    'Object.assign Object.defineProperty Object.defineProperties Object.setPrototypeOf Reflect.set',
    'Reflect.deleteProperty Reflect.defineProperty',
    '_.assign _.assignIn _.extend _.merge _.mergeWith _.defaults _.defaultsDeep _.set _.unset _.update _.pull _.pullAll',
    '_.pullAt _.remove _.reverse _.fill',
  ]
    .join(' ')
    .split(' '),
)

const functionNames = new Set([...functions].map(name => name.slice(name.indexOf('.') + 1)))

/** Objects of Postman whose methods change nothing in the answer. */
const harmless = new Set(['pm', 'postman', 'tests', 'environment', 'globals', 'console'])

/** The variable whose value an expression may change in place, without assigning to the variable: `list` for `list.sort()`. */
export function mutatedBy(node: AnyNode): Identifier | undefined {
  const changed = changedBy(node)
  if (changed === undefined) return undefined
  const root = rootOf(changed)
  return root.type === 'Identifier' && !harmless.has(root.name) ? root : undefined
}

function changedBy(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression' ? node.left : undefined
    case 'UpdateExpression':
      return node.argument.type === 'MemberExpression' ? node.argument : undefined
    case 'UnaryExpression':
      return node.operator === 'delete' ? node.argument : undefined
    case 'CallExpression':
      return changedByCall(node)
    default:
      return undefined
  }
}

function changedByCall({
  callee,
  arguments: [first],
}: AnyNode & { type: 'CallExpression' }): AnyNode | undefined {
  const method = unwrap(callee)
  const name = memberName(method)
  if (method.type !== 'MemberExpression' || typeof name !== 'string') return undefined
  const isFunction = functionNames.has(name) && functions.has(dottedName(method)?.join('.') ?? '')
  if (isFunction) return first?.type === 'SpreadElement' ? undefined : first
  return ownMethods.has(name) ? method.object : undefined
}
