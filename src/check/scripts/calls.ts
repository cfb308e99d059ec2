import { childrenOf, isFunction, isMember, isNode, type Node, pathOf } from './syntax-tree.ts'

/** Calls that always fail, once they are reached. */
export const failing = /^(?:pm\.expect\.fail|expect\.fail|chai\.expect\.fail|assert|chai\.assert)(?:$|\.)/

/** True where something is given to `tests['name']`, as in the old interface. */
export function isOfTests(left: unknown): boolean {
  return isNode(left) && isMember(left) && isNode(left['object']) && left['object']['name'] === 'tests'
}

export function isEmptyList(known: { readonly value: unknown } | undefined): boolean {
  return Array.isArray(known?.value) && known.value.length === 0
}

/** The functions that hear of a promise, the last of them of a broken one; none where that is not heard of. */
export function handlersIn(callee: Node, args: readonly Node[]): readonly Node[] {
  const { property } = callee
  const handlers = isNode(property) ? (numberOfHandlers[String(property['name'])] ?? 0) : 0
  return args.length === handlers && args.every(isFunction) ? args : []
}

/** How many functions a method is given that hears of a broken promise. */
const numberOfHandlers: Readonly<Record<string, number>> = { catch: 1, then: 2 }

/** A loop that has counted far enough before its first round: `for (let i = 0; i < 0; i++)`. */
export function neverBegins({ init, test }: Node): boolean {
  if (!isNode(init) || !isNode(test) || init.type !== 'VariableDeclaration') return false
  const [declared, ...others] = init['declarations'] as readonly Node[]
  const { left, right, operator } = test
  if (declared === undefined || others.length > 0 || !isNode(left) || !isNode(right)) return false
  const { id, init: begin } = declared
  if (!isNode(id) || !isNode(begin) || left.type !== 'Identifier' || left['name'] !== id['name']) return false
  const [first, limit] = [begin['value'], right['value']]
  if (typeof first !== 'number' || typeof limit !== 'number') return false
  return (operator === '<' && first >= limit) || (operator === '<=' && first > limit)
}

/** Methods of texts and of lists that take whatever they are given, and functions as far as these fail. */
const harmless = new Set(
  (
    'split trim trimStart trimEnd toLowerCase toUpperCase slice substring includes startsWith endsWith indexOf ' +
    'filter map every some find forEach join concat reverse at'
  ).split(' '),
)

/** True where a method is called of a text that was answered, or of what others of these methods made of it. */
export function isOfText(callee: Node): boolean {
  const { object, property } = callee
  if (!isMember(callee) || !isNode(object) || !isNode(property)) return false
  const called = object['callee']
  if (!harmless.has(String(property['name'])) || object.type !== 'CallExpression' || !isNode(called))
    return false
  return pathOf(called)?.join('.') === 'pm.response.text' || isOfText(called)
}

/** Functions that take whatever they are given. */
export const isSafe =
  /^(?:console|String|Number|Boolean|Math|Date|Array|parseInt|parseFloat|isNaN|isFinite|setTimeout|tv4)(?:\.|$)/

/** True for what fails where a body is no JSON. */
export function isReading(path: string | undefined): boolean {
  return path === 'pm.response.json' || path === 'JSON.parse'
}

/** True for calls that ask an answer or variables, and cannot fail. */
export function isTotalCall(path: string | undefined): boolean {
  return (
    path !== undefined &&
    /^(?:pm\.(?:response\.(?:text|headers\.\w+)|(?:environment|variables|globals|collectionVariables|iterationData|cookies)\.\w+)|postman\.\w+|console\.\w+)$/.test(
      path,
    )
  )
}

/** True where a statement ends those around it, whenever it is reached. */
export function endsAlways(node: Node): boolean {
  const { consequent, alternate, body } = node
  if (node.type === 'BlockStatement') return (body as readonly Node[]).some(endsAlways)
  if (node.type === 'IfStatement')
    return isNode(alternate) && endsAlways(consequent as Node) && endsAlways(alternate)
  return /^(?:Return|Break|Continue|Throw)Statement$/.test(node.type)
}

/** True where a statement may end those around it. */
export function mayEnd(node: Node): boolean {
  if (/^(?:Return|Break|Continue|Throw)Statement$/.test(node.type)) return true
  return !isFunction(node) && childrenOf(node).some(mayEnd)
}
