import type { AnyNode } from 'acorn'
import type { Evaluator } from './values/evaluate.ts'
import { expressionMeaning } from './expression-meaning.ts'
import { Facts } from './checks/facts.ts'
import type { Meaning } from './outline.ts'
import { harmlessIf } from './side-effects.ts'

/** What a declaration may become: it serves others, unless what it calls may have an effect. */
export function declarationMeaning(
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

/** `try { answer = JSON.parse(responseBody) } catch {}` only gives a name to the body. */
export function tryMeaning(node: AnyNode & { type: 'TryStatement' }, evaluator: Evaluator): Meaning {
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
