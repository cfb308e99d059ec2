import type { AnyNode } from 'acorn'
import { leavesFunction, unwrap } from '../javascript/syntax.ts'
import { factsUnder, type Branch, type BranchedChecks, type BranchedGuards } from './branch.ts'
import { branchesOf, type Asked } from './branches-of.ts'
import type { Guard } from './checks/check.ts'
import type { Facts } from './checks/facts.ts'
import { escapeBraces } from './checks/template-text.ts'
import { testCall, type TestCall } from './postman-host.ts'
import type { Meaning, Outline } from './outline.ts'
import type { Script } from './script.ts'
import {
  controlReason,
  declarationMeaning,
  expressionMeaning,
  optionalWrite,
  tryMeaning,
} from './statement-meaning.ts'
import { truthOf } from './values/condition.ts'

/** Facts known when statements are read. */
export interface Knowledge {
  /** The checks outside of all tests. */
  readonly outside: readonly BranchedChecks[]
  /** The checks of a test, by its statement. */
  readonly inTests: ReadonlyMap<AnyNode, readonly BranchedChecks[]>
}

/** Where statements stand. */
interface Place {
  readonly script: Script
  readonly knowledge: Knowledge
  /** The conditions around it. */
  readonly branches: readonly Branch[]
  /** The checks that have to hold for what comes of the statements. */
  readonly checks: readonly BranchedChecks[]
  /** The facts that follow from the checks here. */
  readonly facts: Facts
  readonly isInTest: boolean
}

/** Reads the meaning that each statement of a script may have. */
export function readOutline(
  statements: readonly AnyNode[],
  script: Script,
  knowledge: Knowledge,
): readonly Outline[] {
  const checks = knowledge.outside
  const facts = factsUnder([], checks)
  return readAll(statements, { script, knowledge, branches: [], checks, facts, isInTest: false })
}

function readAll(statements: readonly AnyNode[], place: Place): readonly Outline[] {
  return statements.map(statement => readStatement(statement, place))
}

function readStatement(node: AnyNode, place: Place): Outline {
  const { script, facts } = place
  switch (node.type) {
    case 'ExpressionStatement': {
      const expression = unwrap(node.expression)
      const test = place.isInTest ? undefined : testCall(expression)
      if (test !== undefined) return readTest(node, test, place)
      return leaf(node, expressionMeaning(expression, script, facts), place)
    }
    case 'VariableDeclaration':
      return leaf(node, declarationMeaning(node, script), place)
    case 'FunctionDeclaration':
      return leaf(node, { is: 'support', guards: [] }, place)
    case 'EmptyStatement':
      return leaf(node, { is: 'nothing', guards: [] }, place)
    case 'BlockStatement':
      return { kind: 'wrapper', node, guards: [], body: readAll(node.body, place) }
    case 'IfStatement':
      return readIf(node, place)
    case 'TryStatement':
      return leaf(node, tryMeaning(node, script), place)
    default:
      return leaf(node, { is: 'script', reason: controlReason(node.type) }, place)
  }
}

function leaf(node: AnyNode, meaning: Meaning, { branches }: Place): Outline {
  return { kind: 'leaf', node, meaning, branches }
}

function readTest(node: AnyNode, { name, callback }: TestCall, place: Place): Outline {
  const { script, knowledge } = place
  const title = testName(name, script)
  if (title === undefined)
    return leaf(node, { is: 'script', reason: 'the name of the test is computed' }, place)
  if (script.phase === 'before')
    return leaf(node, { is: 'script', reason: 'a step validates its answer, and there is none yet' }, place)
  const { body } = callback
  if (body.type !== 'BlockStatement') {
    const meaning = expressionMeaning(unwrap(body), script, factsUnder(place.branches, []))
    return { kind: 'wrapper', node, test: title, guards: [], body: [leaf(body, meaning, place)] }
  }
  const checks = knowledge.inTests.get(node) ?? []
  const facts = factsUnder(place.branches, checks)
  const inside = { ...place, checks, facts, isInTest: true }
  const found = body.body.findIndex(leavesFunction)
  const end = found === -1 ? body.body.length : found
  const mayBeSkipped = body.body
    .slice(end)
    .map(statement => leaf(statement, { is: 'script', reason: 'the test may end early' }, inside))
  const statements = [...readAll(body.body.slice(0, end), inside), ...mayBeSkipped]
  return { kind: 'wrapper', node, test: title, guards: [], body: statements }
}

/** The name, as the suite language writes it; undefined when it is computed or empty. */
function testName(node: AnyNode, script: Script): string | undefined {
  const value = script.evaluate(node)
  // A name may have variables in it, as the names of validations may.
  if (value?.kind === 'template') return value.made ? undefined : value.text
  if (value?.kind !== 'literal' || typeof value.value !== 'string') return undefined
  const name = escapeBraces(value.value)
  return name === '' ? undefined : name
}

function readIf(node: AnyNode & { type: 'IfStatement' }, place: Place): Outline {
  const { script, facts, branches } = place
  const { test, consequent, alternate } = node
  const optional = optionalWrite(node, script)
  if (optional !== undefined) return leaf(node, optional, place)
  const holds = alternate ? undefined : conditionHolds(test, script, facts)
  if (holds !== undefined)
    return {
      kind: 'wrapper',
      node,
      guards: [{ branches, guards: holds.guards }],
      body: [readStatement(consequent, place)],
    }
  const isAfter = script.phase === 'after'
  const then = isAfter ? branchesOf(test, true, script.evaluate, facts) : undefined
  const otherwise = alternate && isAfter ? branchesOf(test, false, script.evaluate, facts) : undefined
  if (then === undefined || (alternate && otherwise === undefined))
    return leaf(node, { is: 'script', reason: controlReason(node.type) }, place)
  const body = [readStatement(consequent, under(then, place))]
  if (alternate && otherwise) body.push(readStatement(alternate, under(otherwise, place)))
  return { kind: 'wrapper', node, guards: guardsOf(then, branches), body }
}

/**
 * Finds if the condition of an `if` is asserted anyway, so that in every answer that passes it is true; then what stands
 * inside needs no condition. Gives what has to hold so that it does not throw.
 */
function conditionHolds(
  test: AnyNode,
  script: Script,
  facts: Facts,
): { readonly guards: readonly Guard[] } | undefined {
  const condition = truthOf(test, script.evaluate, facts)
  if (condition === undefined || !condition.checks.every(check => facts.includes(check))) return undefined
  return { guards: condition.guards }
}

/** The same place, under more conditions. */
function under(asked: readonly Asked[], place: Place): Place {
  const branches = [...place.branches, ...asked.map(({ branch }) => branch)]
  return { ...place, branches, facts: factsUnder(branches, place.checks) }
}

/** The guards needed to ask for the conditions: each is only asked for where those before it are so. */
function guardsOf(asked: readonly Asked[], branches: readonly Branch[]): readonly BranchedGuards[] {
  return asked.map(({ guards }, index) => ({
    branches: [...branches, ...asked.slice(0, index).map(({ branch }) => branch)],
    guards,
  }))
}
