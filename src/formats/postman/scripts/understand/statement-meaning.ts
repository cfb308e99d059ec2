import type { AnyNode } from 'acorn'
import { memberName, unwrap } from '../javascript/syntax.ts'
import { assertionOf } from './assertions/assertion.ts'
import { parseChain } from './assertions/chain.ts'
import { extractTarget } from './checks/check-of.ts'
import { Facts } from './checks/facts.ts'
import { escapeBraces } from './checks/template-text.ts'
import { objectName, type Value } from './checks/value.ts'
import type { Meaning } from './outline.ts'
import type { Script } from './script.ts'
import { harmlessIf } from './side-effects.ts'
import { truthOf } from './values/condition.ts'
import { variableWrite } from './variable-write.ts'

/** The meaning that an expression may have where it stands as a statement. */
export function expressionMeaning(node: AnyNode, script: Script, facts: Facts): Meaning {
  const expression = unwrap(node)
  if (expression.type === 'AssignmentExpression') return assignmentMeaning(expression, script, facts)
  if (expression.type === 'CallExpression') {
    const name = objectName(script.evaluate(expression.callee))
    if (name?.startsWith('console.') === true) return printing(expression, script)
    const write = variableWrite(name, expression, script)
    if (write !== undefined) return write
  }
  const chain = parseChain(expression, script.evaluate)
  if (chain !== undefined) return assertionMeaning(chain, script, facts)
  if (expression.type === 'UpdateExpression' || isLocalCall(expression, script)) return { is: 'script' }
  const harmless = harmlessIf(expression, script)
  if (harmless !== undefined && expression.type === 'Literal') return { is: 'nothing', guards: harmless }
  return { is: 'script', reason: 'a step has no word for it' }
}

function assertionMeaning(chain: Parameters<typeof assertionOf>[0], script: Script, facts: Facts): Meaning {
  if (script.phase === 'before')
    return { is: 'script', reason: 'a step validates its answer, and there is none yet' }
  const asserted = assertionOf(chain, script.evaluate, facts)
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
  script: Script,
  facts: Facts,
): Meaning {
  const { left } = node
  if (left.type === 'MemberExpression' && objectName(script.evaluate(left.object)) === 'tests')
    return legacyTest(node, script, facts)
  if (left.type !== 'Identifier' || node.operator !== '=') return { is: 'script' }
  // A name assigned without a declaration is there for all scripts that run later.
  if (!isDeclared(left, script)) return { is: 'script' }
  const guards = harmlessIf(node.right, script)
  return guards === undefined ? { is: 'script' } : { is: 'support', guards }
}

function isDeclared(name: AnyNode, script: Script): boolean {
  for (const { name: known, declarations, writes } of script.scopes.bindings) {
    const isWritten = name.type === 'Identifier' && known === name.name && declarations.length > 0
    if (isWritten && writes.some(({ node }) => node.start <= name.start && name.end <= node.end)) return true
  }
  return false
}

function legacyTest(
  { left, right, operator }: AnyNode & { type: 'AssignmentExpression' },
  script: Script,
  facts: Facts,
): Meaning {
  const written = memberName(left) ?? legacyName(left, script)
  const name = typeof written === 'string' && written !== '' ? escapeBraces(written) : undefined
  if (name === undefined || operator !== '=')
    return { is: 'script', reason: 'the name of the test is computed' }
  if (script.phase === 'before')
    return { is: 'script', reason: 'a step validates its answer, and there is none yet' }
  const condition = truthOf(right, script.evaluate, facts)
  if (condition === undefined || condition.checks.length === 0)
    return { is: 'script', reason: 'no validation passes exactly where this is true' }
  return { is: 'check', checks: condition.checks, guards: condition.guards, name }
}

function legacyName(left: AnyNode, script: Script): string | undefined {
  if (left.type !== 'MemberExpression' || left.property.type === 'PrivateIdentifier') return undefined
  const value = script.evaluate(left.property)
  if (value?.kind === 'literal' && typeof value.value === 'string') return value.value
  return undefined
}

function printing(node: AnyNode & { type: 'CallExpression' }, script: Script): Meaning {
  const guards = node.arguments.map(argument => harmlessIf(argument, script))
  return guards.every(one => one !== undefined) ? { is: 'nothing', guards: guards.flat() } : { is: 'script' }
}

/** A call that only concerns the script's own variables, such as `list.push(1)`. */
function isLocalCall(node: AnyNode, script: Script): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = unwrap(node.callee)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  const isLocal = script.scopes.uses.get(callee.object)?.binding !== undefined
  return (
    isLocal &&
    ['push', 'add', 'sort', 'unshift', 'splice', 'pop', 'shift'].includes(String(memberName(callee)))
  )
}

/** The meaning that a declaration may have: it serves others, unless a call in it may have an effect. */
export function declarationMeaning(
  { declarations }: AnyNode & { type: 'VariableDeclaration' },
  script: Script,
): Meaning {
  const guards = declarations.map(({ id, init }) => {
    const harmless = init ? harmlessIf(init, script) : []
    if (id.type === 'Identifier' || !init) return harmless
    // Taking something apart throws like reading its members does.
    const value = script.evaluate(init)
    return value?.kind === 'body' && harmless !== undefined
      ? [...harmless, { path: value.path, nullable: false }]
      : undefined
  })
  return guards.every(one => one !== undefined) ? { is: 'support', guards: guards.flat() } : { is: 'script' }
}

/** `try { answer = JSON.parse(responseBody) } catch {}` only gives a name to the body. */
export function tryMeaning(node: AnyNode & { type: 'TryStatement' }, script: Script): Meaning {
  const isQuiet = (node.handler?.body.body ?? []).every(
    statement =>
      statement.type === 'ExpressionStatement' &&
      expressionMeaning(statement.expression, script, new Facts()).is === 'nothing',
  )
  const isNaming = node.block.body.every(statement => isSupport(statement, script))
  return isQuiet && isNaming && !node.finalizer
    ? { is: 'support', guards: [] }
    : { is: 'script', reason: controlReason(node.type) }
}

function isSupport(statement: AnyNode, script: Script): boolean {
  if (statement.type === 'VariableDeclaration') return declarationMeaning(statement, script).is === 'support'
  return (
    statement.type === 'ExpressionStatement' &&
    expressionMeaning(statement.expression, script, new Facts()).is === 'support'
  )
}

/** `if (value !== undefined) pm.environment.set("name", value)`: an extract that need not find anything. */
export function optionalWrite(
  { test, consequent, alternate }: AnyNode & { type: 'IfStatement' },
  script: Script,
): Meaning | undefined {
  const [statement, ...others] = consequent.type === 'BlockStatement' ? consequent.body : [consequent]
  if (statement?.type !== 'ExpressionStatement' || others.length > 0 || alternate) return undefined
  const asked = askedFor(unwrap(test), script)
  if (asked === undefined) return undefined
  const meaning = expressionMeaning(unwrap(statement.expression), script, new Facts())
  if (meaning.is !== 'write' || sourceOf(meaning.value) === undefined) return undefined
  if (sourceOf(meaning.value) !== sourceOf(asked)) return undefined
  const condition = truthOf(test, script.evaluate, new Facts())
  return { ...meaning, isOptional: true, guards: condition?.guards ?? meaning.guards }
}

/** The value that is compared with undefined. */
function askedFor(test: AnyNode, script: Script): Value | undefined {
  if (test.type !== 'BinaryExpression' || test.operator !== '!==') return undefined
  if (objectName(script.evaluate(test.right)) !== 'undefined') return undefined
  return test.left.type === 'PrivateIdentifier' ? undefined : script.evaluate(test.left)
}

function sourceOf(value: Value): string | undefined {
  if (value.kind !== 'group') return extractTarget(value)
  const source = extractTarget(value.of)
  return source === undefined ? undefined : JSON.stringify([source, value.pattern])
}

/** Why a control structure stays a script. */
export function controlReason(type: string): string {
  switch (type) {
    case 'IfStatement':
      return 'no condition of a validation is true exactly where this is'
    case 'TryStatement':
      return 'a step cannot catch what fails'
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return 'a step has no loops'
    default:
      return 'a step has no such statement'
  }
}
