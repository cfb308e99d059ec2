import { assertionOf } from './assertion.ts'
import { isMember, isNode, type Node } from './syntax-tree.ts'

/** Words that chai and Postman only look at when they are called. */
const calledOnly = new Set(
  (
    'equal equals eq eql eqls include includes contain contains match matches above below least most gt gte lt lte greaterThan ' +
    'lessThan within closeTo property lengthOf length keys key members oneOf a an instanceof string status header body jsonBody'
  ).split(' '),
)

/**
 * Why a statement or the function of a test asserts nothing, although it was meant to: `pm.expect(x)`,
 * `pm.expect(x).to.equal`, `x === 1` and `pm.test('…', () => x === 1)`. Undefined for every other node.
 */
export function idleAssertion(node: Node): string | undefined {
  if (node.type === 'ExpressionStatement') return idleExpression(node['expression'])
  if (node.type !== 'CallExpression') return undefined
  const args = node['arguments'] as readonly unknown[]
  if (isPm(node['callee'], 'test')) return idleTest(args[1])
  const [first] = args
  if (isPm(node['callee'], 'expect') && isNode(first) && first.type === 'AssignmentExpression')
    return 'this gives a value, and compares nothing: write pm.expect(…).to.eql(…)'
  return holdsAnyway(node['callee'], first)
}

function idleTest(test: unknown): string | undefined {
  if (!isNode(test) || !isNode(test['body'])) return undefined
  const { body } = test as Node & { readonly body: Node }
  if (body.type !== 'BlockStatement') return compares(body) ? unseen : idleExpression(body)
  const statements = (body['body'] as readonly Node[]).filter(({ type }) => type !== 'VariableDeclaration')
  const isWaiting = (test['params'] as readonly unknown[]).length > 0
  if (isWaiting) return undefined
  if (statements.length === 0) return 'this tests nothing: write what must be, such as pm.expect(…).to.eql(…)'
  const [only, ...others] = statements
  if (others.length > 0 || only?.type !== 'ReturnStatement' || !isNode(only['argument'])) return undefined
  const { argument } = only as Node & { readonly argument: Node }
  return compares(argument) || typeof argument['value'] === 'boolean' ? unseen : idleExpression(argument)
}

const unseen = 'nobody looks at what the function of a test returns: write pm.expect(…).to.be.true'

/** Why everything includes something: the empty text, or no members. */
function holdsAnyway(callee: unknown, expected: unknown): string | undefined {
  if (!isNode(callee) || !isNode(expected) || !isAssertion(callee)) return undefined
  const name = nameOf(callee) ?? ''
  if (includes.test(name) && expected['value'] === '') return 'every text includes the empty one'
  const { object } = callee
  const isIncluded = name === 'members' && isNode(object) && includes.test(nameOf(object) ?? '')
  const { elements } = expected
  return isIncluded && Array.isArray(elements) && elements.length === 0
    ? 'every list includes no members'
    : undefined
}

const includes = /^(?:include|contain)s?$|^string$/

function idleExpression(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'CallExpression' && isPm(node['callee'], 'expect'))
    return 'this expects nothing: write what the value must be, such as pm.expect(…).to.eql(…)'
  if (node.type === 'BinaryExpression' && compares(node))
    return 'nobody looks at what this compares: write pm.expect(…).to.eql(…)'
  if (isPredicate(node)) return 'nobody looks at what this tells: write pm.expect(…).to.be.true'
  const words = isMember(node) && isAssertion(node) ? assertionOf(node)?.words : undefined
  if (words?.every(({ word }) => modifying.test(word)) === true)
    return 'this expects nothing: write what the value must be, such as pm.expect(…).to.eql(…)'
  const name = nameOf(node)
  if (name === undefined || !calledOnly.has(name) || !isAssertion(node)) return undefined
  return `this asserts nothing until it is called: write ${name}(…)`
}

/** Words that only change what the next one asserts. */
const modifying = /^(?:not|deep|nested|own|ordered|any|all|itself)$/

/** True for a call that only tells something, as `list.every(one => one > 1)` does. */
function isPredicate({ type, callee, arguments: args }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || isAssertion(callee)) return false
  const name = nameOf(callee) ?? ''
  const [judge] = args as readonly Node[]
  if (name === 'every' || name === 'some') return isNode(judge?.['body']) && compares(judge['body'])
  return /^(?:includes|startsWith|endsWith|isEqual|isArray|isInteger)$/.test(name)
}

/** True where the names lead back to `pm.expect(…)`, to `pm.response.to`, or to what was called on them. */
function isAssertion(node: unknown): boolean {
  if (!isNode(node)) return false
  if (node.type === 'CallExpression') return isPm(node['callee'], 'expect') || isAssertion(node['callee'])
  return nameOf(node) === 'to' && isPm(node['object'], 'response')
    ? true
    : isMember(node) && isAssertion(node['object'])
}

/** `pm.name`. */
function isPm(node: unknown, name: string): boolean {
  if (!isNode(node) || nameOf(node) !== name) return false
  const { object } = node
  return isNode(object) && object.type === 'Identifier' && object['name'] === 'pm'
}

function nameOf(node: Node): string | undefined {
  const { property, computed } = node
  if (!isMember(node) || computed === true || !isNode(property)) return undefined
  return typeof property['name'] === 'string' ? property['name'] : undefined
}

const comparisons = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=', 'in', 'instanceof'])

function compares({ type, operator, left, right }: Node): boolean {
  return (
    (type === 'BinaryExpression' && comparisons.has(String(operator))) ||
    (type === 'UnaryExpression' && operator === '!') ||
    (type === 'LogicalExpression' && [left, right].every(one => isNode(one) && compares(one)))
  )
}
