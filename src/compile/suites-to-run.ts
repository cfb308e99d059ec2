import { actionKeys } from '../generated/language.ts'
import type { Collection, CollectionItem, Folder, FolderContents, SavedRequest } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { actionOf, stepName } from '../parse/build-step.ts'
import { list } from '../util/read-values.ts'
import { isObject } from '../util/is-json.ts'
import { joinHeaders, joinScripts, joinSettings } from './join-settings.ts'
import { suiteHeader } from './suite-header.ts'
import { isFolder, isRequest } from './suite-parts.ts'
import { literalText } from './literal-text.ts'
import { plainText } from '../template/plain-text.ts'
import { defined } from '../util/defined.ts'

/**
 * The suites that a collection, one of its folders or one of its requests runs as: one for all, so that what a request
 * extracts is there for all that follow. A folder that was a suite, or has data rows (or another thing that only a suite has), is a
 * suite of its own. `path` leads to it, by position.
 */
export function suitesToRun(collection: Collection, path: readonly number[]): readonly JsonObject[] {
  const chain: [Collection, ...Folder[]] = [collection]
  let items = collection.items
  for (const index of path) {
    const item = items[index]
    if (item === undefined) return []
    if (isRequest(item)) return [suiteOf(withoutEmptyInputs(chain), [item], [], stepName(item.step))]
    chain.push(item)
    items = item.items
  }
  return suitesOf(withoutEmptyInputs(chain))
}

/** A folder that only runs where others use it runs all the same when it is asked for. */
function withoutEmptyInputs(chain: Chain): Chain {
  const [collection, ...folders] = chain
  const last = folders.at(-1)
  if (last?.inputs?.length !== 0) return chain
  const { inputs: _, ...folder } = last
  return [collection, ...folders.slice(0, -1), folder]
}

type Chain = readonly [Collection, ...Folder[]]

function suitesOf(chain: Chain): readonly JsonObject[] {
  const own = chain[chain.length - 1] ?? chain[0]
  const apart = separateFolders(own, chain)
  const { steps, after } = flatten(own, [], new Set(apart.map(inner => inner[inner.length - 1])))
  const here = steps.length + after.length === 0 ? [] : [suiteOf(chain, steps, after)]
  return [...here, ...apart.flatMap(suitesOf)]
}

/** The folders that must be suites of their own. */
function separateFolders(contents: FolderContents, chain: Chain): readonly Chain[] {
  return contents.items.filter(isFolder).flatMap((folder): readonly Chain[] => {
    const [first, ...rest] = chain
    const inner: Chain = [first, ...rest, folder]
    const { data, inputs, exclusive, environment, skip, kept } = folder
    const isApart = [data, inputs, exclusive, environment, skip, kept?.['suite']].some(
      value => value !== undefined,
    )
    return isApart ? [inner] : separateFolders(folder, inner)
  })
}

/** Requests in a row. */
interface Flat {
  readonly steps: readonly SavedRequest[]
  readonly after: readonly SavedRequest[]
}

/** All requests below a folder, each with what the folders on the way to it say. */
function flatten(contents: FolderContents, below: readonly Folder[], apart: ReadonlySet<unknown>): Flat {
  const flat: readonly Flat[] = contents.items.map(item => {
    if (isRequest(item)) return { steps: [withFolders(item, below)], after: [] }
    return apart.has(item)
      ? { steps: [], after: [] }
      : withVariables(flatten(item, [...below, item], apart), item)
  })
  return {
    steps: flat.flatMap(({ steps }) => steps),
    after: [
      ...flat.flatMap(({ after }) => after),
      ...(contents.after ?? []).map(request => withFolders(request, below)),
    ],
  }
}

/** The variables of a folder are set when its first request begins. */
function withVariables({ steps, after }: Flat, { variables, secrets }: Folder): Flat {
  const [first, ...rest] = steps
  const own = { ...secrets, ...variables }
  if (first === undefined || Object.keys(own).length === 0) return { steps, after }
  const { variables: before } = first.step
  const all = { ...own, ...(isObject(before) ? before : {}) }
  return { steps: [{ ...first, step: { ...first.step, variables: all } }, ...rest], after }
}

/** A request with the names and the settings of the folders it is in. */
function withFolders(request: SavedRequest, below: readonly Folder[]): SavedRequest {
  if (below.length === 0) return request
  const settings = below.reduce<JsonObject>(
    (outer, { settings: inner = {} }) => joinSettings(outer, inner),
    {},
  )
  const { step } = request
  const tags = [...new Set([...below.flatMap(folder => folder.tags ?? []), ...list(step['tags'])])]
  const name = [...below.map(folder => literalText(folder.name)), stepName(step)].join(' / ')
  return {
    ...request,
    step: { ...step, name, ...settingsFor(step, settings), ...(tags.length === 0 ? {} : { tags }) },
  }
}

/** The settings that a step takes over: those it can have and has not. */
function settingsFor(step: JsonObject, settings: JsonObject): JsonObject {
  if (Object.keys(settings).length === 0) return {}
  const action = actionOf(step)
  const keys = new Set([...(actionKeys[action ?? ''] ?? []), 'timeout'])
  const taken: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(settings)) if (keys.has(key)) taken[key] = step[key] ?? value
  const headers = keys.has('headers') ? joinHeaders(settings['headers'], step['headers']) : undefined
  const scripts = keys.has('scripts') ? joinScripts(settings['scripts'], step['scripts']) : undefined
  return defined({ ...taken, headers, scripts })
}

function suiteOf(
  chain: Chain,
  steps: readonly SavedRequest[],
  after: readonly SavedRequest[],
  ...names: readonly string[]
): JsonObject {
  const header = suiteHeader({ chain, requests: steps, after, file: '' })
  return {
    ...header,
    suite: literalText([...chain.map(({ name }) => name), ...names.map(plainText)].join(' / ')),
    steps: steps.map(({ step }) => step),
    ...(after.length === 0 ? {} : { after: after.map(({ step }) => step) }),
  }
}

/**
 * A folder that has no data rows as requests that say themselves what it says for all of them, and those that run after all.
 */
export function requestsOfFolder(folder: Folder): Flat {
  const { steps, after } = flatten(folder, [folder], new Set())
  return withVariables({ steps, after }, folder)
}

/** How many requests there are among items and below them. */
export function requestCount(items: readonly CollectionItem[]): number {
  return items.reduce((sum, item) => sum + (isFolder(item) ? requestCount(item.items) : 1), 0)
}
