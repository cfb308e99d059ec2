import path from 'node:path'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { ConversionReport, Imported } from '../../model/conversion.ts'
import type { Result } from '../../model/problem.ts'
import { changeSaved, type Saved } from '../../store/saved-collections.ts'
import { historyFolder } from '../history-input.ts'
import type { Operation } from '../operation.ts'
import { findPlace } from '../saved/find-place.ts'
import { mergeEnvironments } from '../saved/merge-collection.ts'
import { type FormatName, importAs } from './importers.ts'
import { readSource, type SourceInput } from './read-source.ts'
import { refuseEmptyName } from './refuse-empty-name.ts'
import { withCollection } from './store-collection.ts'
import { saveDescription } from './save-description.ts'

/** What is imported, and under which name. */
export interface ImportInput extends SourceInput {
  /** What it is, where that cannot be seen. */
  readonly format?: FormatName
  /** Name of the collection, instead of its own; for an environment the collection it belongs to. */
  readonly name?: string
  /** Only calls to this host (HAR). */
  readonly host?: string
  /** Whether a collection of the same name gives way, instead of being added to. */
  readonly replace: boolean
}

/** What came of it. */
export interface ImportAnswer {
  readonly format: FormatName
  /** Absent when the document only held environments. */
  readonly collection?: string
  /** Requests that are new in it. */
  readonly added: number
  /** Requests that were in it before, and were left as they are. */
  readonly present: number
  readonly environments: readonly string[]
  /** Where a copy of the description was saved, relative to the configuration. */
  readonly copy?: string
  readonly report: ConversionReport
}

/** Imports a foreign document as a collection. Of its URLs none is called, but that of the document itself. */
export const importDocument: Operation<ImportInput, Result<ImportAnswer>> = {
  name: 'import',
  permission: 'project',
  description: 'Imports an API description, a collection, a recording or curl commands.',
  async run(input) {
    const refused = refuseEmptyName(input.name)
    if (refused !== undefined) return refused
    const folder = await historyFolder(input)
    if (!folder.ok) return folder
    const text = await readSource(input)
    if (!text.ok) return text
    const directory = path.resolve(folder.value)
    const copy = await saveDescription(input, text.value, directory)
    if (!copy.ok) return copy
    const converted = await importAs(text.value, { ...input, directory, ...copy.value })
    if (!converted.ok) return converted
    const { format, imported } = converted.value
    const stored = await store(imported, input, directory)
    if (!stored.ok) return stored
    const answer = { ...stored.value, format, report: imported.report }
    return { ok: true, value: { ...answer, ...copy.value } }
  },
}

type Stored = Omit<ImportAnswer, 'format' | 'report'>

async function store(imported: Imported, input: ImportInput, directory: string): Promise<Result<Stored>> {
  const { collection, environments } = imported
  let stored: Stored | undefined
  const changed = await changeSaved(directory, saved => {
    if (collection === undefined) return withEnvironments(saved, environments, input)
    const named = input.name === undefined ? collection : { ...collection, name: input.name }
    const [next, counts] = withCollection(saved, named, input.replace)
    stored = { ...counts, collection: named.name, environments: named.environments.map(({ name }) => name) }
    return { ok: true, value: { ...next, environments: mergeEnvironments(saved.environments, environments) } }
  })
  if (!changed.ok) return changed
  const only = { added: 0, present: 0, environments: environments.map(({ name }) => name) }
  return { ok: true, value: stored ?? only }
}

/** What is saved with environments more: those of the collection that was named, or of none. */
function withEnvironments(
  saved: Saved,
  environments: readonly SavedEnvironment[],
  { name, replace }: ImportInput,
): Result<Saved> {
  const merge = (before: readonly SavedEnvironment[]): readonly SavedEnvironment[] =>
    replace ? mergeEnvironments(environments, before) : mergeEnvironments(before, environments)
  if (name === undefined) return { ok: true, value: { ...saved, environments: merge(saved.environments) } }
  const place = findPlace(saved, name)
  if (!place.ok) return place
  const collections = saved.collections.map((collection, index) =>
    index === place.value.collection
      ? { ...collection, environments: merge(collection.environments) }
      : collection,
  )
  return { ok: true, value: { ...saved, collections } }
}
