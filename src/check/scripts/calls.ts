import { childrenOf, isFunction, isMember, isNode, type Node } from './syntax-tree.ts'

/** Calls that always fail, once they are reached. */
export const failing = /^(?:pm\.expect\.fail|expect\.fail|chai\.expect\.fail|assert|chai\.assert)(?:$|\.)/

/** True where something is given to `tests['name']`, as in the old interface. */
export function isOfTests(left: unknown): boolean {
  return isNode(left) && isMember(left) && isNode(left['object']) && left['object']['name'] === 'tests'
}

export function isEmptyList(known: { readonly value: unknown } | undefined): boolean {
  return Array.isArray(known?.value) && known.value.length === 0
}

/** A promise of which nobody hears that it was broken. */
export function isCatch(callee: Node, args: readonly Node[], canFail: (handler: Node) => boolean): boolean {
  const { property } = callee
  const [handler] = args
  const isOne =
    isNode(property) && property['name'] === 'catch' && handler !== undefined && isFunction(handler)
  return isOne && !canFail(handler['body'] as Node)
}

/** Functions that take whatever they are given. */
export const isSafe =
  /^(?:console|String|Number|Boolean|Math|Date|Array|parseInt|parseFloat|isNaN|isFinite|setTimeout)(?:\.|$)/

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
  if (node.type !== 'BlockStatement') return /^(?:Return|Break|Continue|Throw)Statement$/.test(node.type)
  const last = (node['body'] as readonly Node[]).at(-1)
  return last !== undefined && endsAlways(last)
}

/** True where a statement may end those around it. */
export function mayEnd(node: Node): boolean {
  if (/^(?:Return|Break|Continue|Throw)Statement$/.test(node.type)) return true
  return !isFunction(node) && childrenOf(node).some(mayEnd)
}
