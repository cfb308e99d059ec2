import type { Collection, CollectionItem, FolderContents, SavedEnvironment } from '../model/collection.ts'
import type { JsonObject } from '../model/json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { namesLeft, namesUsed } from './variable-flow.ts'
import { ownVariables } from './suite-header.ts'

/** The environment that a collection is written down with: its own choice, else the only one there is. */
export function chosenEnvironment(collection: Collection): SavedEnvironment | undefined {
  const { environment, environments } = collection
  return (
    environments.find(({ name }) => name === environment) ??
    (environments.length === 1 ? environments[0] : undefined)
  )
}

/** The variables and secrets of a collection and its environment, which wins. */
export function collectionVariables(collection: Collection): JsonObject {
  const environment = chosenEnvironment(collection)
  return {
    ...ownVariables(collection),
    ...collection.secrets,
    ...environment?.variables,
    ...environment?.secrets,
  }
}

/** The variables of something that a collection is written down as. */
export interface WrittenVariables {
  /** The variables of the collection, and those of its folders that have one value only. */
  readonly values: JsonObject
  /** Names that steps set, and those that have another value in a folder. */
  readonly changing: ReadonlySet<string>
}

/**
 * Collects the variables that are set at the beginning of the form that a collection is written down in, and those that
 * change on the way.
 */
export function writtenVariables(collection: Collection): WrittenVariables {
  const own = collectionVariables(collection)
  const inside = folderVariables(collection).flatMap(([, values]) => Object.entries(values))
  const first = new Map(inside.toReversed())
  const several = new Set(
    inside.filter(([name, value]) => !jsonEqual(first.get(name) ?? null, value)).map(([name]) => name),
  )
  const single = inside.filter(([name]) => !Object.hasOwn(own, name) && !several.has(name))
  const values = { ...Object.fromEntries(single), ...own }
  const other = inside.filter(([name, value]) => !jsonEqual(values[name] ?? null, value))
  return { values, changing: new Set([...namesSet(collection), ...other.map(([name]) => name)]) }
}

/** The variables and secrets of every folder below, the inner ones last. */
export function folderVariables(contents: FolderContents): readonly (readonly [string, JsonObject])[] {
  return contents.items.flatMap(item =>
    item.kind === 'request'
      ? []
      : [[item.name, { ...item.variables, ...item.secrets }] as const, ...folderVariables(item)],
  )
}

/** Names that steps set, anywhere in these items. */
export function namesSet(contents: Pick<FolderContents, 'items' | 'after'>): ReadonlySet<string> {
  const ofItem = (item: CollectionItem): readonly string[] =>
    item.kind === 'request' ? namesLeft(item.step) : [...namesSet(item)]
  return new Set([...contents.items, ...(contents.after ?? [])].flatMap(ofItem))
}

/**
 * Names whose values are made of others that change on the way: where they are used, their templates stand in their place.
 * `changing` are the names that steps and folders set.
 */
export function dependentNames(values: JsonObject, changing: ReadonlySet<string>): ReadonlySet<string> {
  const dependent = new Set<string>()
  const depends = (name: string): boolean =>
    [...namesUsed(values[name] ?? null)].some(other => changing.has(other) || dependent.has(other))
  const left = new Set(Object.keys(values).filter(name => !changing.has(name)))
  for (let found = [...left].filter(depends); found.length > 0; found = [...left].filter(depends))
    for (const name of found) {
      dependent.add(name)
      left.delete(name)
    }
  return dependent
}
