import type { AnyNode } from 'acorn'
import { truthOf } from './values/condition.ts'
import type { Evaluator } from './values/evaluate.ts'
import { expressionMeaning } from './expression-meaning.ts'
import { extractTarget } from './checks/extract-target.ts'
import { Facts } from './checks/facts.ts'
import type { Meaning } from './outline.ts'
import { unwrap } from '../javascript/syntax.ts'
import type { Value } from './checks/value.ts'

/** `if (value !== undefined) pm.environment.set("name", value)`: an extract that need not find anything. */
export function optionalWrite(
  { test, consequent, alternate }: AnyNode & { type: 'IfStatement' },
  evaluator: Evaluator,
): Meaning | undefined {
  const [statement, ...others] = consequent.type === 'BlockStatement' ? consequent.body : [consequent]
  if (statement?.type !== 'ExpressionStatement' || others.length > 0 || alternate) return undefined
  const asked = askedFor(unwrap(test), evaluator)
  if (asked === undefined) return undefined
  const meaning = expressionMeaning(unwrap(statement.expression), evaluator, new Facts())
  if (meaning.is !== 'write' || sourceOf(meaning.value) === undefined) return undefined
  if (sourceOf(meaning.value) !== sourceOf(asked)) return undefined
  const condition = truthOf(test, evaluator, new Facts())
  return { ...meaning, isOptional: true, guards: condition?.guards ?? meaning.guards }
}

/** What is compared with undefined. */
function askedFor(test: AnyNode, evaluator: Evaluator): Value | undefined {
  if (test.type !== 'BinaryExpression' || test.operator !== '!==') return undefined
  if (evaluator.nameOf(test.right) !== 'undefined') return undefined
  return test.left.type === 'PrivateIdentifier' ? undefined : evaluator.evaluate(test.left)
}

function sourceOf(value: Value): string | undefined {
  if (value.kind !== 'group') return extractTarget(value)
  const source = extractTarget(value.of)
  return source === undefined ? undefined : JSON.stringify([source, value.pattern])
}
