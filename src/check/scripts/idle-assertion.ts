import { isMember, isNode, type Node } from './syntax-tree.ts'

/** What chai and Postman only look at when it is called. */
const calledOnly = new Set(
  (
    'equal equals eq eql eqls include includes contain contains match matches above below least most gt gte lt lte greaterThan ' +
    'lessThan within closeTo property lengthOf length keys key members oneOf a an instanceof string status header body jsonBody'
  ).split(' '),
)

/**
 * Why a statement or the function of a test asserts nothing, although it was meant to: `pm.expect(x)`,
 * `pm.expect(x).to.equal` and `pm.test('…', () => x === 1)`. Undefined for every other node.
 */
export function idleAssertion(node: Node): string | undefined {
  if (node.type === 'ExpressionStatement') return idleExpression(node['expression'])
  if (node.type !== 'CallExpression' || !isPm(node['callee'], 'test')) return undefined
  const [, test] = node['arguments'] as readonly unknown[]
  if (!isNode(test) || test.type !== 'ArrowFunctionExpression' || !isNode(test['body'])) return undefined
  const { body } = test as Node & { readonly body: Node }
  return compares(body)
    ? 'nobody looks at what the function of a test returns: write pm.expect(…).to.be.true'
    : idleExpression(body)
}

function idleExpression(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'CallExpression' && isPm(node['callee'], 'expect'))
    return 'this expects nothing: write what the value must be, such as pm.expect(…).to.eql(…)'
  const name = nameOf(node)
  if (name === undefined || !calledOnly.has(name) || !isAssertion(node)) return undefined
  return `this asserts nothing until it is called: write ${name}(…)`
}

/** Whether the names lead back to `pm.expect(…)`, to `pm.response.to`, or to what was called on them. */
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

function compares({ type, operator }: Node): boolean {
  return (
    (type === 'BinaryExpression' && comparisons.has(String(operator))) ||
    (type === 'UnaryExpression' && operator === '!')
  )
}
