import { parse, type AnyNode, type Program } from 'acorn'

/** Parses a script in which `await` and `return` may stand outside of functions. Undefined when it is no JavaScript. */
export function parseScript(source: string): Program | undefined {
  try {
    return parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    })
  } catch (error) {
    // A RangeError is a script nested deeper than the parser can go.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

const scalarKeys = new Set(['type', 'start', 'end', 'name', 'raw', 'operator', 'kind', 'regex', 'bigint'])
const childKeys = new Map<string, readonly string[]>()

/** Calls back for every node directly inside another, in the order of the text. */
export function forEachChild(node: AnyNode, visit: (child: AnyNode) => void): void {
  let keys = childKeys.get(node.type)
  if (keys === undefined) {
    keys = Object.keys(node).filter(key => !scalarKeys.has(key))
    childKeys.set(node.type, keys)
  }
  const record = node as unknown as Readonly<Record<string, unknown>>
  for (const key of keys) {
    const value = record[key]
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(item)
    } else if (isNode(value)) visit(value)
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** An expression without what does not change its value: `await x`, `(x)`, `x?.y` as a whole. */
export function unwrap(node: AnyNode): AnyNode {
  if (node.type === 'ChainExpression') return unwrap(node.expression)
  if (node.type === 'AwaitExpression') return unwrap(node.argument)
  if (node.type === 'ParenthesizedExpression') return unwrap(node.expression)
  return node
}

/** The name that a member access gives: `b` for `a.b` and `a["b"]`, `0` for `a[0]`. Undefined when it is computed. */
export function memberName(node: AnyNode): string | number | undefined {
  if (node.type !== 'MemberExpression') return undefined
  const { property, computed } = node
  if (!computed) return property.type === 'Identifier' ? property.name : undefined
  if (property.type === 'Literal') {
    const { value } = property
    return typeof value === 'string' || typeof value === 'number' ? value : undefined
  }
  if (property.type === 'TemplateLiteral' && property.expressions.length === 0)
    return property.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** `a.b.c` as `['a', 'b', 'c']`; undefined for anything but names joined by dots. */
export function dottedName(node: AnyNode): readonly string[] | undefined {
  const names: string[] = []
  let current = unwrap(node)
  while (current.type === 'MemberExpression') {
    const name = memberName(current)
    if (typeof name !== 'string') return undefined
    names.unshift(name)
    current = unwrap(current.object)
  }
  return current.type === 'Identifier' ? [current.name, ...names] : undefined
}

/** The identifier at the root of `a.b.c`, `a[0].b()` and the like. */
export function rootOf(node: AnyNode): AnyNode {
  let current = unwrap(node)
  for (;;) {
    if (current.type === 'MemberExpression') current = unwrap(current.object)
    else if (current.type === 'CallExpression') current = unwrap(current.callee)
    else return current
  }
}

/** A function written where it is used. */
export function isFunction(
  node: AnyNode | undefined,
): node is AnyNode & { type: 'FunctionExpression' | 'ArrowFunctionExpression' } {
  return node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression'
}

/** True where a statement may leave the function it stands in. */
export function leavesFunction(node: AnyNode): boolean {
  if (node.type === 'ReturnStatement') return true
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return false
  let found = false
  if (node.type.endsWith('Statement') || node.type === 'SwitchCase' || node.type === 'CatchClause')
    forEachChild(node, child => {
      found ||= leavesFunction(child)
    })
  return found
}
