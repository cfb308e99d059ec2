import { childrenOf, isFunction, isMember, isNode, type Node, pathOf, textOf, walk } from './syntax-tree.ts'

/** The sources of values in a script: those that it makes by itself, and others. */
export interface DataFlow {
  /** True where an expression is the same whatever is answered, and whatever variables hold. */
  isClosed(node: Node): boolean
  /** The one expression that a name always stands for. */
  meaning(name: string): Node | undefined
  /** The value that a script itself has set a variable to which it asks for: always that, and just before. */
  stored(call: Node): Node | undefined
  /** True where an expression is made of JSON alone that the script never changes, so that it stays as it was asked about. */
  isSteady(node: Node): boolean
}

/** Where what a name holds comes from. */
interface Origin {
  /** The expression that it is made of; absent where nobody knows. */
  readonly from?: Node | undefined
  /** It is all of that expression, and no part of it. */
  readonly isWhole?: boolean
  /** It changes what was there before. */
  readonly isChange?: boolean
  /** It is still the same, and keeps what was found out by it. */
  readonly isSame?: boolean
}

/** Names of the language and the libraries of the sandbox, which know nothing of an answer. */
const known = new Set(
  (
    'undefined NaN Infinity Math JSON Object Array String Number Boolean Symbol Map Set WeakMap RegExp Date Error ' +
    'TypeError RangeError Promise BigInt Intl parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent ' +
    'encodeURI decodeURI escape unescape console _ CryptoJS moment Buffer atob btoa require setTimeout setInterval ' +
    'setImmediate clearTimeout'
  ).split(' '),
)

/**
 * Follows the names of a script to what they were given. Names are taken for the same wherever they stand. What is under
 * `own` counts as made by the script itself.
 */
export function dataFlow(program: Node, own?: string): DataFlow {
  const origins = originsIn(program)
  const isUndeclared = ([name, all]: readonly [string, readonly Origin[]]): boolean =>
    !name.startsWith('{') && !known.has(name) && all.every(({ isChange }) => isChange === true)
  const open = new Set([...origins].filter(isUndeclared).map(([name]) => name))
  const isOpen = (node: Node): boolean => {
    if (node.type === 'Identifier') return isOpenName(String(node['name']))
    if (node.type === 'ThisExpression' || node.type === 'ImportExpression') return true
    const scoped = variableOf(node, 'get')
    if (scoped !== undefined) return isOpenName(scoped)
    const isOwn = own !== undefined && isMember(node) && pathOf(node)?.join('.').startsWith(own) === true
    return isOwn || isUntelling(node) ? false : childrenOf(node).some(isOpen)
  }
  const isOpenName = (name: string): boolean => (origins.has(name) ? open.has(name) : !known.has(name))
  for (let before = -1; before !== open.size;) {
    before = open.size
    for (const [name, all] of origins)
      if (!open.has(name) && all.some(({ from }) => from === undefined || isOpen(from))) open.add(name)
  }
  return {
    isClosed: node => !isOpen(node),
    meaning(name) {
      const [only, ...others] = (origins.get(name) ?? []).filter(({ isSame }) => isSame !== true)
      return only?.isWhole === true && others.length === 0 ? only.from : undefined
    },
    stored(call) {
      const [only, ...others] = settings(program, call)
      return others.length === 0 && only !== undefined && endOf(only) < startOf(call)
        ? ((only['arguments'] as readonly unknown[])[1] as Node | undefined)
        : undefined
    },
    isSteady: node => isSteady(node, origins),
  }
}

/** The calls that set the variable which a call asks for; none where any of them may not be reached. */
function settings(program: Node, asking: Node): readonly Node[] {
  const name = variableOf(asking, 'get')
  if (name === undefined) return []
  const isWithin = (one: Node): boolean => deciding.has(one.type) || isFunction(one)
  const scopeOf = ({ callee }: Node): string | undefined => pathOf(callee as Node)?.[1]
  const found: Node[] = []
  const open: Node[] = []
  walk(program, (node, parents) => {
    if (variableOf(node, 'set') !== name) return
    found.push(node)
    const isSure = scopeOf(node) === scopeOf(asking) && !parents.some(isWithin)
    if (!isSure) open.push(node)
  })
  return open.length > 0 ? [] : found
}

function startOf({ start }: Node): number {
  return Number(start)
}

function endOf({ end }: Node): number {
  return Number(end)
}

/** Methods that take a part of a list, and change nothing. */
const taking = new Set(['filter', 'find', 'slice', 'concat', 'flat', 'at'])

function isSteady(node: Node, origins: ReadonlyMap<string, readonly Origin[]>, depth = 0): boolean {
  const within = (one: unknown): boolean => isNode(one) && depth < 20 && isSteady(one, origins, depth + 1)
  const path = pathOf(node)?.join('.') ?? ''
  if (/^(?:pm\.response|responseCode|responseBody|responseTime)(?:\.|$)/.test(path)) return true
  const { callee, object, left } = node
  switch (node.type) {
    case 'Identifier': {
      const [only, ...others] = origins.get(String(node['name'])) ?? []
      return only?.isChange !== true && others.length === 0 && within(only?.from)
    }
    case 'MemberExpression':
      return within(object)
    case 'ChainExpression':
      return within(node['expression'])
    case 'LogicalExpression':
      return within(left)
    case 'CallExpression': {
      if (!isNode(callee)) return false
      const called = pathOf(callee)?.join('.') ?? ''
      if (/^(?:pm\.response\.(?:json|text)|JSON\.parse)$/.test(called)) return true
      return (
        isMember(callee) &&
        taking.has(String((callee['property'] as Node)['name'])) &&
        within(callee['object'])
      )
    }
    default:
      return false
  }
}

/** Members of `pm` that tell nothing: the name of the step and the script's kind, which the suite gives, and what asserts something. */
const untelling = new Set(['pm.info.requestName', 'pm.info.eventName', 'pm.expect', 'pm.test'])

function isUntelling(node: Node): boolean {
  return isMember(node) && untelling.has(pathOf(node)?.join('.') ?? '')
}

const scopes = new Set(['environment', 'variables', 'globals', 'collectionVariables'])

/** The variable of a suite that a call asks for or sets, by a name that no variable of a script has. */
export function variableOf(node: Node, method: 'get' | 'set'): string | undefined {
  const { callee } = node
  if (node.type !== 'CallExpression' || !isNode(callee)) return undefined
  const [root, scope = '', called] = pathOf(callee) ?? []
  if (root !== 'pm' || !scopes.has(scope) || called !== method) return undefined
  const name = textOf((node['arguments'] as readonly unknown[])[0])
  return name === undefined ? undefined : `{${name}}`
}

/** Nodes that run only at times, or may stop midway; all that stands in one depends on all of it. */
const deciding = new Set(
  (
    'IfStatement ConditionalExpression LogicalExpression SwitchStatement ForStatement ForInStatement ForOfStatement ' +
    'WhileStatement DoWhileStatement TryStatement CallExpression NewExpression'
  ).split(' '),
)

/** Methods that change what they are called on. */
const changing =
  /^(?:push|unshift|pop|shift|splice|sort|reverse|fill|set|add|delete|clear|append|assign|write)/

/** Functions and methods that keep what they found out: `validate.errors`, `ajv.errors`. */
const remembering = /^(?:validate|parse|load|run)/

/** Methods that only look at what they are handed. */
const looking =
  /^(?:includes|startsWith|endsWith|indexOf|lastIndexOf|concat|slice|join|test|match|validate|compile|isEmpty|isEqual)$/

const something: Node = { type: 'Literal', value: 1 }

function originsIn(program: Node): ReadonlyMap<string, readonly Origin[]> {
  const origins = new Map<string, Origin[]>()
  walk(program, (node, parents) => {
    const asked = variableOf(node, 'get')
    // Before the script sets it, it holds what another step left there, such as the round before.
    const isOfOthers =
      asked !== undefined &&
      (!origins.has(asked) || parents.some(parent => variableOf(parent, 'set') === asked))
    if (isOfOthers) origins.set(asked, [...(origins.get(asked) ?? []), {}])
    const given = givenBy(node, parents)
    for (const { name, ...origin } of given) origins.set(name, [...(origins.get(name) ?? []), origin])
  })
  return origins
}

type Given = Origin & { readonly name: string }

/** The names that a node gives something to, and what. */
function givenBy(node: Node, parents: readonly Node[]): readonly Given[] {
  const under = (): readonly Node[] => parents.filter(({ type }) => deciding.has(type))
  const change = (name: string, sources: readonly Node[]): readonly Given[] =>
    [something, ...sources, ...under(), ...(isAtTimes(parents) ? [undefined] : [])].map(from => ({
      name,
      from,
      isChange: true,
    }))
  if (isFunction(node)) return [...ownName(node), ...parameters(node, parents.at(-1))]
  switch (node.type) {
    case 'VariableDeclarator': {
      const { id, init } = node
      const isWhole = isNode(id) && id.type === 'Identifier'
      const loop = parents.at(-2)
      const from = isNode(init) ? init : isLoop(loop) ? (loop['right'] as Node) : something
      if (isNode(init)) {
        const members = membersIn(id, init)
        if (members !== undefined) return members
      }
      return namesIn(id).map(name => ({ name, from, isWhole: isWhole && isNode(init) }))
    }
    case 'AssignmentExpression':
      return [
        ...(isNode(node['left']) && isMember(node['left'])
          ? []
          : namesIn(node['left']).map(name => ({ name, from: something }))),
        ...namesIn(node['left']).flatMap(name => change(name, [node['right'] as Node])),
      ]
    case 'UpdateExpression':
      return namesIn(node['argument']).flatMap(name => change(name, []))
    case 'ForOfStatement':
    case 'ForInStatement':
      return namesIn(node['left']).map(name => ({ name, from: node['right'] as Node }))
    case 'CatchClause':
      return namesIn(node['param']).map(name => ({ name }))
    case 'CallExpression': {
      const variable = variableOf(node, 'set')
      if (variable !== undefined)
        return change(variable, (node['arguments'] as readonly unknown[]).filter(isNode))
      return [
        ...changedBy(node).flatMap(([name, sources]) => change(name, sources)),
        ...keptBy(node).map(([name, from]) => ({ name, from, isSame: true })),
      ]
    }
    default:
      return []
  }
}

/** True within a function of its own, which may be called wherever its name is known. */
function isAtTimes(parents: readonly Node[]): boolean {
  return parents.some(
    (one, index) => isFunction(one) && !/^(?:Call|New)Expression$/.test(parents[index - 1]?.type ?? ''),
  )
}

/** The names of `{ a, b: c }`, each of which is a member of what stands behind it; undefined for any other pattern. */
function membersIn(pattern: unknown, object: Node): readonly Given[] | undefined {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return undefined
  const members = (pattern['properties'] as readonly Node[]).map(({ key, value, computed }) =>
    isNode(value) &&
    value.type === 'Identifier' &&
    isNode(key) &&
    key.type === 'Identifier' &&
    computed !== true
      ? {
          name: String(value['name']),
          from: { type: 'MemberExpression', object, property: key },
          isWhole: true,
        }
      : undefined,
  )
  return members.includes(undefined) ? undefined : (members as readonly Given[])
}

function isLoop(node: Node | undefined): node is Node {
  return node?.type === 'ForOfStatement' || node?.type === 'ForInStatement'
}

function ownName(node: Node): readonly Given[] {
  const { id } = node
  return node.type === 'FunctionDeclaration' && isNode(id)
    ? [{ name: String(id['name']), from: node, isWhole: true }]
    : []
}

/** A callback is called with parts of what it is handed to; nobody knows what another function is called with. */
function parameters(node: Node, around: Node | undefined): readonly Given[] {
  const isCallback = around?.type === 'CallExpression' && around['callee'] !== node
  const callee = isCallback ? around['callee'] : undefined
  const object = isNode(callee) && isMember(callee) ? (callee['object'] as Node) : undefined
  // Functions of a library go through what they are handed: `_.each(list, one => …)`.
  const isOfLibrary = object?.type === 'Identifier' && known.has(String(object['name']))
  const [handed] = isOfLibrary ? ((around?.['arguments'] ?? []) as readonly Node[]) : []
  const from = isOfLibrary ? (handed === node ? undefined : handed) : object
  const beside = isCallback ? (around['arguments'] as readonly Node[]).filter(one => one !== node) : []
  return (node['params'] as readonly unknown[])
    .flatMap(namesIn)
    .flatMap(name => [from, ...beside].map(one => ({ name, from: one })))
}

/** The names that a call changes, and what it may put into them: that on which a method is called, and its arguments. */
function changedBy({ callee, arguments: given }: Node): readonly (readonly [string, readonly Node[]])[] {
  if (!isNode(callee)) return []
  const args = (given as readonly unknown[]).filter(isNode)
  const path = pathOf(callee)
  if (path === undefined || path[0] === 'pm') return []
  const [root = '', last = ''] = [path[0], path.at(-1)]
  const own = path.length > 1 && changing.test(last) ? [[root, args] as const] : []
  const isHarmless = (known.has(root) && (args.length < 2 || root === 'console')) || looking.test(last)
  const handed = isHarmless ? [] : args.filter(({ type }) => type === 'Identifier')
  return [
    ...own,
    ...handed.map(one => [String(one['name']), [callee, ...args.filter(other => other !== one)]] as const),
  ]
}

/** The name that a call asks, and what it is handed, where the name keeps something of that. */
function keptBy({ callee, arguments: given }: Node): readonly (readonly [string, Node])[] {
  const path = isNode(callee) ? (pathOf(callee) ?? []) : []
  const [root = '', last = ''] = [path[0], path.at(-1)]
  const isKept = !known.has(root) && root !== 'pm' && remembering.test(last)
  return isKept ? (given as readonly unknown[]).filter(isNode).map(one => [root, one] as const) : []
}

/** The names that a pattern gives something to; of a member the name of what it is a member of. */
function namesIn(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [String(pattern['name'])]
  if (isMember(pattern)) return namesIn(pattern['object'])
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern['left'])
  if (pattern.type === 'RestElement') return namesIn(pattern['argument'])
  const parts = [pattern['elements'], pattern['properties']].flatMap(one =>
    Array.isArray(one) ? (one as unknown[]) : [],
  )
  return parts.flatMap(one => namesIn(isNode(one) && one.type === 'Property' ? one['value'] : one))
}
