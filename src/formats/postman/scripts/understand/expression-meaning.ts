import type { AnyNode } from 'acorn'
import { assertionOf } from './assertions/assertion.ts'
import { parseChain } from './assertions/chain.ts'
import { truthOf } from './values/condition.ts'
import type { Evaluator } from './values/evaluate.ts'
import type { Facts } from './checks/facts.ts'
import type { Meaning } from './outline.ts'
import { harmlessIf } from './side-effects.ts'
import { memberName, unwrap } from '../javascript/syntax.ts'
import { escapeBraces } from './checks/template-text.ts'
import { variableWrite } from './variable-write.ts'

/** What an expression that stands as a statement may become. */
export function expressionMeaning(node: AnyNode, evaluator: Evaluator, facts: Facts): Meaning {
  const expression = unwrap(node)
  if (expression.type === 'AssignmentExpression') return assignmentMeaning(expression, evaluator, facts)
  if (expression.type === 'CallExpression') {
    const name = evaluator.nameOf(expression.callee)
    if (name?.startsWith('console.') === true) return printing(expression, evaluator)
    const write = variableWrite(name, expression, evaluator)
    if (write !== undefined) return write
  }
  const chain = parseChain(expression, evaluator)
  if (chain !== undefined) return assertionMeaning(chain, evaluator, facts)
  if (expression.type === 'UpdateExpression' || isLocalCall(expression, evaluator)) return { is: 'script' }
  const harmless = harmlessIf(expression, evaluator)
  if (harmless !== undefined && expression.type === 'Literal') return { is: 'nothing', guards: harmless }
  return { is: 'script', reason: 'a step has no word for it' }
}

function assertionMeaning(
  chain: Parameters<typeof assertionOf>[0],
  evaluator: Evaluator,
  facts: Facts,
): Meaning {
  if (evaluator.phase === 'before')
    return { is: 'script', reason: 'a step validates its answer, and there is none yet' }
  const asserted = assertionOf(chain, evaluator, facts)
  if ('checks' in asserted) return { is: 'check', ...asserted }
  return { is: 'script', reason: unequal(asserted.word) }
}

function unequal(word: string): string {
  if (word === 'expect') return 'what is looked at is computed'
  return `no validation passes exactly where \`${word}\` does`
}

/** `tests["name"] = …`, or an assignment to a local variable. */
function assignmentMeaning(
  node: AnyNode & { type: 'AssignmentExpression' },
  evaluator: Evaluator,
  facts: Facts,
): Meaning {
  const { left } = node
  if (left.type === 'MemberExpression' && evaluator.nameOf(left.object) === 'tests')
    return legacyTest(node, evaluator, facts)
  if (left.type !== 'Identifier' || node.operator !== '=') return { is: 'script' }
  // What is assigned without a declaration is there for all scripts that run later.
  if (!isDeclared(left, evaluator)) return { is: 'script' }
  const guards = harmlessIf(node.right, evaluator)
  return guards === undefined ? { is: 'script' } : { is: 'support', guards }
}

function isDeclared(name: AnyNode, evaluator: Evaluator): boolean {
  for (const { name: known, declarations, writes } of evaluator.scopes.bindings) {
    const isWritten = name.type === 'Identifier' && known === name.name && declarations.length > 0
    if (isWritten && writes.some(({ node }) => node.start <= name.start && name.end <= node.end)) return true
  }
  return false
}

function legacyTest(
  { left, right, operator }: AnyNode & { type: 'AssignmentExpression' },
  evaluator: Evaluator,
  facts: Facts,
): Meaning {
  const written = memberName(left) ?? legacyName(left, evaluator)
  const name = typeof written === 'string' && written !== '' ? escapeBraces(written) : undefined
  if (name === undefined || operator !== '=')
    return { is: 'script', reason: 'the name of the test is computed' }
  if (evaluator.phase === 'before')
    return { is: 'script', reason: 'a step validates its answer, and there is none yet' }
  const condition = truthOf(right, evaluator, facts)
  if (condition === undefined || condition.checks.length === 0)
    return { is: 'script', reason: 'no validation passes exactly where this is true' }
  return { is: 'check', checks: condition.checks, guards: condition.guards, name }
}

function legacyName(left: AnyNode, evaluator: Evaluator): string | undefined {
  if (left.type !== 'MemberExpression' || left.property.type === 'PrivateIdentifier') return undefined
  const value = evaluator.evaluate(left.property)
  if (value?.kind === 'literal' && typeof value.value === 'string') return value.value
  return undefined
}

function printing(node: AnyNode & { type: 'CallExpression' }, evaluator: Evaluator): Meaning {
  const guards = node.arguments.map(argument => harmlessIf(argument, evaluator))
  return guards.every(one => one !== undefined) ? { is: 'nothing', guards: guards.flat() } : { is: 'script' }
}

/** A call that only concerns the script's own variables, such as `list.push(1)`. */
function isLocalCall(node: AnyNode, evaluator: Evaluator): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = unwrap(node.callee)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  const isLocal = evaluator.scopes.uses.get(callee.object)?.binding !== undefined
  return (
    isLocal &&
    ['push', 'add', 'sort', 'unshift', 'splice', 'pop', 'shift'].includes(String(memberName(callee)))
  )
}
