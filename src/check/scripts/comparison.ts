import type { Assertion } from './assertion.ts'
import { isMember, isNode, type Node, pathOf, textOf } from './syntax-tree.ts'

/** Two expressions that are to be the same; deep where copies of one are, too. */
interface Comparison {
  readonly subject: Node
  readonly expected: Node
  readonly isDeep: boolean
}

/** The comparison that an assertion is: `expect(a).to.eql(b)`, `expect(_.isEqual(a, b)).to.be.true`. */
export function comparisonIn({ subject, words }: Assertion): Comparison | undefined {
  const [only, ...others] = words.filter(({ word }) => word !== 'deep')
  if (only === undefined || others.length > 0) return undefined
  const [expected] = only.args ?? []
  const isEqual = /^(?:equals?|eqls?|eq)$/.test(only.word)
  if (!(only.word === 'true' || only.word === 'ok' || expected?.['value'] === true))
    return isEqual && expected !== undefined
      ? { subject, expected, isDeep: words.length > 1 || only.word.startsWith('eql') }
      : undefined
  const { left, right, callee, arguments: args } = subject
  if (/^===?$/.test(String(subject['operator'])) && isNode(left) && isNode(right))
    return { subject: left, expected: right, isDeep: false }
  const [one, other] = isNode(callee) && pathOf(callee)?.at(-1) === 'isEqual' ? (args as readonly Node[]) : []
  return one === undefined || other === undefined
    ? undefined
    : { subject: one, expected: other, isDeep: true }
}

const copying = /^(?:Array\.from|structuredClone|_\.clone|_\.cloneDeep)$/

/** The expression that another is a copy of, or that has the same length; undefined for any other. */
export function originalOf(node: Node, isDeep: boolean): Node | undefined {
  const { type, object, property, callee, arguments: args } = node
  if (!/^(?:Member|Array|Object|Call)Expression$/.test(type)) return undefined
  if (isMember(node) && isNode(object) && isNode(property) && property['name'] === 'length') {
    const method = isNode(object['callee']) ? object['callee'] : undefined
    const isSameLength = /^(?:map|sort|reverse)$/.test(memberName(method))
    const whole = isSameLength ? (method?.['object'] as Node) : originalOf(object, true)
    return whole === undefined ? undefined : { ...node, object: whole }
  }
  if (!isDeep) return undefined
  const [only, ...others] = (node['elements'] ?? node['properties'] ?? []) as readonly Node[]
  if (only?.type === 'SpreadElement' && others.length === 0) return only['argument'] as Node
  if (!isNode(callee)) return undefined
  const [first] = args as readonly Node[]
  if (first === undefined) return memberName(callee) === 'slice' ? (callee['object'] as Node) : undefined
  return copying.test(pathOf(callee)?.join('.') ?? '') ? first : undefined
}

function memberName(node: Node | undefined): string {
  const property = node?.['property']
  return isNode(property) ? String(property['name']) : ''
}

/** True where a text is looked for that stands in what the script itself writes around others: `id ${id}`. */
export function isOwnText({ subject, words }: Assertion, meaning: (node: Node) => Node | undefined): boolean {
  const [only, ...others] = words
  if (others.length > 0 || !/^(?:include|contain)s?$|^string$/.test(only?.word ?? '')) return false
  const text = textOf(only?.args?.[0])
  if (text === undefined) return false
  return ownTexts(meaning(subject) ?? subject).some(one => one.includes(text))
}

function ownTexts(node: Node): readonly string[] {
  const { type, operator, left, right, quasis } = node
  if (type === 'TemplateLiteral')
    return (quasis as readonly Node[]).map(one => (one['value'] as { readonly cooked: string }).cooked)
  if (type === 'BinaryExpression' && operator === '+') return [left, right].filter(isNode).flatMap(ownTexts)
  return [textOf(node) ?? []].flat()
}
