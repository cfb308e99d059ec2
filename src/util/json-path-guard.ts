import { jsonpath } from 'json-p3'
import type { JSONPathQuery } from 'json-p3'
import { queriesIn } from './json-path-filters.ts'
import { JsonPathTimeout, jsonPathTimeout } from './json-path-result.ts'

const { FilterSelector } = jsonpath.selectors

/**
 * Puts a time limit into a query, and into the queries of its filters: `$..*..*..*` selects more nodes from a small
 * document than anybody can wait for. Gives what starts the clock; once it has run down, the query throws
 * `JsonPathTimeout` at the next node it comes to.
 */
export function limitTime(query: JSONPathQuery): () => void {
  let deadline = Infinity
  const checkTime = (): void => {
    if (performance.now() > deadline) throw new JsonPathTimeout()
  }
  for (const { segments } of queriesIn(query))
    for (const { selectors } of segments) for (const selector of selectors) guard(selector, checkTime)
  return () => {
    deadline = performance.now() + jsonPathTimeout
  }
}

function guard(selector: jsonpath.selectors.JSONPathSelector, checkTime: () => void): void {
  const resolve = resolverOf(selector)
  selector.resolve = node => {
    checkTime()
    return resolve(node)
  }
  if (!(selector instanceof FilterSelector)) return
  const { expression } = selector
  const evaluate = expression.evaluate.bind(expression)
  expression.evaluate = context => {
    checkTime()
    return evaluate(context)
  }
}

/** Filters are resolved lazily, for else their inner queries spread whole lists as arguments. */
function resolverOf(
  selector: jsonpath.selectors.JSONPathSelector,
): jsonpath.selectors.JSONPathSelector['resolve'] {
  if (selector instanceof FilterSelector) return node => Array.from(selector.lazyResolve(node))
  return selector.resolve.bind(selector)
}
