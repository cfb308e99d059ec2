import {
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathError,
  JSONPathNodeList,
  JSONPathRecursionLimitError,
  Nothing,
  type FilterFunction,
  type JSONPathNode,
  type JSONPathQuery,
  jsonpath,
} from 'json-p3'
import { type CompiledPath, type JsonPathResult, JsonPathTimeout } from './result.ts'
import type { JsonValue } from '../util/json-value.ts'
import { pathText } from './path-text.ts'
import { compilePattern } from '../patterns/index.ts'
import { EvaluationEnded, limitEvaluation } from '../util/limit-evaluation.ts'
import { isCollection } from '../util/is-json.ts'
import { compareNumbers, isNumber, numberOf } from '../util/exact-number.ts'
import { jsonEqual } from '../util/json-equal.ts'

/** Reads any RFC 9535 query. To be called inside of `whenLoaded`. */
export function compileQuery(path: string): JsonPathResult {
  try {
    const query = environment().compile(path)
    const problem = findFilterProblem(query)
    if (problem !== undefined) return { ok: false, ...problem }
    return { ok: true, path: compiledPath(query) }
  } catch (error) {
    if (error instanceof JSONPathError)
      return { ok: false, message: plainMessage(error.message), position: error.token.index }
    if (error instanceof RangeError) return { ok: false, message: 'is nested too deeply', position: 0 }
    throw error
  }
}

function compiledPath(query: JSONPathQuery): CompiledPath {
  const runLimited = limitTime(query)
  return {
    singular: query.singularQuery(),
    select: root => runLimited(root, () => visit(query, root, ({ value }) => value as JsonValue)),
    places: root => runLimited(root, () => visit(query, root, ({ location }) => pathText(location))),
    locations: root => runLimited(root, () => visit(query, root, ({ location }) => location)),
  }
}

/** One node at a time: json-p3's other way spreads whole lists as arguments, which long lists overflow. */
function visit<Result>(
  query: JSONPathQuery,
  root: JsonValue,
  take: (node: JSONPathNode) => Result,
): readonly Result[] {
  try {
    return Array.from(query.lazyQuery(root as MutableJson), take)
  } catch (error) {
    if (error instanceof JSONPathRecursionLimitError)
      throw new RangeError('the document is nested too deeply', { cause: error })
    throw error
  }
}

/** json-p3 reads only, but its types do not say so. */
type MutableJson = Parameters<JSONPathQuery['query']>[0]

/** json-p3 puts the position behind some texts, and has an odd one for a path that ends too early. */
function plainMessage(message: string): string {
  if (message.includes("can't backup")) return 'the path ends too early'
  return message.replace(/ \('.*':\d+\)$/s, '')
}

function environment(): JSONPathEnvironment {
  const made = new JSONPathEnvironment({ maxRecursionDepth: deepest })
  made.functionRegister.set('length', lengthFunction)
  made.functionRegister.set(
    'match',
    patternFunction(pattern => `^(?:${pattern})$`),
  )
  made.functionRegister.set(
    'search',
    patternFunction(pattern => pattern),
  )
  return made
}

/** Levels of nesting that `..` goes down. */
const deepest = 2000

/** `length()` of RFC 9535 section 2.4.4, which counts a text's characters where json-p3 counts UTF-16 units. */
const lengthFunction: FilterFunction = {
  argTypes: [FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.ValueType,
  call(value: unknown) {
    if (typeof value === 'string') return Array.from(value).length
    if (Array.isArray(value)) return value.length
    return isCollection(value) ? Object.keys(value).length : Nothing
  },
}

/**
 * `match()` and `search()` of RFC 9535 section 2.4.6 over patterns that cannot hang. What is no text or no pattern does
 * not match. Patterns may use more than the RFC's I-Regexp, such as `\d`.
 */
function patternFunction(frame: (pattern: string) => string): FilterFunction {
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown) {
      if (typeof text !== 'string' || typeof pattern !== 'string') return false
      const prepared = compilePattern(frame(dotsOfRegexp(pattern)))
      return prepared.ok && prepared.pattern.test(text)
    },
  }
}

/** In I-Regexp a dot stands for all but line feed and carriage return (RFC 9485 section 5.3). */
function dotsOfRegexp(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, part => (part === '.' ? '[^\\n\\r]' : part))
}

const { FilterSelector } = jsonpath.selectors

/** Runs a query on a document. */
type LimitedRun = <Result>(root: JsonValue, run: () => Result) => Result

/**
 * Puts a time limit on a query: `$..*..*..*` selects more nodes from a small document than anybody can wait for. Gives what
 * runs the query on a document under the limit; when time is over, that throws `JsonPathTimeout`.
 */
function limitTime(query: JSONPathQuery): LimitedRun {
  for (const { segments } of queriesIn(query))
    for (const { selectors } of segments) for (const selector of selectors) resolveLazily(selector)
  for (const part of expressionsOf(query)) keepDigits(part)
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

/** Numbers are compared digit by digit, those that are written in the query as well. */
function keepDigits(expression: Expression): void {
  if (expression instanceof expressions.NumberLiteral) {
    const exact = numberOf(expression.token.value)
    Object.defineProperty(expression, 'evaluate', { value: () => exact })
  } else if (expression instanceof expressions.InfixExpression && !expression.logical) {
    const { left, right, operator } = expression
    expression.evaluate = context =>
      compares(onlyValue(left.evaluate(context)), operator, onlyValue(right.evaluate(context)))
  }
}

/** The value of a query that selects one; otherwise what json-p3 itself compares. */
function onlyValue(value: unknown): unknown {
  return value instanceof JSONPathNodeList && value.length === 1 ? value.nodes[0]?.value : value
}

function compares(left: unknown, operator: string, right: unknown): boolean {
  if (isNumber(left) && isNumber(right)) return ordered(compareNumbers(left, right), operator)
  if (isNumber(left) || isNumber(right)) return operator === '!='
  const areWhole = isWholeValue(left) && isWholeValue(right)
  if (!areWhole || !operator.endsWith('=')) return expressions.compare(left, operator, right)
  return jsonEqual(left, right) === (operator !== '!=')
}

/** True where it is a list or an object of the document, in which there may be numbers. */
function isWholeValue(value: unknown): value is JsonValue {
  return isCollection(value) && !(value instanceof JSONPathNodeList)
}

function ordered(order: number, operator: string): boolean {
  if (order === 0) return operator.includes('=') && operator !== '!='
  return operator === '!=' || operator.startsWith(order < 0 ? '<' : '>')
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

const { expressions, selectors } = jsonpath

/** Problem of a query that json-p3 accepts, and the character where it is. */
interface FilterProblem {
  readonly message: string
  readonly position: number
}

type Expression = jsonpath.selectors.FilterSelector['expression']['expression']

/**
 * Finds filters that could never select what their author means: a comparison of a comparison or of a negation
 * (`!@.a == 1`, which RFC 9535 section 2.3.5.1 has no grammar for), and `match()` or `search()` with a pattern that is
 * none.
 */
function findFilterProblem(query: JSONPathQuery): FilterProblem | undefined {
  for (const expression of expressionsOf(query)) {
    const message = misuse(expression) ?? badPattern(expression)
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

function badPattern(expression: Expression): string | undefined {
  if (!(expression instanceof expressions.FunctionExtension)) return undefined
  const pattern = expression.args[1]
  if (!['match', 'search'].includes(expression.name) || !(pattern instanceof expressions.StringLiteral))
    return undefined
  const prepared = compilePattern(pattern.value)
  return prepared.ok ? undefined : `the pattern of ${expression.name}() is invalid: ${prepared.message}`
}

/** A query, and every query inside its filters. */
function* queriesIn(query: JSONPathQuery): Generator<JSONPathQuery> {
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
