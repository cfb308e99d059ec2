import { BoundedCache } from '../util/bounded-cache.ts'
import type { JsonPathResult } from './result.ts'
import type { JsonValue } from '../util/json-value.ts'
import { followPlainPath, parsePlainPath } from './plain-path.ts'
export { isPlainPath, parsePlainPath, type PlainPath } from './plain-path.ts'
export { pathObstacle } from './obstacle.ts'
export { guardEvaluation } from './guard-evaluation.ts'

const compiled = new BoundedCache<Promise<JsonPathResult>>(1000)

/** Reads a JSONPath. The full grammar is loaded only when a path needs more than names and indexes. */
export function compileJsonPath(path: string): Promise<JsonPathResult> {
  return compiled.get(path, () => compile(path))
}

async function compile(path: string): Promise<JsonPathResult> {
  const plain = parsePlainPath(path)
  if (plain === undefined) return compileFullPath(path)
  const select = (root: JsonValue): readonly JsonValue[] => {
    const value = followPlainPath(plain, root)
    return value === undefined ? [] : [value]
  }
  return { ok: true, path: { singular: true, select, places: () => [path] } }
}

async function compileFullPath(path: string): Promise<JsonPathResult> {
  const [{ compileQuery }, engine] = await Promise.all([
    import('./query.ts'),
    usesPatterns(path) ? import('../patterns/engine.ts') : undefined,
  ])
  return compileQuery(path, engine?.preparePattern)
}

/** The pattern engine is a heavy part of its own, and few paths call `match()` or `search()`. */
function usesPatterns(path: string): boolean {
  return path.includes('match(') || path.includes('search(')
}
