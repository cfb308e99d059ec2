import type { Collection, Folder, FolderContents, SavedRequest } from '../model/collection.ts'
import type { Loss } from '../model/conversion.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { stepName } from '../parse/build-step.ts'
import { list, number, text } from '../util/read-values.ts'
import { isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { collectionToSuites, type SuiteFile } from './collection-to-suites.ts'
import { inheritedAnyway, withChanges } from './changed-folders.ts'
import { withKeptDigits } from './kept-digits.ts'
import { isFolder } from './suite-parts.ts'
import { folderContents, type SuiteDocument, suitesToCollection } from './suites-to-collection.ts'

/** The name of the file that lies beside the suites of a collection. */
export const collectionFileName = 'collection.json'

/**
 * Makes the file for the parts of a collection that its suites cannot say: the order of its folders, saved answers,
 * environments, facts of other formats. Requests are named by their file and number. Nothing when the suites say it
 * all.
 */
export function collectionFile(
  collection: Collection,
  files: readonly SuiteFile[],
  directory: string,
): JsonObject | undefined {
  const documents = files.map(({ name, suite }) => ({ name, suite }))
  const said = suitesToCollection(documents, directory)
  if (jsonEqual(withoutFiles(said), withoutFiles(collection))) return undefined
  const places = new Map(files.flatMap(placesOf))
  const beside = mapRequests(collection, request => places.get(request) ?? {})
  return { version: 1, collection: withKeptDigits(beside) }
}

/** The same with what says where a suite lay, which follows from where it lies. */
function withoutFiles(contents: FolderContents): JsonObject {
  const { kept = {}, items, ...rest } = contents
  const { suite: _, ...others } = kept
  return {
    ...(rest as unknown as JsonObject),
    ...(Object.keys(others).length === 0 ? {} : { kept: others }),
    items: items.map(item => (isFolder(item) ? withoutFiles(item) : (item as unknown as JsonObject))),
  }
}

type Place = JsonObject

function placesOf({ name, steps, after }: SuiteFile): readonly (readonly [SavedRequest, Place])[] {
  const place = (key: string, request: SavedRequest | undefined, index: number) =>
    request === undefined
      ? []
      : [[request, { file: name, [key]: index + 1, name: stepName(request.step) }] as const]
  return [
    ...steps.flatMap((request, index) => place('step', request, index)),
    ...after.flatMap((request, index) => place('after', request, index)),
  ]
}

/** The collection with something else for each step. */
function mapRequests(contents: FolderContents, change: (request: SavedRequest) => JsonObject): JsonObject {
  const changed = (request: SavedRequest): JsonObject => ({
    ...(request as unknown as JsonObject),
    step: change(request),
  })
  const { items, after, ...rest } = contents
  return {
    ...(rest as unknown as JsonObject),
    items: items.map(item => (isFolder(item) ? mapRequests(item, change) : changed(item))),
    ...(after === undefined ? {} : { after: after.map(changed) }),
  }
}

/**
 * The collection of suites and of the file that lies beside them. What the suites say now counts: steps that were added are
 * the last of their folder, steps that are gone are gone.
 */
export function readCollectionFile(
  file: Collection,
  suites: readonly SuiteDocument[],
  name: string,
  folder: string,
): Collection {
  const steps = new Steps(suites, folder)
  steps.claim(file)
  const filled: Collection = { ...file, ...steps.fill(file) }
  const expected = madeSuites(filled, folder)
  const actual = new Map(suites.map(one => [one.name, one.suite]))
  const changed: Collection = { ...filled, ...withChanges(filled, { actual, expected }) }
  const known = new Set([...expected.keys(), ...steps.files])
  const others = suites.filter(suite => !known.has(suite.name))
  if (others.length === 0) return changed
  const added = others.map((suite): Folder => ({ kind: 'folder', ...folderContents(suite) }))
  return { ...changed, name: changed.name === '' ? name : changed.name, items: [...changed.items, ...added] }
}

function madeSuites(collection: Collection, folder: string): ReadonlyMap<string, JsonObject> {
  return new Map(collectionToSuites(collection, folder).map(({ name, suite }) => [name, suite]))
}

/** Tells of what suites no longer say, and a collection that was read of them still does. */
export function lossesOfChanges(
  collection: Collection,
  suites: readonly SuiteDocument[],
  folder: string,
): readonly Loss[] {
  return inheritedAnyway(new Map(suites.map(one => [one.name, one.suite])), madeSuites(collection, folder))
}

/** The steps of suites, which the requests of a collection file name. */
class Steps {
  readonly files = new Set<string>()
  readonly #lists = new Map<string, readonly JsonObject[]>()
  readonly #found = new Map<JsonValue, JsonObject>()
  readonly #taken = new Set<JsonObject>()

  constructor(suites: readonly SuiteDocument[], folder: string) {
    const made = new Set(suites.map(({ name }) => `${folder === '' ? '' : `${folder}/`}${name}`))
    for (const { name, suite } of suites)
      for (const key of ['steps', 'after']) {
        const all = list(suite[key]).filter(isObject)
        this.#lists.set(`${name} ${key}`, all)
        for (const step of all) if (made.has(text(step['use']) ?? '')) this.#taken.add(step)
      }
  }

  /** Finds the step of every request: by number and name, then by name, then by number. */
  claim(collection: FolderContents): void {
    const places = placesIn(collection)
    const exact = (place: JsonObject, step: JsonObject, index: number): boolean =>
      index === numberOf(place) - 1 && stepName(step) === place['name']
    const byName = (place: JsonObject, step: JsonObject): boolean => stepName(step) === place['name']
    const byNumber = (place: JsonObject, _: JsonObject, index: number): boolean =>
      index === numberOf(place) - 1
    for (const rule of [exact, byName, byNumber])
      for (const place of places) {
        if (this.#found.has(place)) continue
        const step = this.#listOf(place).find(
          (candidate, index) => !this.#taken.has(candidate) && rule(place, candidate, index),
        )
        if (step === undefined) continue
        this.#found.set(place, step)
        this.#taken.add(step)
      }
  }

  /** The items of a folder with the steps they name, and behind them those without a name there. */
  fill(contents: FolderContents): Pick<FolderContents, 'items' | 'after'> {
    const here = new Set<string>()
    const filled = (request: SavedRequest): readonly SavedRequest[] => {
      const file = text(request.step['file'])
      if (file !== undefined) here.add(file)
      const step = this.#found.get(request.step)
      return step === undefined ? [] : [{ ...request, step }]
    }
    const items = contents.items.flatMap((item): readonly (Folder | SavedRequest)[] =>
      isFolder(item) ? [{ ...item, ...this.fill(item) }] : filled(item),
    )
    const after = (contents.after ?? []).flatMap(filled)
    for (const file of here) this.files.add(file)
    const added = (key: string): readonly SavedRequest[] => [...here].flatMap(file => this.#left(file, key))
    const allAfter = [...after, ...added('after')]
    return {
      items: [...items, ...added('steps')],
      ...(allAfter.length === 0 ? {} : { after: allAfter }),
    }
  }

  #left(file: string, key: string): readonly SavedRequest[] {
    const steps = this.#lists.get(`${file} ${key}`) ?? []
    return steps.filter(step => !this.#taken.has(step)).map(step => ({ kind: 'request', step }))
  }

  #listOf(place: JsonObject): readonly JsonObject[] {
    return this.#lists.get(`${text(place['file']) ?? ''} ${'after' in place ? 'after' : 'steps'}`) ?? []
  }
}

function numberOf(place: JsonObject): number {
  return number(place['step']) ?? number(place['after']) ?? 0
}

function placesIn({ items, after = [] }: FolderContents): readonly JsonObject[] {
  return [
    ...items.flatMap(item => (isFolder(item) ? placesIn(item) : [item.step])),
    ...after.map(({ step }) => step),
  ]
}
