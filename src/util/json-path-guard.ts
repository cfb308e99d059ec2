import { jsonpath, type JSONPathQuery } from 'json-p3'
import { queriesIn } from './json-path-filters.ts'
import { JsonPathTimeout } from './json-path-result.ts'
import type { JsonValue } from './json-value.ts'
import { EvaluationEnded, limitEvaluation } from './limit-evaluation.ts'

const { FilterSelector } = jsonpath.selectors

/** Runs a query on a document. */
type LimitedRun = <Result>(root: JsonValue, run: () => Result) => Result

/**
 * Puts a time limit on a query: `$..*..*..*` selects more nodes from a small document than anybody can wait for. Gives what
 * runs the query on a document under the limit; when time is over, that throws `JsonPathTimeout`.
 */
export function limitTime(query: JSONPathQuery): LimitedRun {
  for (const { segments } of queriesIn(query))
    for (const { selectors } of segments) for (const selector of selectors) resolveLazily(selector)
  const looks = looksPerPart(query)
  return (root, run) => {
    try {
      return limitEvaluation(root, looks, run)
    } catch (error) {
      if (error instanceof EvaluationEnded) throw new JsonPathTimeout(error.message)
      throw error
    }
  }
}

/** Filters are resolved lazily, for else their inner queries spread whole lists as arguments. */
function resolveLazily(selector: jsonpath.selectors.JSONPathSelector): void {
  if (selector instanceof FilterSelector) selector.resolve = node => Array.from(selector.lazyResolve(node))
}

/**
 * How often a query may look at a part of a document: without end where it walks down more than once, or where a filter looks
 * at the document for every item anew.
 */
function looksPerPart(query: JSONPathQuery): number {
  const [, ...inner] = queriesIn(query)
  const segments = [query, ...inner].flatMap(one => one.segments)
  const descents = segments.filter(segment => segment.toString().startsWith('..')).length
  const walks = descents + inner.filter(one => !one.singularQuery()).length
  if (walks > 1 || query.toString().lastIndexOf('$') > 0) return Infinity
  return segments.reduce((product, { selectors }) => product * selectors.length, segments.length + 1)
}
