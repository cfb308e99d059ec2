import type { Collection } from '../../model/collection.ts'
import type { Result } from '../../model/problem.ts'
import { optional } from '../../parse/read-values.ts'
import { changeSaved, type Saved } from '../../store/saved-collections.ts'
import { historyFolder } from '../project-folder.ts'
import type { Operation } from '../operation.ts'
import { type MadeFolder, mergeCollection } from '../saved/merge-collection.ts'
import type { SavedInput } from '../saved/saved-input.ts'

/** How many requests of a collection were saved, and how many were there and stay as they were. */
export interface StoredCounts {
  readonly added: number
  readonly present: number
  /** The new ones, by folder. */
  readonly made: readonly MadeFolder[]
}

/** Saves a collection. One of the same name is added to, or with `replace` gives way. */
export const storeCollection: Operation<
  SavedInput & { readonly collection: Collection; readonly replace: boolean },
  Result<StoredCounts>
> = {
  name: 'save collection',
  permission: 'project',
  description: 'Saves a collection.',
  async run(input) {
    const folder = await historyFolder(input)
    if (!folder.ok) return folder
    let counts: StoredCounts = { added: 0, present: 0, made: [] }
    const changed = await changeSaved(folder.value, saved => {
      const [next, all] = withCollection(saved, input.collection, input.replace)
      counts = all
      return { ok: true, value: next }
    })
    return changed.ok ? { ok: true, value: counts } : changed
  },
}

/**
 * What is saved with a collection more, and how many of its requests are new. One that gives way leaves the environments
 * that the new one does not have: somebody typed them, and they are in no file that is imported.
 */
export function withCollection(
  saved: Saved,
  collection: Collection,
  replace: boolean,
): readonly [Saved, StoredCounts] {
  const before = saved.collections.find(({ name }) => name === collection.name)
  const own = before?.environments.filter(
    ({ name }) => !collection.environments.some(one => one.name === name),
  )
  const empty: Collection = {
    name: collection.name,
    environments: own ?? [],
    items: [],
    ...optional('imported', collection.imported === undefined ? undefined : before?.imported),
  }
  const merged = mergeCollection(before === undefined || replace ? empty : before, collection)
  const collections =
    before === undefined
      ? [...saved.collections, merged.collection]
      : saved.collections.map(one => (one === before ? merged.collection : one))
  return [
    { ...saved, collections },
    { added: merged.added, present: merged.present, made: merged.made },
  ]
}
