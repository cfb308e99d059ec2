import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { defined } from '../util/defined.ts'

/**
 * Settings (as written in a suite) of which the inner ones win, key by key; headers are joined, whatever the case of
 * their names, and scripts of both run, the outer ones first.
 */
export function joinSettings(outer: JsonObject, inner: JsonObject): JsonObject {
  const headers = joinHeaders(outer['headers'], inner['headers'])
  const scripts = joinScripts(outer['scripts'], inner['scripts'])
  const joined = ['namespaces', 'contract'].flatMap(key => {
    const [around = null, own = null] = [outer[key], inner[key]]
    return isObject(around) && isObject(own) ? [[key, { ...around, ...own }] as const] : []
  })
  return defined({ ...outer, ...inner, headers, scripts, ...Object.fromEntries(joined) })
}

/** Headers of which the inner ones win. */
export function joinHeaders(outer: JsonValue = null, inner: JsonValue = null): JsonObject | undefined {
  if (!isObject(outer)) return isObject(inner) ? inner : undefined
  if (!isObject(inner)) return outer
  const own = new Set(Object.keys(inner).map(name => name.toLowerCase()))
  const rest = Object.entries(outer).filter(([name]) => !own.has(name.toLowerCase()))
  return { ...Object.fromEntries(rest), ...inner }
}

/** Scripts of both, each list in its order. */
export function joinScripts(outer: JsonValue = null, inner: JsonValue = null): JsonObject | undefined {
  if (!isObject(outer)) return isObject(inner) ? inner : undefined
  if (!isObject(inner)) return outer
  const joined = ['before', 'after'].flatMap(phase => {
    const all = [...textsOf(outer[phase]), ...textsOf(inner[phase])]
    const [first] = all
    return first === undefined ? [] : [[phase, all.length === 1 ? first : all] as const]
  })
  return Object.fromEntries(joined)
}

function textsOf(scripts: JsonValue = null): readonly JsonValue[] {
  if (isList(scripts)) return scripts
  return scripts === null ? [] : [scripts]
}
