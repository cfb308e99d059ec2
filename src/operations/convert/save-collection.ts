import { requestCount } from '../../compile/suites-to-run.ts'
import type { Collection, SavedEnvironment } from '../../model/collection.ts'
import type { ProductionMark } from '../../model/configuration.ts'
import { withKeptDigits } from '../../compile/kept-digits.ts'
import { changeSaved, readSaved, type Saved } from '../../store/saved-collections.ts'
import { quoted } from '../preview.ts'
import { operation } from '../operation.ts'
import { collectionProblems } from './collection-text.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { mergeCollection } from '../saved/merge-collection.ts'
import { flag, list, object, optional, published, text, type ValueOf, whole } from '../schema.ts'
import { defined } from '../../util/defined.ts'
import { writeJson } from '../../util/exact-number.ts'

/** True where a collection of the same name gives way. */
export const replaceKey = optional(flag('Put it in the place of a collection of the same name'))

/** How many requests of a collection were saved. */
export const storedKeys = {
  added: whole('Requests that are new in it'),
  present: whole('Requests that were in it before, and were left as they are'),
  replaced: whole('Requests of the collection before it that gave way'),
  made: list(
    object({ folder: text('Names on the way to it'), requests: list(text('A name'), 'Its new requests') }),
    'The new ones, by folder',
  ),
} as const

const storedCounts = object(storedKeys)

/** How many requests were saved, and which. */
export type StoredCounts = ValueOf<typeof storedCounts>

/** Saves a collection. One of the same name is added to, or with `replace` gives way. */
export const saveCollection = operation({
  name: 'save-collection',
  permission: 'project',
  destroys: true,
  canRehearse: true,
  preview: async ({ collection, replace = false, ...input }, host) => {
    const folder = await projectFolder(input, host)
    const saved = folder.ok ? readSaved(folder.value) : folder
    if (!saved.ok) return saved
    const sentences = [
      `Saves the collection ${quoted(collection.name)}`,
      ...(replace ? ['One of the same name gives way'] : []),
    ]
    const production = replace ? markedIn(saved.value, collection.name) : []
    return { ok: true, value: { sentences, production, whole: writeJson(collection) } }
  },
  summary: 'Saves a collection; one of the same name is added to.',
  input: object({
    collection: published<Collection>(
      'api-collections.schema.json#/definitions/collection',
      'The collection',
    ),
    replace: replaceKey,
    ...projectKeys,
  }),
  answer: storedCounts,
  async run(input, host) {
    const problems = collectionProblems(input.collection)
    if (problems.length > 0) return { ok: false, problems }
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    let counts: StoredCounts = { added: 0, present: 0, replaced: 0, made: [] }
    const changed = await changeSaved(
      folder.value,
      saved => {
        const [next, all] = withCollection(saved, input.collection, input.replace === true)
        counts = all
        return { ok: true, value: next }
      },
      host,
    )
    return changed.ok ? { ok: true, value: counts } : changed
  },
})

/**
 * Adds a collection to the saved ones, and counts its new requests. One that is replaced leaves the environments that
 * the new one does not have, and the production marks: somebody typed them, and they are in no file that is imported.
 */
export function withCollection(
  saved: Saved,
  written: Collection,
  replace: boolean,
): readonly [Saved, StoredCounts] {
  const given = withKeptDigits(written)
  const before = saved.collections.find(({ name }) => name === given.name)
  const environments = given.environments.map((one): SavedEnvironment => {
    const former = before?.environments.find(({ name }) => name === one.name)
    // A mark is taken away by hand only.
    return defined({ ...one, production: former?.production === true ? true : one.production })
  })
  const collection = { ...given, environments }
  const own = before?.environments.filter(
    ({ name }) => !collection.environments.some(one => one.name === name),
  )
  const empty: Collection = defined({
    name: collection.name,
    environments: own ?? [],
    items: [],
    imported: collection.imported === undefined ? undefined : before?.imported,
  })
  const isKept = before !== undefined && !replace
  const merged = mergeCollection(isKept ? before : empty, collection)
  const replaced = isKept ? 0 : requestCount(before?.items ?? [])
  const collections =
    before === undefined
      ? [...saved.collections, merged.collection]
      : saved.collections.map(one => (one === before ? merged.collection : one))
  return [
    { ...saved, collections },
    { added: merged.added, present: merged.present, replaced, made: merged.made },
  ]
}

/** The environments marked as production of the collection that would give way. */
export function markedIn({ collections }: Saved, name: string): readonly ProductionMark[] {
  const before = collections.find(one => one.name === name)
  return (before?.environments ?? []).flatMap(one =>
    one.production === true ? [{ name: one.name, collection: name }] : [],
  )
}
