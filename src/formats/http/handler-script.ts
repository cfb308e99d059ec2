import type { AnyNode, CallExpression, LogicalExpression } from 'acorn'
import { bodyWords, inPostmanWords, ofScopes, pathOf, type PostmanScript } from '../rewrite-script.ts'

/**
 * Writes a script of the HTTP Client with the words of Postman, line by line: `client`, `response` and `request` become `pm`.
 * Undefined for what is no JavaScript.
 */
export function postmanScript(source: string): PostmanScript | undefined {
  return inPostmanWords(
    source,
    'response.body',
    unknown => (node, around, write) => ownWords(node, { around, write, unknown }),
  )
}

/** Calls and values that have one word in Postman. */
const words: Readonly<Record<string, string>> = {
  'client.test': 'pm.test',
  'client.log': 'console.log',
  'client.global.set': 'pm.globals.set',
  'client.global.get': 'pm.variables.get',
  'client.global.clear': 'pm.globals.unset',
  'client.global.clearAll': 'pm.globals.clear',
  'client.variables.global.set': 'pm.globals.set',
  'client.variables.global.get': 'pm.variables.get',
  'request.variables.set': 'pm.variables.set',
  'request.variables.get': 'pm.variables.get',
  'request.environment.get': 'pm.environment.get',
  'client.variables.environment.get': 'pm.environment.get',
  'response.status': 'pm.response.code',
  'response.headers.valueOf': 'pm.response.headers.get',
}

/** Comparisons as Postman's assertions say them. */
const comparisons: Readonly<Record<string, string>> = {
  '===': 'to.equal',
  '==': 'to.equal',
  '!==': 'to.not.equal',
  '!=': 'to.not.equal',
  '>': 'to.be.above',
  '>=': 'to.be.at.least',
  '<': 'to.be.below',
  '<=': 'to.be.at.most',
}

/** The node around, the way to write what is inside, and the words that have no counterpart. */
interface Around {
  readonly around: AnyNode | undefined
  readonly write: (node: AnyNode) => string
  readonly unknown: Set<string>
}

function ownWords(node: AnyNode, { around, write, unknown }: Around): string | undefined {
  if (node.type === 'CallExpression' && pathOf(node.callee) === 'client.assert') return assertion(node, write)
  if (node.type === 'LogicalExpression') return headerOf(node, write) ?? ofScopes(node, write)
  if (node.type !== 'MemberExpression') return undefined
  const path = pathOf(node)
  if (path === undefined) return undefined
  const known = words[path]
  if (known !== undefined) return known
  if (path === 'response.body') return bodyWords(around)
  if (path === 'response.contentType.mimeType') return 'pm.response.headers.get("Content-Type").split(";")[0]'
  const isBody = path.startsWith('response.body.')
  if (!isBody && /^(?:client|response|request)\.\w+$/.test(path) && !isGroup.test(path)) unknown.add(path)
  return undefined
}

/** `response.headers.valueOf(name) ?? undefined`, which Postman has without the last. */
function headerOf({ operator, left, right }: LogicalExpression, write: Around['write']): string | undefined {
  const isHeader = left.type === 'CallExpression' && pathOf(left.callee) === 'response.headers.valueOf'
  const isUndefined = right.type === 'Identifier' && right.name === 'undefined'
  return operator === '??' && isHeader && isUndefined ? write(left) : undefined
}

/** `typeof x === "number" && x > 1`, which Postman has without the first; any other condition as it is. */
function unguarded(condition: AnyNode | undefined, write: Around['write']): AnyNode | undefined {
  if (condition?.type !== 'LogicalExpression' || condition.operator !== '&&') return condition
  const { left, right } = condition
  const isOrder = right.type === 'BinaryExpression' && /^[<>]=?$/.test(right.operator)
  const isGuard = isOrder && write(left) === `typeof ${write(right.left)} === "number"`
  return isGuard ? right : condition
}

/** `client.assert(condition, message)`. */
function assertion(
  { arguments: [asked, message] }: CallExpression,
  write: (node: AnyNode) => string,
): string {
  const condition = unguarded(asked, write)
  const more = message === undefined ? '' : `, ${write(message)}`
  const expect = (node: AnyNode, rest: string): string => `pm.expect(${write(node)}${more}).${rest}`
  if (condition === undefined) return 'pm.expect(false).to.be.ok'
  if (condition.type === 'BinaryExpression') {
    const word = comparisons[condition.operator]
    const { left, right } = condition
    if (pathOf(left) === 'response.contentType.mimeType' && word === 'to.equal')
      return `pm.expect(pm.response.headers.get("Content-Type")${more}).to.include(${write(right)})`
    const state = word === undefined ? undefined : stateOf(word, right)
    if (
      word !== undefined &&
      left.type === 'UnaryExpression' &&
      left.operator === 'typeof' &&
      state === undefined
    )
      return typeAssertion(left.argument, word, right, { expect, write })
    if (word !== undefined) return expect(left, state ?? `${word}(${write(right)})`)
  }
  if (condition.type === 'CallExpression' && condition.callee.type === 'MemberExpression') {
    const { object, property } = condition.callee
    const [first, second] = condition.arguments
    if (pathOf(condition.callee) === '_.isEqual' && first !== undefined && second !== undefined)
      return expect(first, `to.eql(${write(second)})`)
    const name = property.type === 'Identifier' ? property.name : ''
    const word =
      name === 'hasOwnProperty' ? 'to.have.property' : name === 'includes' ? 'to.include' : undefined
    if (name === 'includes' && object.type === 'ArrayExpression' && first !== undefined)
      return expect(first, `to.be.oneOf(${write(object)})`)
    if (word !== undefined && first !== undefined) return expect(object, `${word}(${write(first)})`)
  }
  return expect(condition, 'to.be.ok')
}

/** The word of Postman for a comparison with one value: `to.be.true`, `to.not.be.undefined`. */
function stateOf(word: string, right: AnyNode): string | undefined {
  const isUndefined = right.type === 'Identifier' && right.name === 'undefined'
  const isState = right.type === 'Literal' && (right.value === null || typeof right.value === 'boolean')
  if (!(isUndefined || isState) || !/equal$/.test(word)) return undefined
  return word.replace(/equal$/, `be.${isState ? String(right.value) : 'undefined'}`)
}

/** `typeof x === "string"`; the types of which JavaScript and Postman think alike. */
function typeAssertion(
  argument: AnyNode,
  word: string,
  right: AnyNode,
  { expect, write }: { readonly expect: (node: AnyNode, rest: string) => string } & Pick<Around, 'write'>,
): string {
  const isAlike = right.type === 'Literal' && /^(?:string|number|boolean)$/.test(String(right.value))
  return isAlike && word === 'to.equal'
    ? expect(argument, `to.be.a(${write(right)})`)
    : `pm.expect(typeof ${write(argument)}).${word}(${write(right)})`
}

/** Names that only lead to others. */
const isGroup =
  /^(?:client\.(?:global|variables)|request\.(?:variables|environment)|response\.(?:headers|contentType|body))$/
