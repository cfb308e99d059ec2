import path from 'node:path'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { Imported, Loss } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { changeSaved, readSaved, type Saved } from '../../store/saved-collections.ts'
import type { RefusedRead } from '../../load/allowed-reads.ts'
import { operation } from '../operation.ts'
import { projectFolder } from '../project-folder.ts'
import {
  choice,
  fileName,
  flag,
  list,
  object,
  optional,
  text as textSchema,
  typed,
  type ValueOf,
} from '../schema.ts'
import { allowKey } from '../input-keys.ts'
import { entryProblem } from '../saved/allow-reads.ts'
import { findPlace } from '../saved/find-place.ts'
import { mergeEnvironments } from '../saved/merge-collection.ts'
import { maskUrlCredentials } from '../../secrets/index.ts'
import { quoted } from '../preview.ts'
import { conversionReport } from './conversion-report.ts'
import { type FormatName, formatOf, importAs, importFormats, type ImportOptions } from './importers.ts'
import { allowCommand } from '../saved/saved-suites.ts'
import { hostNotes, markImported, readNotes, readsIn, suitesIn } from './mark-imported.ts'
import { type ForeignSource, readForeignSource } from './foreign-source.ts'
import { readerOf, remoteReferencesKey, sourceKeys } from './read-source.ts'
import { isUrl } from '../../util/is-url.ts'
import { refuseEmptyName } from './refuse-empty-name.ts'
import { markedIn, replaceKey, storedKeys, withCollection } from './save-collection.ts'
import { copyOf, copyWithin, saveDescription } from './save-description.ts'
import { defined } from '../../util/defined.ts'

/** Keys of every operation that makes a collection of a document. */
export const conversionKeys = {
  ...sourceKeys,
  source: fileName('read', 'File or folder, URL, or - for the standard input'),
  name: optional(textSchema('Name of the collection, instead of its own')),
  host: optional(textSchema('Only calls to this host (har)')),
  keepsAnalytics: optional(flag('Keep calls that only report visits, clicks and errors (har)')),
  remoteReferences: remoteReferencesKey,
} as const

const importInput = object({
  ...conversionKeys,
  format: optional(choice(importFormats, 'What it is, where that cannot be seen')),
  replace: replaceKey,
  allow: allowKey,
})

/** The outcome of a document, or of one of several in it. */
const importedKeys = {
  collection: optional(textSchema('Its name; absent when the document only held environments')),
  ...storedKeys,
  environments: list(textSchema('A name'), 'The environments that were made'),
  copy: optional(textSchema('Where a copy of the description was saved, relative to the configuration')),
  report: conversionReport,
} as const

const importAnswer = object({
  format: typed<FormatName>(textSchema('What it was')),
  ...importedKeys,
  others: optional(list(object(importedKeys), 'The same of the other collections that the document held')),
})

type ImportInput = ValueOf<typeof importInput> & Omit<ImportOptions, 'directory' | 'copy'>

/** The outcome of an import. */
export type ImportAnswer = ValueOf<typeof importAnswer>

/** Imports a foreign document as a collection. Of its URLs none is called, but that of the document itself. */
export const importDocument = operation({
  name: 'import-document',
  permission: 'project',
  destroys: true,
  summary: 'Imports an API description, a saved collection, a recording or curl commands as a collection.',
  input: importInput,
  answer: importAnswer,
  preview: async ({ source, name, replace = false, ...input }, host) => {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const sentences = [
      `${isUrl(source) ? 'Reads over the network, and imports,' : 'Imports'} ${quoted(maskUrlCredentials(source))}${name === undefined ? '' : ` as ${quoted(name)}`}`,
      ...(replace ? ['A collection of the same name gives way'] : []),
      ...(input.remoteReferences === true
        ? ['Reads the documents that it refers to over the network, too']
        : []),
    ]
    const saved = readSaved(folder.value)
    if (!saved.ok) return saved
    // The content of the document is not known yet: any that is marked might give way.
    const { collections, environments } = saved.value
    const marked = replace
      ? [
          ...collections.flatMap(one =>
            name === undefined || one.name === name ? markedIn(saved.value, one.name) : [],
          ),
          ...environments.flatMap(one => (one.production === true ? [{ name: one.name }] : [])),
        ]
      : []
    return { ok: true, value: { sentences, production: marked } }
  },
  async run(given, host) {
    const input = { ...given, ...readerOf(host) }
    const { allow = [] } = input
    const refused = refuseEmptyName(input.name) ?? entryProblem(allow)
    if (refused !== undefined) return refused
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const source = await readForeignSource(input)
    if (!source.ok) return source
    const directory = path.resolve(folder.value)
    const read = await importWithCopy(input, source.value, directory)
    if (!read.ok) return read
    const { format, copy, imported } = read.value
    const { others = [] } = imported
    if (others.length > 0 && input.name !== undefined) return severalNamed(input.source, others.length + 1)
    const all: OneImported[] = []
    for (const one of [imported, ...others]) {
      const stored = await storeOne(one, { ...input, allow, format, directory })
      if (!stored.ok) return stored
      all.push(stored.value)
    }
    const [first, ...more] = all
    const several = more.length === 0 ? undefined : more
    return { ok: true, value: defined({ copy, ...(first as OneImported), format, others: several }) }
  },
})

type OneImported = Omit<ImportAnswer, 'format' | 'others'>

type StoreInput = Omit<ImportInput, 'format' | 'allow'> & {
  readonly format: FormatName
  readonly directory: string
  readonly allow: readonly string[]
}

/** Stores one collection of a document, with the API description that came with it. */
async function storeOne(read: Imported, input: StoreInput): Promise<Result<OneImported>> {
  const { directory, allow, source } = input
  const suites = suitesIn(read)
  const reads = readsIn(read, suites, { directory, allow })
  const imported = markImported(read, input, reads)
  const name = read.collection?.name ?? ''
  const copies: string[] = []
  for (const text of read.descriptions ?? []) {
    const copy = copyWithin(source, name, text, directory)
    const saved = await saveDescription(copy, text, directory)
    if (!saved.ok) return saved
    copies.push(copy.name)
  }
  const stored = await store(imported, input, directory)
  if (!stored.ok) return stored
  const notes = [...imported.report.notes, ...notesOf(imported, input, suites, reads)]
  const [copy] = copies
  return { ok: true, value: defined({ ...stored.value, report: { ...imported.report, notes }, copy }) }
}

function severalNamed(source: string, count: number): Result<never> {
  const message = `--name is the name of one collection, and ${source} holds ${count}`
  return usageRefusal(message, 'Leave it out: each has a name of its own.')
}

/** Reads a document; of an API description from a URL a copy is kept, which the validations of its requests name. */
async function importWithCopy(
  input: ImportInput,
  source: ForeignSource,
  directory: string,
): Promise<Result<{ format: FormatName; imported: Imported; copy?: string }>> {
  const text = typeof source === 'string' ? source : ''
  const isCopied = isUrl(input.source) && (input.format ?? formatOf(text, input.source)) === 'openapi'
  for (;;) {
    const copy = isCopied ? copyOf(input.source, text, directory) : undefined
    const converted = await importAs(source, defined({ ...input, directory, copy: copy?.name }))
    if (!converted.ok || copy === undefined) return converted
    const saved = await saveDescription(copy, converted.value.imported.bundle ?? text, directory)
    if (!saved.ok) return saved
    // Another import has got the name meanwhile.
    if (saved.value) return { ok: true, value: { ...converted.value, copy: copy.name } }
  }
}

/** Notes the reads that were not allowed, and how they can be; and the requests that cannot be sent. */
function notesOf(
  imported: Imported,
  input: Pick<ImportInput, 'name'>,
  suites: readonly JsonObject[],
  reads: readonly RefusedRead[],
): readonly Loss[] {
  const { collection, environments } = imported
  const [mark] = [collection, ...environments].flatMap(one => one?.imported ?? [])
  const name = input.name ?? collection?.name
  const refused = reads.filter(({ entry }) => mark?.allow.includes(entry) !== true)
  const outcome = (entry: string): string =>
    `it may not, until it is ${collection === undefined ? `imported with --allow ${entry}` : `allowed: ${allowCommand(name ?? '', entry)}`}`
  const hosts = hostNotes(collection?.name ?? '', suites)
  const notes = readNotes(name ?? environments.map(one => one.name).join(', '), refused, outcome)
  return [...hosts, ...notes]
}

type Stored = Omit<OneImported, 'report' | 'copy'>

async function store(imported: Imported, input: StoreInput, directory: string): Promise<Result<Stored>> {
  const { collection, environments } = imported
  let stored: Stored | undefined
  const changed = await changeSaved(directory, saved => {
    if (collection === undefined) return withEnvironments(saved, environments, input)
    const named = input.name === undefined ? collection : { ...collection, name: input.name }
    const [next, counts] = withCollection(saved, named, input.replace === true)
    stored = { ...counts, collection: named.name, environments: named.environments.map(({ name }) => name) }
    return { ok: true, value: { ...next, environments: mergeEnvironments(saved.environments, environments) } }
  })
  if (!changed.ok) return changed
  const only = {
    added: 0,
    present: 0,
    replaced: 0,
    made: [],
    environments: environments.map(({ name }) => name),
  }
  return { ok: true, value: stored ?? only }
}

/** Adds environments to the saved ones: to those of the named collection, or to those of none. */
function withEnvironments(
  saved: Saved,
  environments: readonly SavedEnvironment[],
  { name, replace = false }: StoreInput,
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
