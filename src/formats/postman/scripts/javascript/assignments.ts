import type { AnyNode, Identifier } from 'acorn'
import { dottedName, memberName, rootOf, unwrap } from './syntax.ts'

/** One variable (or member) that an assignment gives a value to. */
interface PatternTarget {
  /** An identifier, or what is assigned to instead, such as `list[0]`. */
  readonly node: AnyNode
  /** The value as it is written; undefined when it is not to be known. */
  readonly value: AnyNode | undefined
  /** The way from the value to what the variable gets. */
  readonly path: readonly (string | number)[]
}

/** Takes the left side of an assignment apart: `{ id, user: { name } } = answer` gives `answer.id` and `answer.user.name`. */
export function patternTargets(
  pattern: AnyNode,
  value: AnyNode | undefined,
  path: readonly (string | number)[] = [],
): readonly PatternTarget[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return pattern.properties.flatMap(property => {
        if (property.type !== 'Property') return patternTargets(property.argument, undefined)
        const name = keyOf(property)
        if (name === undefined) return patternTargets(property.value, undefined)
        return patternTargets(property.value, value, [...path, name])
      })
    case 'ArrayPattern':
      return pattern.elements.flatMap((element, index) =>
        element === null ? [] : patternTargets(element, value, [...path, index]),
      )
    case 'AssignmentPattern':
      return patternTargets(pattern.left, undefined)
    case 'RestElement':
      return patternTargets(pattern.argument, undefined)
    default:
      return [{ node: pattern, value, path }]
  }
}

function keyOf({ key, computed }: AnyNode & { type: 'Property' }): string | number | undefined {
  if (!computed && key.type === 'Identifier') return key.name
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value
  return undefined
}

/** The variable whose value an expression may change in place, without assigning to the variable: `list` for `list.sort()`. */
export function mutatedBy(node: AnyNode): Identifier | undefined {
  const changed = changedBy(node)
  if (changed === undefined) return undefined
  const root = rootOf(changed)
  return root.type === 'Identifier' ? root : undefined
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
