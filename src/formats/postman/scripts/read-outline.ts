import type { AnyNode } from 'acorn'
import { conditionHolds } from './asserted-condition.ts'
import type { Check } from './check.ts'
import type { Evaluator } from './evaluate.ts'
import { Facts } from './facts.ts'
import { leavesFunction } from './leaves-function.ts'
import { expressionMeaning } from './expression-meaning.ts'
import type { Meaning, Outline } from './outline.ts'
import { optionalWrite } from './optional-write.ts'
import { harmlessIf } from './side-effects.ts'
import { escapeBraces } from './template-text.ts'
import { testCall, unwrap, type TestCall } from './syntax.ts'

/** What is known when statements are read. */
export interface Knowledge {
  /** What every answer that passes is like, by the checks of all tests. */
  readonly everywhere: Facts
  /** What the checks outside of all tests say. */
  readonly outside: readonly Check[]
  /** What the checks of a test say, by its statement. */
  readonly inTests: ReadonlyMap<AnyNode, readonly Check[]>
}

/** Where statements stand. */
interface Surroundings {
  readonly evaluator: Evaluator
  readonly knowledge: Knowledge
  /** The facts that statements may build on. */
  readonly facts: Facts
  readonly isInTest: boolean
}

/** What each statement of a script may become. */
export function readOutline(
  statements: readonly AnyNode[],
  evaluator: Evaluator,
  knowledge: Knowledge,
): readonly Outline[] {
  const facts = new Facts(knowledge.outside)
  return readAll(statements, { evaluator, knowledge, facts, isInTest: false })
}

function readAll(statements: readonly AnyNode[], surroundings: Surroundings): readonly Outline[] {
  return statements.map(statement => readStatement(statement, surroundings))
}

function readStatement(node: AnyNode, surroundings: Surroundings): Outline {
  const { evaluator, facts } = surroundings
  switch (node.type) {
    case 'ExpressionStatement': {
      const expression = unwrap(node.expression)
      const test = surroundings.isInTest ? undefined : testCall(expression)
      if (test !== undefined) return readTest(node, test, surroundings)
      return leaf(node, expressionMeaning(expression, evaluator, facts))
    }
    case 'VariableDeclaration':
      return leaf(node, declarationMeaning(node, evaluator))
    case 'FunctionDeclaration':
      return leaf(node, { is: 'support', guards: [] })
    case 'EmptyStatement':
      return leaf(node, { is: 'nothing', guards: [] })
    case 'BlockStatement':
      return { kind: 'wrapper', node, guards: [], body: readAll(node.body, surroundings) }
    case 'IfStatement':
      return readIf(node, surroundings)
    case 'TryStatement':
      return leaf(node, tryMeaning(node, evaluator))
    default:
      return leaf(node, { is: 'script', reason: controlReason(node.type) })
  }
}

function leaf(node: AnyNode, meaning: Meaning): Outline {
  return { kind: 'leaf', node, meaning }
}

function readTest(node: AnyNode, { name, callback }: TestCall, surroundings: Surroundings): Outline {
  const { evaluator, knowledge } = surroundings
  const title = testName(name, evaluator)
  if (title === undefined) return leaf(node, { is: 'script', reason: 'the name of the test is computed' })
  if (evaluator.phase === 'before')
    return leaf(node, { is: 'script', reason: 'a step validates its answer, and there is none yet' })
  const { body } = callback
  if (body.type !== 'BlockStatement') {
    const meaning = expressionMeaning(unwrap(body), evaluator, new Facts())
    return { kind: 'wrapper', node, test: title, guards: [], body: [{ kind: 'leaf', node: body, meaning }] }
  }
  if (body.body.some(leavesFunction)) return leaf(node, { is: 'script', reason: 'the test may end early' })
  const facts = new Facts(knowledge.inTests.get(node))
  const statements = readAll(body.body, { ...surroundings, facts, isInTest: true })
  return { kind: 'wrapper', node, test: title, guards: [], body: statements }
}

/** The name, as the suite language writes it; undefined when it is computed or empty. */
function testName(node: AnyNode, evaluator: Evaluator): string | undefined {
  const value = evaluator.evaluate(node)
  // A name may have variables in it, as the names of validations may.
  if (value?.kind === 'template') return value.made ? undefined : value.text
  if (value?.kind !== 'literal' || typeof value.value !== 'string') return undefined
  const name = escapeBraces(value.value)
  return name === '' ? undefined : name
}

function declarationMeaning(
  { declarations }: AnyNode & { type: 'VariableDeclaration' },
  evaluator: Evaluator,
): Meaning {
  const guards = declarations.map(({ id, init }) => {
    const harmless = init ? harmlessIf(init, evaluator) : []
    if (id.type === 'Identifier' || !init) return harmless
    // Taking something apart throws like reading its members does.
    const value = evaluator.evaluate(init)
    return value?.kind === 'body' && harmless !== undefined
      ? [...harmless, { path: value.path, nullable: false }]
      : undefined
  })
  return guards.every(one => one !== undefined) ? { is: 'support', guards: guards.flat() } : { is: 'script' }
}

function readIf(node: AnyNode & { type: 'IfStatement' }, surroundings: Surroundings): Outline {
  const { evaluator, knowledge, facts, isInTest } = surroundings
  const known = isInTest ? facts : knowledge.everywhere
  const optional = optionalWrite(node, evaluator)
  if (optional !== undefined) return leaf(node, optional)
  const holds = node.alternate ? undefined : conditionHolds(node.test, evaluator, known)
  if (holds === undefined) return leaf(node, { is: 'script', reason: controlReason(node.type) })
  const { consequent } = node
  const statements = consequent.type === 'BlockStatement' ? consequent.body : [consequent]
  return { kind: 'wrapper', node, guards: holds.guards, body: readAll(statements, surroundings) }
}

/** `try { answer = JSON.parse(responseBody) } catch {}` only gives a name to the body. */
function tryMeaning(node: AnyNode & { type: 'TryStatement' }, evaluator: Evaluator): Meaning {
  const isQuiet = (node.handler?.body.body ?? []).every(
    statement =>
      statement.type === 'ExpressionStatement' &&
      expressionMeaning(statement.expression, evaluator, new Facts()).is === 'nothing',
  )
  const isNaming = node.block.body.every(statement => isSupport(statement, evaluator))
  return isQuiet && isNaming && !node.finalizer
    ? { is: 'support', guards: [] }
    : { is: 'script', reason: controlReason(node.type) }
}

function isSupport(statement: AnyNode, evaluator: Evaluator): boolean {
  if (statement.type === 'VariableDeclaration')
    return declarationMeaning(statement, evaluator).is === 'support'
  return (
    statement.type === 'ExpressionStatement' &&
    expressionMeaning(statement.expression, evaluator, new Facts()).is === 'support'
  )
}

/** Why a control structure stays a script. */
export function controlReason(type: string): string {
  switch (type) {
    case 'IfStatement':
      return 'a step has no conditions on its answer'
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
