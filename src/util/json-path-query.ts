import {
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathError,
  JSONPathRecursionLimitError,
  Nothing,
  type FilterFunction,
  type JSONPathNode,
  type JSONPathQuery,
} from 'json-p3'
import { findFilterProblem } from './json-path-filters.ts'
import { limitTime } from './json-path-guard.ts'
import type { CompiledPath, JsonPathResult } from './json-path-result.ts'
import type { JsonValue } from './json-value.ts'
import type { PatternResult } from './pattern-result.ts'

/** Makes a pattern, at once. */
type PreparePattern = (text: string) => PatternResult

/** Reads any RFC 9535 query. `preparePattern` is needed when the path calls `match()` or `search()`. */
export function compileQuery(path: string, preparePattern?: PreparePattern): JsonPathResult {
  try {
    const query = environment(preparePattern).compile(path)
    const problem = findFilterProblem(query, preparePattern)
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

/** `$.items[0]['unit price']`. */
function pathText(location: readonly (string | number)[]): string {
  const segments = location.map(part => {
    if (typeof part === 'number') return `[${part}]`
    return /^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`
  })
  return `$${segments.join('')}`
}

/** json-p3 reads only, but its types do not say so. */
type MutableJson = Parameters<JSONPathQuery['query']>[0]

/** json-p3 puts the position behind some texts, and has an odd one for a path that ends too early. */
function plainMessage(message: string): string {
  if (message.includes("can't backup")) return 'the path ends too early'
  return message.replace(/ \('.*':\d+\)$/s, '')
}

function environment(preparePattern: PreparePattern | undefined): JSONPathEnvironment {
  const made = new JSONPathEnvironment({ maxRecursionDepth: deepest })
  made.functionRegister.set('length', lengthFunction)
  if (preparePattern !== undefined) {
    made.functionRegister.set(
      'match',
      patternFunction(preparePattern, pattern => `^(?:${pattern})$`),
    )
    made.functionRegister.set(
      'search',
      patternFunction(preparePattern, pattern => pattern),
    )
  }
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
    return typeof value === 'object' && value !== null ? Object.keys(value).length : Nothing
  },
}

/**
 * `match()` and `search()` of RFC 9535 section 2.4.6 over patterns that cannot hang. What is no text or no pattern does
 * not match. Patterns may use more than the RFC's I-Regexp, such as `\d`.
 */
function patternFunction(prepare: PreparePattern, frame: (pattern: string) => string): FilterFunction {
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown) {
      if (typeof text !== 'string' || typeof pattern !== 'string') return false
      const prepared = prepare(frame(dotsOfRegexp(pattern)))
      return prepared.ok && prepared.pattern.test(text)
    },
  }
}

/** In I-Regexp a dot stands for all but line feed and carriage return (RFC 9485 section 5.3). */
function dotsOfRegexp(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, part => (part === '.' ? '[^\\n\\r]' : part))
}
