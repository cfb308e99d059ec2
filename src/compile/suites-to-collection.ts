import path from 'node:path'
import type { Collection, Folder, FolderContents, SavedRequest } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { list, mapping, text, texts } from '../util/read-values.ts'
import { isObject } from '../util/is-json.ts'
import { plainText } from '../template/plain-text.ts'
import { defined } from '../util/defined.ts'

/** The value of a suite's file, checked before, and where it lies. */
export interface SuiteDocument {
  /** Relative to the folder that is read, with forward slashes. */
  readonly name: string
  readonly suite: JsonObject
}

/**
 * The collection of suites: one suite becomes its requests, several become a folder each, in folders as on the disk.
 * `name` is what the collection of several is called.
 */
export function suitesToCollection(suites: readonly SuiteDocument[], name: string): Collection {
  const [only, ...others] = suites
  if (only !== undefined && others.length === 0) return { ...folderContents(only), environments: [] }
  return { name, environments: [], items: foldersOf(suites, '') }
}

/** The folders below a path: of the suites that lie there, and of the directories. */
function foldersOf(suites: readonly SuiteDocument[], below: string): readonly Folder[] {
  const here = suites.filter(({ name }) => directoryOf(name) === below)
  const inner = suites.filter(({ name }) => name.startsWith(below) && directoryOf(name) !== below)
  const directories = new Set(inner.map(({ name }) => name.slice(below.length).split('/', 1)[0] ?? ''))
  return [
    ...here.map((suite): Folder => ({ kind: 'folder', ...folderContents(suite) })),
    ...[...directories].map((directory): Folder => {
      const path = `${below}${directory}/`
      return { kind: 'folder', name: directory, items: foldersOf(inner, path) }
    }),
  ]
}

/** `a/b/` of `a/b/c.apitest.yaml`; empty for a file that lies in no directory. */
function directoryOf(name: string): string {
  const directory = path.posix.dirname(name)
  return directory === '.' ? '' : `${directory}/`
}

/** A suite as the contents of a folder. */
export function folderContents({ name, suite }: SuiteDocument): FolderContents {
  const after = requestsOf(suite['after'])
  return {
    name: plainText(text(suite['suite']) ?? ''),
    ...suiteKeys(suite),
    items: requestsOf(suite['steps']),
    ...(after.length === 0 ? {} : { after }),
    kept: { suite: name },
  }
}

/** The keys that a suite and a folder have in common, but for its name. */
export function suiteKeys(suite: JsonObject): Omit<FolderContents, 'name' | 'items' | 'after' | 'kept'> {
  const { data, exclusive } = suite
  return defined(
    defined({
      description: text(suite['description']),
      tags: given(suite['tags'], texts),
      skip: text(suite['skip']),
      environment: text(suite['environment']),
      inputs: given(suite['inputs'], texts),
      ...(typeof exclusive === 'boolean' ? { exclusive } : {}),
      variables: given(suite['variables'], mapping),
      secrets: given(suite['secrets'], mapping),
      settings: given(suite['settings'], mapping),
      mocks: given(suite['mocks'], mapping),
      data,
      load: given(suite['load'], mapping),
    }),
  )
}

function requestsOf(steps: JsonValue = []): readonly SavedRequest[] {
  return list(steps)
    .filter(isObject)
    .map(step => ({ kind: 'request', step }))
}

function given<Value>(value: JsonValue | undefined, read: (value: unknown) => Value): Value | undefined {
  return value === undefined ? undefined : read(value)
}
