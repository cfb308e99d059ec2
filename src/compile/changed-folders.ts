import type { FolderContents } from '../model/collection.ts'
import type { Loss } from '../model/conversion.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { plainText } from '../template/plain-text.ts'
import { defined } from '../util/defined.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { list, mapping, text, texts } from '../util/read-values.ts'
import { joinSettings } from './join-settings.ts'
import { settingsWithin } from './request-of-step.ts'
import { ownVariables } from './suite-header.ts'
import { isFolder } from './suite-parts.ts'
import { suiteKeys } from './suites-to-collection.ts'

/** Suites by their files: as they are, and as the collection would make them. */
interface Suites {
  readonly actual: ReadonlyMap<string, JsonObject>
  readonly expected: ReadonlyMap<string, JsonObject>
}

/**
 * Folders whose suite no longer says what they would make it say take over what it says: only what the folders `above` do not say
 * for them, too.
 */
export function withChanges(
  contents: FolderContents,
  suites: Suites,
  above: readonly FolderContents[] = [],
): FolderContents {
  const file = fileOfFolder(contents, suites.expected)
  const now = file === undefined ? undefined : suites.actual.get(file)
  const then = mapping(file === undefined ? undefined : suites.expected.get(file))
  const own = now === undefined ? contents : changedFolder(contents, above, now, then)
  const items = contents.items.map(item =>
    isFolder(item) ? { ...item, ...withChanges(item, suites, [...above, own]) } : item,
  )
  return { ...own, items }
}

/** The file whose steps are those of the folder. */
function fileOfFolder(
  { items, after = [] }: FolderContents,
  expected: ReadonlyMap<string, JsonObject>,
): string | undefined {
  const own = [...items.filter(item => item.kind === 'request'), ...after].map(({ step }) => step)
  if (own.length === 0) return undefined
  for (const [name, suite] of expected)
    if ([...list(suite['steps']), ...list(suite['after'])].some(step => own.includes(step as JsonObject)))
      return name
  return undefined
}

function changedFolder(
  contents: FolderContents,
  above: readonly FolderContents[],
  now: JsonObject,
  then: JsonObject,
): FolderContents {
  const keys = new Set([...Object.keys(now), ...Object.keys(then)])
  const differing = new Set([...keys].filter(key => !jsonEqual(now[key] ?? null, then[key] ?? null)))
  const said = suiteKeys(now) as Partial<Record<string, JsonValue>>
  const outerTags = above.flatMap(folder => folder.tags ?? [])
  const inherited = (key: 'environment' | 'data' | 'exclusive' | 'skip'): JsonValue =>
    above.findLast(folder => folder[key] !== undefined)?.[key] ?? null
  const taken = (['description', 'inputs', 'load', 'environment', 'data', 'exclusive', 'skip'] as const)
    .filter(key => differing.has(key))
    .map(key => {
      const isOwn = key === 'description' || key === 'inputs' || key === 'load'
      return [key, isOwn || !jsonEqual(inherited(key), said[key] ?? null) ? said[key] : undefined]
    })
  const tags = texts(now['tags']).filter(tag => !outerTags.includes(tag) || contents.tags?.includes(tag))
  const named = (key: 'variables' | 'secrets' | 'mocks'): JsonObject | undefined =>
    ownValues(contents[key], [mapping(now[key]), mapping(then[key])], above.map(valuesOf(key)))
  const settings = innerSettings(settingsWithin(above), mapping(now['settings']), contents.settings ?? {})
  return defined({
    ...contents,
    ...(Object.fromEntries(taken) as Partial<FolderContents>),
    name: differing.has('suite') ? plainText(text(now['suite']) ?? contents.name) : contents.name,
    tags: !differing.has('tags') ? contents.tags : tags.length === 0 ? undefined : tags,
    variables: named('variables'),
    secrets: named('secrets'),
    mocks: named('mocks'),
    settings: Object.keys(settings).length === 0 ? undefined : settings,
  })
}

function valuesOf(key: 'variables' | 'secrets' | 'mocks'): (folder: FolderContents) => JsonObject {
  return folder => (key === 'variables' ? ownVariables(folder) : (folder[key] ?? {}))
}

/** The values of a folder without those that are gone from its suite, and with those that nothing above says. */
function ownValues(
  before: JsonObject | undefined,
  [now, then]: readonly [JsonObject, JsonObject],
  above: readonly JsonObject[],
): JsonObject | undefined {
  const kept = Object.entries(before ?? {}).filter(
    ([name]) => Object.hasOwn(now, name) || !Object.hasOwn(then, name),
  )
  const all = Object.assign({}, ...above, Object.fromEntries(kept)) as JsonObject
  const changed = Object.entries(now).filter(
    ([name, value]) => ![all, then].some(other => jsonEqual(other[name] ?? null, value)),
  )
  const own = Object.fromEntries([...kept, ...changed])
  return before === undefined && changed.length === 0 ? undefined : own
}

/** The words of a folder that set aside those of the one around it. */
const without: JsonObject = {
  auth: 'none',
  cookies: true,
  'follow-redirects': false,
  'stop-on-failure': true,
  timeout: '30s',
  'unset-variables': 'refuse',
}

/** The settings that say the whole when they are joined with the outer ones: those from before, as long as they do. */
function innerSettings(outer: JsonObject, whole: JsonObject, before: JsonObject): JsonObject {
  if (jsonEqual(joinSettings(outer, before), whole)) return before
  const gone = Object.keys(without).filter(key => Object.hasOwn(outer, key) && !Object.hasOwn(whole, key))
  const own = Object.entries(whole).flatMap(([key, value]): (readonly [string, JsonValue])[] => {
    const [around = null, former = null] = [outer[key], before[key]]
    const isJoined = key === 'namespaces' || key === 'contract'
    if (isJoined && isObject(around) && isObject(value))
      return [[key, innerMembers(around, value, mapping(former))]]
    return jsonEqual(around, value) && former === null ? [] : [[key, value]]
  })
  const [around, all, former] = [outer, whole, before].map(one => mapping(one['headers']))
  const headers = { ...withoutHeaders(around, all), ...innerMembers(around, all, former) }
  const scripts = innerScripts(mapping(outer['scripts']), mapping(whole['scripts']))
  return defined({
    ...Object.fromEntries(own),
    ...Object.fromEntries(gone.map(key => [key, without[key] ?? null])),
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    scripts: Object.keys(scripts).length === 0 ? undefined : scripts,
  })
}

/** The headers that are no longer sent. */
function withoutHeaders(outer: JsonObject = {}, whole: JsonObject = {}): JsonObject {
  const names = new Set(Object.keys(whole).map(name => name.toLowerCase()))
  const gone = Object.keys(outer).filter(name => outer[name] !== null && !names.has(name.toLowerCase()))
  return Object.fromEntries(gone.map(name => [name, null]))
}

function innerMembers(outer: JsonObject = {}, whole: JsonObject = {}, before: JsonObject = {}): JsonObject {
  return Object.fromEntries(
    Object.entries(whole).filter(
      ([name, value]) => Object.hasOwn(before, name) || !jsonEqual(outer[name] ?? null, value),
    ),
  )
}

/** The scripts that the outer ones are not. */
function innerScripts(outer: JsonObject, whole: JsonObject): JsonObject {
  return Object.fromEntries(
    ['before', 'after'].flatMap(phase => {
      const left = [...scriptsAt(outer, phase)]
      const own = scriptsAt(whole, phase).filter(source => {
        const at = left.findIndex(other => jsonEqual(source, other))
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
      const [first] = own
      return first === undefined ? [] : [[phase, own.length === 1 ? first : own] as const]
    }),
  )
}

function scriptsAt(scripts: JsonObject, phase: string): readonly JsonValue[] {
  const given = scripts[phase] ?? []
  return isList(given) ? given : [given]
}

/** Tells of what suites no longer say, and a folder around them says for all that is in it. */
export function inheritedAnyway(
  actual: ReadonlyMap<string, JsonObject>,
  expected: ReadonlyMap<string, JsonObject>,
): readonly Loss[] {
  const why = 'its suite no longer says it, and a folder around it says it for everything in it'
  return [...expected].flatMap(([where, then]) => {
    const now = actual.get(where)
    if (now === undefined) return []
    const keys = ['skip', 'environment', 'data', 'exclusive'].filter(
      key => then[key] !== undefined && now[key] === undefined,
    )
    return [...keys, ...settingsAnyway(mapping(now['settings']), mapping(then['settings']))].map(what => ({
      where,
      what,
      why,
    }))
  })
}

function settingsAnyway(now: JsonObject, then: JsonObject): readonly string[] {
  return Object.keys(then)
    .filter(key => {
      if (key !== 'scripts')
        return !Object.hasOwn(now, key) && !Object.hasOwn(without, key) && key !== 'headers'
      const [left, all] = [mapping(now[key]), mapping(then[key])]
      return ['before', 'after'].some(phase => scriptsAt(left, phase).length < scriptsAt(all, phase).length)
    })
    .map(key => `settings ${key}`)
}
