import { jsonpath, type JSONPathQuery } from 'json-p3'
import { queriesIn } from './json-path-filters.ts'
import { JsonPathTimeout, jsonPathTimeout } from './json-path-result.ts'
import type { JsonValue } from './json-value.ts'

const { FilterSelector } = jsonpath.selectors

/** Runs a query on a document. */
type LimitedRun = <Result>(root: JsonValue, run: () => Result) => Result

/** Milliseconds for each value of a large document, several times what one walk over it takes. */
const timePerValue = 0.003

/**
 * Puts a time limit into a query, and into the queries of its filters: `$..*..*..*` selects more nodes from a small
 * document than anybody can wait for. Gives what runs the query on a document under the limit; when time is over,
 * it throws `JsonPathTimeout` at the next node it comes to.
 */
export function limitTime(query: JSONPathQuery): LimitedRun {
  let checkClock = (): void => undefined
  const checkTime = (): void => {
    checkClock()
  }
  for (const { segments } of queriesIn(query))
    for (const { selectors } of segments) for (const selector of selectors) guard(selector, checkTime)
  return (root, run) => {
    checkClock = startClock(root)
    try {
      return run()
    } finally {
      // The clock holds the document, which nobody needs any more.
      checkClock = () => undefined
    }
  }
}

/** How many times longer than its limit a query may take on a machine that is busy with other things. */
const patience = 10

/**
 * Throws when the time is over: that of the processor, because on a busy machine a query waits more than it works. A large
 * document has more of it, but only then is it worth counting its values.
 */
function startClock(root: JsonValue): () => void {
  const started = performance.now()
  const used = process.cpuUsage()
  let limit: number = jsonPathTimeout
  let extended = false
  return () => {
    const elapsed = performance.now() - started
    if (elapsed <= limit) return
    if (!extended) limit = Math.max(limit, Math.ceil(countValues(root) * timePerValue))
    extended = true
    if (elapsed > limit * patience || worked(used) > limit) throw new JsonPathTimeout(limit)
  }
}

/** Milliseconds of the processor since then. */
function worked(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function countValues(root: JsonValue): number {
  const pending = [root]
  let count = 0
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    count += 1
    if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) pending.push(member)
  }
  return count
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
