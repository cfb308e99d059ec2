import { compilePattern } from '../patterns/index.ts'
import { BoundedCache } from '../util/bounded-cache.ts'
import { lazyPart } from '../util/lazy-part.ts'
import type { JsonPathResult } from './result.ts'
import type { JsonValue } from '../util/json-value.ts'
import { followPlainPath, fromTheFront, parsePlainPath, type PlainPath } from './plain-path.ts'
export { isPlainPath, parsePlainPath, type PlainPath } from './plain-path.ts'
export type { CompiledPath, JsonPathResult } from './result.ts'
export { pathText } from './path-text.ts'
export { pathObstacle } from './obstacle.ts'
export { defeatOf, refuseDefeat } from './defeat.ts'

const compiled = new BoundedCache<JsonPathResult>(1000)

/**
 * Reads a JSONPath. The full grammar is loaded only when a path needs more than names and indexes. To be called inside of
 * `whenLoaded`.
 */
export function compileJsonPath(path: string): JsonPathResult {
  return compiled.get(path, compile)
}

function compile(path: string): JsonPathResult {
  const plain = parsePlainPath(path)
  if (plain === undefined) {
    // The engine is there before the path is used, which may have its patterns from the document.
    if (path.includes('match(') || path.includes('search(')) compilePattern('')
    return fullGrammar().compileQuery(path)
  }
  const select = (root: JsonValue): readonly JsonValue[] => {
    const value = followPlainPath(plain, root)
    return value === undefined ? [] : [value]
  }
  const locations = (root: JsonValue): readonly PlainPath[] =>
    select(root).length === 0 ? [] : [fromTheFront(plain, root)]
  return { ok: true, path: { singular: true, select, places: () => [path], locations } }
}

const fullGrammar = lazyPart(() => import('./query.ts'))
