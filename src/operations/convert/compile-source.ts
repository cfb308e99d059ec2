import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { withOwnEnvironment, withProjectEnvironments } from '../../compile/own-environment.ts'
import { loadConfiguration } from '../load-configuration.ts'
import { hasBraces } from '../../template/template.ts'
import { collectionAt } from '../../compile/collection-at.ts'
import { chosenEnvironment } from '../../compile/written-variables.ts'
import type { Collection } from '../../model/collection.ts'
import type { ConversionReport, Loss } from '../../model/conversion.ts'
import { errorProblem, type Problem, type Result, refusal, usageRefusal } from '../../model/problem.ts'
import { readSaved } from '../../store/saved-collections.ts'
import { plural } from '../../util/quantity.ts'
import { mapValues } from '../../util/map-values.ts'
import { defined } from '../../util/defined.ts'
import type { NegativeItemsOptions } from '../../contract/negative/negative-items.ts'
import { usualNegativeCases } from '../../contract/negative/negative-options.ts'
import { operation } from '../operation.ts'
import { projectFolder } from '../project-folder.ts'
import {
  choice,
  flag,
  list,
  object,
  optional,
  published,
  text as textSchema,
  type ValueOf,
  whole as wholeNumber,
} from '../schema.ts'
import { findPlace } from '../saved/find-place.ts'
import { conversionReport } from './conversion-report.ts'
import { compileTargets, exportAs } from './exporters.ts'
import { conversionKeys } from './import-document.ts'
import { importAs, type ImportOptions } from './importers.ts'
import { refuseEmptyName } from './refuse-empty-name.ts'
import { withoutSavedSecrets } from './without-credentials.ts'
import { markImported, readNotes, readsIn, suitesIn } from './mark-imported.ts'
import { isUrl, readerOf, readSource } from './read-source.ts'
import { readSuites, type ReadSuites } from './read-suites.ts'

const compileInput = object({
  ...conversionKeys,
  source: textSchema('Saved collection or part of one, suite, folder of suites, or a file as for import'),
  to: choice(compileTargets, 'What to make of it'),
  outputFolder: textSchema('Folder that the files will be in: names of files in them count from there'),
  data: optional(textSchema('CSV or JSON file: what is made runs once per row (k6, node-test)')),
  operator: optional(
    wholeNumber(
      'A manifest for the k6 operator of Kubernetes as well, with so many pods that share the load (k6)',
      1,
    ),
  ),
  negative: optional(
    flag('Requests, too, that break one rule of an API description each, and expect that they are refused'),
  ),
  negativeCases: optional(
    wholeNumber(`Negative cases of an operation at most (${usualNegativeCases} unless said)`, 1),
  ),
  seed: optional(
    wholeNumber(
      'Chooses among more negative cases than that; the same seed chooses the same (1 unless said)',
      0,
    ),
  ),
  includeWrites: optional(flag('Negative cases of operations that may change data, too')),
  strict: optional(flag('Whether whatever cannot be carried over is an error')),
})

type CompileInput = Omit<ValueOf<typeof compileInput>, keyof Asked> &
  Omit<ImportOptions, 'directory' | 'copy' | 'format'>

/** What is asked of negative cases. */
type Asked = Pick<ValueOf<typeof compileInput>, 'negative' | 'negativeCases' | 'seed' | 'includeWrites'>

const compileAnswer = object({
  files: list(
    object({ name: textSchema('Its name below the output folder'), text: textSchema('What is in it') }),
    'The files, none of them written yet',
  ),
  collection: published<Collection>(
    'api-collections.schema.json#/definitions/collection',
    'The collection that they were made of',
  ),
  report: conversionReport,
})

/** Files, none of them written yet, and what is not in them. */
export type CompileAnswer = ValueOf<typeof compileAnswer>

/** Compiles a saved collection (or a part of it), suites, or a foreign document to another form. Writes nothing. */
export const compileSource = operation({
  name: 'compile-source',
  permission: 'read',
  summary:
    'Makes suites, test code or files of other tools of a collection, of suites or of a foreign document; tells them, and writes nothing.',
  input: compileInput,
  answer: compileAnswer,
  tell: ({ files, report: { losses } }) =>
    Promise.resolve([
      'Nothing was written: these are the files.',
      ...losses.map(({ where, what, why }) => `lost: ${where}: ${what}: ${why}`),
      ...files.flatMap(({ name, text }) => ['', `--- ${name}`, ...text.split('\n')]),
    ]),
  async run(given, host) {
    const { workingFolder } = host
    const outputFolder = path.resolve(workingFolder, given.outputFolder)
    const asked = negativeOf(given)
    const { negative: _, negativeCases: __, seed: ___, includeWrites: ____, ...others } = given
    const input = { ...others, ...readerOf(host), outputFolder, ...defined({ negative: asked }) }
    const refusedName = refuseEmptyName(input.name)
    if (refusedName !== undefined) return refusedName
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const directory = path.resolve(folder.value)
    const read = await readAny(input, directory)
    if (!read.ok) return read
    const collection =
      input.name === undefined ? read.value.collection : { ...read.value.collection, name: input.name }
    const inside = staysInProject(input) ? collection : await inProject(collection, input)
    const written = staysInProject(input)
      ? { ...whole, collection: inside }
      : asFiles(withOwnEnvironment(inside))
    const exported = await exportAs(input.to, written.collection, { ...input, directory })
    if (!exported.ok) return exported
    const { files, report } = exported.value
    const told = joined(joined(read.value, written), { notes: productionNotes(inside, input.to) })
    const all = joinReports(told, report)
    if (input.strict === true && all.losses.length > 0)
      return { ok: false, problems: all.losses.map(lossProblem) }
    return { ok: true, value: { collection, files, report: all } }
  },
})

function negativeOf({
  negative,
  negativeCases,
  seed,
  includeWrites,
}: Asked): NegativeItemsOptions | undefined {
  if (negative !== true) return undefined
  return { most: negativeCases ?? usualNegativeCases, seed: seed ?? 1, includeWrites: includeWrites ?? false }
}

/** Suites and saved collections run where the configuration is read anyway. */
function staysInProject({ to }: CompileInput): boolean {
  return to === 'suite' || to === 'collection'
}

/** The collection with the environments of the configuration, whose literal secrets are left for the user to give. */
async function inProject(collection: Collection, input: CompileInput): Promise<Collection> {
  const loaded = await loadConfiguration(input.workingFolder, input.configurationFile)
  if (!loaded.ok) return collection
  const { environments, environment } = loaded.value
  const all = Object.entries(environments).map(([name, { variables, secrets, production }]) => ({
    name,
    ...(production === undefined ? {} : { production: true }),
    variables,
    secrets: mapValues(secrets, value => (typeof value === 'string' && hasBraces(value) ? value : '')),
  }))
  return withProjectEnvironments(collection, all, environment)
}

/** Environments that are production, and whose values come along: what is made does not know which they are. */
function productionNotes(collection: Collection, to: CompileInput['to']): readonly Loss[] {
  if (to === 'collection') return []
  const { name, environment, environments } = collection
  const chosen =
    to === 'suite' ? environments.find(one => one.name === environment) : chosenEnvironment(collection)
  const why = 'what is made has its values, and does not know that it is production'
  return environments
    .filter(one => one.production === true && (to === 'postman' || one === chosen))
    .map(one => ({ where: name, what: `environment ${one.name}`, why }))
}

/** A collection, and what of its source is not in it. */
interface Read extends Pick<ConversionReport, 'losses' | 'notes' | 'skipped' | 'merged'> {
  readonly collection: Collection
}

const whole = { losses: [], notes: [], skipped: [], merged: [] }

/** A source is a file or a folder when there is one, else what is saved under the name. */
async function readAny(input: CompileInput, directory: string): Promise<Result<Read>> {
  const { source, workingFolder } = input
  const absolute = path.resolve(workingFolder, source)
  const isOwn = existsSync(absolute) && (statSync(absolute).isDirectory() || /\.apitest\.ya?ml$/.test(source))
  if (input.negative !== undefined && source !== '-' && !isUrl(source) && (isOwn || !existsSync(absolute)))
    return noDescription(source)
  if (source === '-' || isUrl(source)) return readForeign(input, directory)
  if (!existsSync(absolute)) return readSavedPlace(input, directory)
  if (isOwn) return withWhole(await readSuites(source, workingFolder, directory))
  return readForeign(input, directory)
}

/** What breaks a rule can only be made of the rules. */
function noDescription(source: string): Result<never> {
  return usageRefusal(
    `--negative needs an API description, and ${source} is none`,
    'Name an OpenAPI or Swagger document.',
  )
}

function withWhole(read: Result<ReadSuites>): Result<Read> {
  return read.ok ? { ok: true, value: { ...whole, ...read.value } } : read
}

function joined(read: Read, { notes }: Pick<Read, 'notes'>): Read {
  return { ...read, notes: [...read.notes, ...notes] }
}

/** What was not carried over on the way in, and on the way out. */
function joinReports(read: Read, written: ConversionReport): ConversionReport {
  return {
    ...written,
    merged: [...read.merged, ...written.merged],
    skipped: [...read.skipped, ...written.skipped],
    losses: [...read.losses, ...written.losses],
    notes: [...read.notes, ...written.notes],
  }
}

async function readForeign(input: CompileInput, directory: string): Promise<Result<Read>> {
  const text = await readSource(input)
  if (!text.ok) return text
  const converted = await importAs(text.value, { ...input, directory })
  if (!converted.ok) return converted
  const { format, imported } = converted.value
  if (input.negative !== undefined && format !== 'openapi') return noDescription(input.source)
  const given = { ...input, format, directory, allow: [] }
  const reads = readsIn(imported, suitesIn(imported), given)
  const { collection, environments, report } =
    input.to === 'collection' ? markImported(imported, given, reads) : imported
  if (collection !== undefined) {
    const trusted = 'what is compiled may read what it names'
    const notes = readNotes(collection.name, reads, () => trusted)
    return { ok: true, value: { collection, ...report, notes: [...report.notes, ...notes] } }
  }
  const message = `${input.source} holds ${plural(environments.length, 'environment')} and no requests`
  return refused(message, 'Import it with apitest import.')
}

function readSavedPlace({ source, workingFolder }: CompileInput, directory: string): Result<Read> {
  const saved = readSaved(directory)
  if (!saved.ok) return saved
  const place = findPlace(saved.value, source)
  const collection = place.ok ? saved.value.collections[place.value.collection] : undefined
  if (place.ok && collection !== undefined)
    return { ok: true, value: asFiles(collectionAt(collection, place.value.path)) }
  const [problem] = place.ok ? [] : place.problems
  if (problem?.code !== 'saved-missing') return { ok: false, problems: place.ok ? [] : place.problems }
  const looked = `Looked for ${path.resolve(workingFolder, source)} and among what is saved.`
  return refused(
    `there is no file, folder or saved collection ${source}`,
    `${looked} ${problem.hint ?? ''}`.trim(),
  )
}

/** What is saved, or written in a suite, as a secret stays where it is. */
function asFiles(saved: Collection): Read {
  const { collection, names } = withoutSavedSecrets(saved)
  const why = 'secrets are not written to files; set it in the environment'
  return { ...whole, collection, notes: names.map(what => ({ where: saved.name, what, why })) }
}

function lossProblem({ where, what, why }: Loss): Problem {
  return errorProblem({ code: 'compile-loss', message: [where, what, why].filter(Boolean).join(': ') })
}

function refused(message: string, hint: string): Result<never> {
  return refusal(errorProblem({ code: 'path-missing', message, hint }))
}
