/** A node of a syntax tree as acorn makes it (the ESTree specification). */
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** True where a value is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** All nodes that a node is made of. They are asked for again and again. */
function partsOf(node: Node): readonly Node[] {
  const known = parts.get(node)
  if (known !== undefined) return known
  const found: Node[] = []
  for (const value of Object.values(node))
    if (Array.isArray(value)) found.push(...value.filter(isNode))
    else if (isNode(value)) found.push(value)
  parts.set(node, found)
  return found
}

const parts = new WeakMap<Node, readonly Node[]>()

/** Visits every node, with those around it from the outermost to the nearest. */
export function walk(root: Node, visit: (node: Node, parents: readonly Node[]) => void): void {
  const parents: Node[] = []
  const enter = (node: Node): void => {
    visit(node, parents)
    parents.push(node)
    for (const child of partsOf(node)) enter(child)
    parents.pop()
  }
  enter(root)
}

/** True where a node is `a.b` or `a[b]`. */
export function isMember(node: Node | undefined): boolean {
  return node?.type === 'MemberExpression'
}

/**
 * The names behind an object as far as they are written out: of `pm` in `pm.environment['set']` it is
 * `environment`, `set`. `path.node` is the whole of that, and `rest` has the nodes around it.
 */
export function memberPath(
  object: Node,
  parents: readonly Node[],
): {
  readonly path: { readonly node: Node; readonly names: readonly string[] }
  readonly rest: readonly Node[]
} {
  const names: string[] = []
  let node = object
  let depth = parents.length
  for (;;) {
    const parent = parents[depth - 1]
    if (parent === undefined || !isMember(parent) || parent['object'] !== node) break
    const property = parent['property']
    const name = parent['computed'] === true ? textOf(property) : nameOf(property)
    if (name === undefined) break
    names.push(name)
    node = parent
    depth--
  }
  return { path: { node, names }, rest: parents.slice(0, depth) }
}

function nameOf(property: unknown): string | undefined {
  return isNode(property) && typeof property['name'] === 'string' ? property['name'] : undefined
}

/** The text that a node always is: a string, or a template without expressions. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  const { quasis } = node
  if (node.type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return undefined
  const [quasi] = quasis as readonly unknown[]
  const value = isNode(quasi) ? quasi['value'] : undefined
  const cooked = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : undefined
  return typeof cooked === 'string' ? cooked : undefined
}

/** True where a node is a function, whichever way it is written. */
export function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

/** The parts of a node that do something: no labels, and no names that it declares for itself. */
export function childrenOf(node: Node): readonly Node[] {
  const known = children.get(node)
  if (known !== undefined) return known
  const isNamed = isFunction(node)
  const found: Node[] = []
  for (const [key, value] of Object.entries(node)) {
    const isLabel = key === 'property' || key === 'key' || key === 'label'
    if (isNamed ? key === 'params' || key === 'id' : isLabel && node['computed'] !== true) continue
    if (Array.isArray(value)) found.push(...value.filter(isNode))
    else if (isNode(value)) found.push(value)
  }
  children.set(node, found)
  return found
}

const children = new WeakMap<Node, readonly Node[]>()

/** The names of `a.b['c']`; undefined for what is no name, or has parts that are computed. */
export function pathOf(node: Node): readonly string[] | undefined {
  if (node.type === 'Identifier') return [String(node['name'])]
  if (node.type === 'ChainExpression')
    return isNode(node['expression']) ? pathOf(node['expression']) : undefined
  const { object, property } = node
  if (!isMember(node) || !isNode(object)) return undefined
  const name = node['computed'] === true ? textOf(property) : nameOf(property)
  const path = pathOf(object)
  return name === undefined || path === undefined ? undefined : [...path, name]
}

/** The same text for expressions that say the same, by whatever names that stand for others. */
export function expressionKey(part: unknown, meaning: (node: Node) => Node | undefined, depth = 0): string {
  const keyOf = (one: unknown, away = 0): string => expressionKey(one, meaning, depth + away)
  if (Array.isArray(part)) return `[${part.map(one => keyOf(one)).join()}]`
  if (!isNode(part)) return typeof part === 'string' ? JSON.stringify(part) : String(part)
  const meant = depth < 5 ? meaning(part) : undefined
  if (meant !== undefined && !isFunction(meant)) return keyOf(meant, 1)
  const { start: _, end: __, loc: ___, raw: ____, ...parts } = part
  const members = Object.entries(parts).map(([key, value]) => `${key}:${keyOf(value)}`)
  return `{${members.join()}}`
}

/** True where an expression is true or false, and nothing else. */
export function isTruth({ type, operator, callee }: Node): boolean {
  if (type === 'UnaryExpression') return operator === '!'
  if (type === 'BinaryExpression') return /^(?:[!=]==?|[<>]=?|in|instanceof)$/.test(String(operator))
  const method = isNode(callee) && isMember(callee) ? callee['property'] : undefined
  return isNode(method) && asksForTruth.has(String(method['name']))
}

const asksForTruth = new Set([
  'has',
  'includes',
  'startsWith',
  'endsWith',
  'test',
  'every',
  'some',
  'isArray',
])
