import type { JsonValue } from '../../model/json.ts'
import { plainNumber } from '../../util/exact-number.ts'
import { parseJson } from '../../util/parse-json.ts'
import { mapNumbers } from '../../util/plain-numbers.ts'
import { unheldNumber } from './digits.ts'
import type { JsonPart, JsonParts, Path, Predicate, Selector, Sign, Value } from './test-program.ts'

/** Segments of a JSONPath (RFC 9535): names, indexes, wildcards, and filters without brackets in them. */
const segment =
  /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*)|\[(-?\d+)\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]|(\.\*|\[\*\])|\[\?\s*((?:'[^']*'|"[^"]*"|[^'"[\]])*)\]/gy

/** The way that a JSONPath selects; undefined for slices, descendants, and filters that are more than comparisons. */
export function programPath(path: string): JsonPart | JsonParts | undefined {
  if (!path.startsWith('$') || path.includes('{{')) return undefined
  const selectors = selectorsOf(path)
  if (selectors === undefined) return undefined
  return selectors.every(isStep)
    ? { kind: 'json', root: 'body', path: selectors }
    : { kind: 'json-list', root: 'body', path: selectors }
}

/** The members and indexes of a path into a variable: `.emails[0]`. */
export function variablePath(rest: string): Path | undefined {
  const selectors = selectorsOf(`$${rest}`)
  return selectors?.every(isStep) === true ? selectors : undefined
}

function isStep(selector: Selector): selector is string | number {
  return typeof selector === 'string' || typeof selector === 'number'
}

function selectorsOf(path: string): readonly Selector[] | undefined {
  const selectors: Selector[] = []
  segment.lastIndex = 1
  for (let at = 1; at < path.length; at = segment.lastIndex) {
    segment.lastIndex = at
    const found = segment.exec(path)
    if (found === null) return undefined
    const [, name, index, single, double, all, filter] = found
    const end = segment.lastIndex
    const selector = filter === undefined ? undefined : filterOf(filter)
    if (filter !== undefined && selector === undefined) return undefined
    segment.lastIndex = end
    if (selector !== undefined) selectors.push({ kind: 'filter', holds: selector })
    else if (all !== undefined) selectors.push({ kind: all === '.*' ? 'members' : 'items' })
    else selectors.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index))
  }
  return selectors
}

const comparison = /^@(\S*?)\s*(==|!=|<=|>=|<|>)\s*('[^'\\]*'|"[^"\\]*"|-?\d+(?:\.\d+)?|true|false|null)$/

/** Comparisons of parts of an item with values, all of which must hold. */
function filterOf(written: string): Predicate | undefined {
  const terms = written.split('&&').map(term => termOf(term.trim()))
  if (!terms.every(term => term !== undefined)) return undefined
  const [only, ...others] = terms
  return others.length === 0 ? only : { kind: 'all', of: terms }
}

function termOf(term: string): Predicate | undefined {
  const [, written = '', operator = '', operand = ''] = comparison.exec(term) ?? []
  const bare = /^@(\S*)$/.exec(term)?.[1]
  const path = selectorsOf(`$${bare ?? written}`)
  if (path === undefined || !path.every(isStep) || (bare === undefined && operator === '')) return undefined
  const actual: Value = { kind: 'json', root: 'item', path }
  if (bare !== undefined) return path.length === 0 ? undefined : { kind: 'present', value: actual }
  const literal = literalOf(operand)
  if (unheldNumber(literal) !== undefined) return undefined
  const expected: Value = { kind: 'literal', value: mapNumbers(literal, plainNumber) }
  const equal: Predicate = { kind: 'equal', actual, expected, as: 'json' }
  if (operator === '==') return equal
  if (operator === '!=') return { kind: 'not', of: equal }
  return { kind: 'compare', actual, sign: operator as Sign, expected }
}

function literalOf(operand: string): JsonValue {
  return /^['"]/.test(operand) ? operand.slice(1, -1) : parseJson(operand)
}
