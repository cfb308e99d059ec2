import { jsonpath, type JSONPathQuery } from 'json-p3'
import type { PatternResult } from './pattern-result.ts'

const { expressions, selectors } = jsonpath

/** What is wrong with a query that json-p3 accepts, and at which character. */
export interface FilterProblem {
  readonly message: string
  readonly position: number
}

type Expression = jsonpath.selectors.FilterSelector['expression']['expression']

/**
 * Finds filters that could never select what their author means: a comparison of a comparison or of a negation
 * (`!@.a == 1`, which RFC 9535 section 2.3.5.1 has no grammar for), and `match()` or `search()` with a pattern that is
 * none.
 */
export function findFilterProblem(
  query: JSONPathQuery,
  preparePattern: ((text: string) => PatternResult) | undefined,
): FilterProblem | undefined {
  for (const expression of expressionsOf(query)) {
    const message = misuse(expression) ?? badPattern(expression, preparePattern)
    if (message !== undefined) return { message, position: expression.token.index }
  }
  return undefined
}

function misuse(expression: Expression): string | undefined {
  if (!(expression instanceof expressions.InfixExpression) || expression.logical) return undefined
  const sides = [expression.left, expression.right]
  if (sides.some(side => side instanceof expressions.PrefixExpression))
    return `${expression.operator} compares values, and "!" gives none; negate the comparison: !(a == b)`
  return sides.some(side => side instanceof expressions.InfixExpression)
    ? `${expression.operator} compares values, not comparisons`
    : undefined
}

function badPattern(
  expression: Expression,
  preparePattern: ((text: string) => PatternResult) | undefined,
): string | undefined {
  if (!(expression instanceof expressions.FunctionExtension) || preparePattern === undefined) return undefined
  const pattern = expression.args[1]
  if (!['match', 'search'].includes(expression.name) || !(pattern instanceof expressions.StringLiteral))
    return undefined
  const prepared = preparePattern(pattern.value)
  return prepared.ok ? undefined : `the pattern of ${expression.name}() is invalid: ${prepared.message}`
}

/** A query, and every query inside its filters. */
export function* queriesIn(query: JSONPathQuery): Generator<JSONPathQuery> {
  yield query
  for (const expression of expressionsOf(query))
    if (expression instanceof expressions.FilterQuery) yield expression.path
}

/** Every expression in every filter of a query, and in the queries inside them. */
function* expressionsOf(query: JSONPathQuery): Generator<Expression> {
  for (const segment of query.segments)
    for (const selector of segment.selectors)
      if (selector instanceof selectors.FilterSelector) yield* partsOf(selector.expression)
}

function* partsOf(expression: Expression): Generator<Expression> {
  yield expression
  if (expression instanceof expressions.LogicalExpression) yield* partsOf(expression.expression)
  if (expression instanceof expressions.PrefixExpression) yield* partsOf(expression.right)
  if (expression instanceof expressions.FilterQuery) yield* expressionsOf(expression.path)
  if (expression instanceof expressions.FunctionExtension)
    for (const argument of expression.args) yield* partsOf(argument)
  if (expression instanceof expressions.InfixExpression) {
    yield* partsOf(expression.left)
    yield* partsOf(expression.right)
  }
}
