import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { withProject, withProjectEnvironments } from '../../compile/own-environment.ts'
import { loadConfiguration } from '../opening/load-configuration.ts'
import { hasBraces } from '../../template/template.ts'
import { collectionAt } from '../../compile/collection-at.ts'
import type { Collection, Folder } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ConversionReport } from '../../model/conversion.ts'
import { errorProblem, type Result, refusal, usageRefusal } from '../../model/problem.ts'
import { readSaved } from '../../store/saved-collections.ts'
import { plural } from '../../util/quantity.ts'
import { list, mapping } from '../../util/read-values.ts'
import { isObject } from '../../util/is-json.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { mapValues } from '../../util/map-values.ts'
import { ambiguousName } from '../saved/ambiguous-name.ts'
import { findPlace } from '../saved/find-place.ts'
import { importAs, type ImportOptions } from './importers.ts'
import { withoutSavedSecrets } from './without-credentials.ts'
import { markImported, readNotes, readsIn, suitesIn } from './mark-imported.ts'
import { isForeignFolder, readForeignSource } from './foreign-source.ts'
import { defined } from '../../util/defined.ts'
import { isUrl } from '../../util/is-url.ts'
import { unknownEnvironment } from '../opening/environment-problems.ts'
import { readSuites, type ReadSuites } from './read-suites.ts'

/** The source to read: a saved collection or a part of one, suites, or a foreign document; and how. */
export interface CollectionSource extends Omit<ImportOptions, 'directory' | 'copy' | 'format'> {
  readonly configurationFile?: string
  /** The environment of the configuration, instead of its usual one. */
  readonly environment?: string
  /** True where it is to become a saved collection, which may read no more than an import. */
  readonly isSaved?: boolean
}

/** A collection, and what of its source is not in it. */
export interface ReadCollection extends Unread {
  readonly collection: Collection
}

/** The parts of a source that are missing in the result of reading it. */
export type Unread = Pick<ConversionReport, 'losses' | 'notes' | 'skipped' | 'merged'>

/** Joins the losses of reading and of writing. */
export function joinReports(read: Unread, written: ConversionReport): ConversionReport {
  return {
    ...written,
    merged: [...read.merged, ...written.merged],
    skipped: [...read.skipped, ...written.skipped],
    losses: [...read.losses, ...written.losses],
    notes: [...read.notes, ...written.notes],
  }
}

/** Nothing was left out. */
export const nothingLost = { losses: [], notes: [], skipped: [], merged: [] }

/** A source is a file or a folder when there is one, else what is saved under the name. */
export async function readCollectionSource(
  input: CollectionSource,
  directory: string,
): Promise<Result<ReadCollection>> {
  const { source, workingFolder } = input
  const absolute = path.resolve(workingFolder, source)
  const ambiguous = await ambiguousName(source, workingFolder, directory)
  if (ambiguous !== undefined) return refusal(ambiguous)
  const isForeign = source === '-' || isUrl(source)
  const isOwn =
    existsSync(absolute) &&
    (statSync(absolute).isDirectory() ? !isForeignFolder(absolute) : /\.apitest\.ya?ml$/.test(source))
  if (input.negative !== undefined && !isForeign && (isOwn || !existsSync(absolute)))
    return noDescription(source)
  if (isForeign) return readForeign(input, directory)
  if (!existsSync(absolute)) return readSavedPlace(input, directory)
  if (isOwn) return withWhole(await readSuites(source, workingFolder, directory))
  return readForeign(input, directory)
}

/** Requests that break a rule can only be made from the rules. */
function noDescription(source: string): Result<never> {
  return usageRefusal(
    `--negative needs an API description, and ${source} is none`,
    'Name an OpenAPI or Swagger document.',
  )
}

function withWhole(read: Result<ReadSuites>): Result<ReadCollection> {
  return read.ok ? { ok: true, value: { ...nothingLost, ...read.value } } : read
}

async function readForeign(input: CollectionSource, directory: string): Promise<Result<ReadCollection>> {
  const read = await readForeignSource(input)
  if (!read.ok) return read
  const converted = await importAs(read.value, { ...input, directory })
  if (!converted.ok) return converted
  const { format, imported } = converted.value
  if (input.negative !== undefined && format !== 'openapi') return noDescription(input.source)
  const count = 1 + (imported.others ?? []).length
  if (count > 1)
    return refused(
      `${input.source} holds ${count} collections`,
      'Import it with apitest import, and name one of them.',
    )
  const given = { ...input, format, directory, allow: [] }
  const reads = readsIn(imported, suitesIn(imported), given)
  const { collection, environments, report } =
    input.isSaved === true ? markImported(imported, given, reads) : imported
  if (collection !== undefined) {
    const trusted = 'what is compiled may read what it names'
    const notes = readNotes(collection.name, reads, () => trusted)
    return { ok: true, value: { collection, ...report, notes: [...report.notes, ...notes] } }
  }
  const message = `${input.source} holds ${plural(environments.length, 'environment')} and no requests`
  return refused(message, 'Import it with apitest import.')
}

function readSavedPlace(
  { source, workingFolder }: CollectionSource,
  directory: string,
): Result<ReadCollection> {
  const saved = readSaved(directory)
  if (!saved.ok) return saved
  const place = findPlace(saved.value, source)
  const collection = place.ok ? saved.value.collections[place.value.collection] : undefined
  if (place.ok && collection !== undefined)
    return { ok: true, value: withoutSecrets(collectionAt(collection, place.value.path)) }
  const [problem] = place.ok ? [] : place.problems
  if (problem?.code !== 'saved-missing') return { ok: false, problems: place.ok ? [] : place.problems }
  const looked = `Looked for ${path.resolve(workingFolder, source)} and among what is saved.`
  return refused(
    `there is no file, folder or saved collection ${source}`,
    `${looked} ${problem.hint ?? ''}`.trim(),
  )
}

/** Removes secrets: one that is saved, or written in a suite, stays where it is. */
export function withoutSecrets(saved: Collection): ReadCollection {
  const { collection, names } = withoutSavedSecrets(saved)
  const why = 'secrets are not written to files; set it in the environment'
  return { ...nothingLost, collection, notes: names.map(what => ({ where: saved.name, what, why })) }
}

/**
 * The collection with what the configuration says for all suites, and its environments, of which the one that is asked for must be
 * there. Its literal secrets are left for the user to give; its names of files come to count from `directory`, as those of the
 * collection do.
 */
export async function inProject(
  collection: Collection,
  input: CollectionSource,
  directory: string,
): Promise<Result<Collection>> {
  const loaded = await loadConfiguration(input.workingFolder, input.configurationFile)
  if (!loaded.ok) return loaded
  const { environments, environment, ...configuration } = loaded.value
  const all = Object.entries(environments).map(([name, { variables, secrets, production }]) => ({
    name,
    ...(production === undefined ? {} : { production: true }),
    variables,
    secrets: withoutLiterals(secrets),
  }))
  const { settings, setup } = mapping(loaded.source?.value)
  const project = {
    settings: relocateFiles(mapping(settings), configuration.directory, directory),
    variables: configuration.variables,
    secrets: withoutLiterals(configuration.secrets),
  }
  const entries = list(setup)
    .filter(isObject)
    .map(entry => relocateFiles({ ...entry, once: true }, configuration.directory, directory))
  const whole =
    entries.length === 0 ? collection : { ...collection, items: [setupFolder(entries), ...collection.items] }
  const inside = withProjectEnvironments(withProject(whole, project), all, environment)
  const known = Object.fromEntries(inside.environments.map(one => [one.name, one]))
  const { file = input.configurationFile } = configuration
  const unknown =
    input.environment === undefined
      ? []
      : unknownEnvironment(
          { ...input, ...defined({ configurationFile: file }) },
          { environments: known, directory, ...defined({ file }) },
        )
  return unknown.length > 0
    ? { ok: false, problems: unknown }
    : { ok: true, value: { ...inside, ...defined({ environment: input.environment ?? inside.environment }) } }
}

/** The setup of a configuration as a folder in front of all others. */
function setupFolder(entries: readonly JsonObject[]): Folder {
  const items = entries.map(step => ({ kind: 'request', step }) as const)
  return { kind: 'folder', name: 'Setup', items, kept: { setup: true } }
}

function withoutLiterals(secrets: JsonObject): JsonObject {
  return mapValues(secrets, value => (typeof value === 'string' && hasBraces(value) ? value : ''))
}

function refused(message: string, hint: string): Result<never> {
  return refusal(errorProblem({ code: 'path-missing', message, hint }))
}
