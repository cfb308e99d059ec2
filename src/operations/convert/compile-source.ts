import path from 'node:path'
import { withOwnEnvironment } from '../../compile/own-environment.ts'
import { chosenEnvironment } from '../../compile/written-variables.ts'
import type { ApiDescription } from '../../api-description/api-description.ts'
import type { Collection, FolderContents } from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import { errorProblem, type Problem, type Result, usageRefusal } from '../../model/problem.ts'
import { setupOf } from '../../compile/test-program/expand-uses.ts'
import type { JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { list as listOf, mapping } from '../../util/read-values.ts'
import { namesIn } from '../opening/used-variables.ts'
import {
  loadConfiguration,
  nearestConfiguration,
  withNearestConfiguration,
} from '../opening/load-configuration.ts'
import { operation } from '../operation.ts'
import { projectFolder } from '../project-folder.ts'
import {
  choice,
  fileName,
  flag,
  list,
  object,
  optional,
  published,
  text as textSchema,
  type ValueOf,
  whole,
} from '../schema.ts'
import { conversionReport } from './conversion-report.ts'
import { compileTargets, exportAs, httpDialects } from './exporters.ts'
import { conversionKeys } from './import-document.ts'
import {
  inProject,
  joinReports,
  type ReadCollection,
  readCollectionSource,
  nothingLost,
  withoutSecrets,
} from './read-collection.ts'
import { negativeKeys, splitNegative } from './negative-keys.ts'
import { readerOf, type SourceInput } from './read-source.ts'
import { refuseEmptyName } from './refuse-empty-name.ts'

const compileInput = object({
  ...conversionKeys,
  source: fileName(
    'read',
    'Saved collection or part of one, suite, folder of suites, or a file as for import',
  ),
  to: choice(compileTargets, 'What to make of it'),
  outputFolder: fileName(
    'mention',
    'Folder that the files will be in: names of files in them count from there',
  ),
  environment: optional(
    textSchema('Environment whose values come along: of apitest.config.yaml, or one of the collection'),
  ),
  data: optional(fileName('read', 'CSV or JSON file: what is made runs once per row (k6, node-test)')),
  operator: optional(
    whole(
      'A manifest for the k6 operator of Kubernetes as well, with so many pods that share the load (k6)',
      1,
    ),
  ),
  dialect: optional(
    choice(
      httpDialects,
      'Client that the file is for: references to answers (rest-client, the default), or handlers that judge and take over (jetbrains)',
    ),
  ),
  spec: optional(
    fileName(
      'read',
      'API description, file or URL, whose operations the workflows call; others are described beside them (arazzo)',
    ),
  ),
  ...negativeKeys,
  strict: optional(flag('Whether whatever cannot be carried over is an error')),
})

type CompileInput = ValueOf<typeof compileInput>

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
    const { negative, rest } = splitNegative(given)
    const named = { ...rest, ...readerOf(host), outputFolder, ...defined({ negative }) }
    const input = withNearestConfiguration(named, given.source, workingFolder)
    const refusedName = refuseEmptyName(input.name)
    if (refusedName !== undefined) return refusedName
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const directory = path.resolve(folder.value)
    const read = await readCollectionSource({ ...input, isSaved: input.to === 'collection' }, directory)
    if (!read.ok) return read
    const collection =
      input.name === undefined ? read.value.collection : { ...read.value.collection, name: input.name }
    const placed = staysInProject(input)
      ? withoutEnvironment(collection, input)
      : await inProject(collection, input, directory)
    if (!placed.ok) return placed
    const inside = placed.value
    const written = staysInProject(input)
      ? { ...nothingLost, collection: inside }
      : withoutSecrets(withOwnEnvironment(inside))
    const described = input.to === 'arazzo' ? await describedBy(input) : nothingDescribed
    if (!described.ok) return described
    const exported = await exportAs(input.to, written.collection, { ...input, ...described.value, directory })
    if (!exported.ok) return exported
    const { files, report } = exported.value
    const left = input.to === 'suite' ? await leftBehind(collection, input) : []
    const told = joined(joined(read.value, { ...written, losses: left }), {
      ...nothingLost,
      notes: [...productionNotes(inside, input.to), ...setupNotes(inside, input.to)],
    })
    const all = joinReports(told, report)
    if (input.strict === true && all.losses.length > 0)
      return { ok: false, problems: all.losses.map(lossProblem) }
    return { ok: true, value: { collection, files, report: all } }
  },
})

const nothingDescribed: Result<{ readonly description?: ApiDescription }> = { ok: true, value: {} }

/** The description whose operations are called, where one is given. */
async function describedBy({
  spec,
  ...input
}: Pick<CompileInput, 'spec'> & SourceInput): Promise<typeof nothingDescribed> {
  if (spec === undefined) return nothingDescribed
  const { loadSpec } = await import('../contract/load-spec.ts')
  const loaded = await loadSpec({ ...input, source: spec })
  return loaded.ok ? { ok: true, value: { description: loaded.value } } : loaded
}

/** A collection that stays in the project, where each run chooses its environment. */
function withoutEnvironment(
  collection: Collection,
  { environment, to }: Pick<CompileInput, 'environment' | 'to'>,
): Result<Collection> {
  return environment === undefined
    ? { ok: true, value: collection }
    : usageRefusal(
        `--env is not for --to ${to}`,
        'What is written runs with the environment that is chosen then.',
      )
}

/** Suites and saved collections run where the configuration is read anyway. */
function staysInProject({ to }: Pick<CompileInput, 'to'>): boolean {
  return to === 'suite' || to === 'collection'
}

/** Environments that are production, and whose values come along: what is made does not know which they are. */
function productionNotes(collection: Collection, to: CompileInput['to']): readonly Loss[] {
  if (to === 'collection') return []
  const { name, environment, environments } = collection
  const chosen =
    to === 'suite' ? environments.find(one => one.name === environment) : chosenEnvironment(collection)
  const why = 'what is made has its values, and does not know that it is production'
  return environments
    .filter(one => one.production === true && (to.startsWith('postman') || one === chosen))
    .map(one => ({ where: name, what: `environment ${one.name}`, why }))
}

/** The targets in which the setup is the first folder. */
const withFirstFolder: ReadonlySet<CompileInput['to']> = new Set([
  'postman',
  'postman-v3',
  'curl',
  'http',
  'hurl',
  'opencollection',
  'arazzo',
])

/** The setup of the project, which runs where its folder does; test code tells what it makes of it. */
function setupNotes(collection: Collection, to: CompileInput['to']): readonly Loss[] {
  if (setupOf(collection) === undefined || !withFirstFolder.has(to)) return []
  return [{ where: collection.name, what: 'setup', why: 'it is the first folder, and runs when that does' }]
}

/**
 * The parts of the configuration that suites do without where they are written: another one is nearest there, or none. Values that
 * they name, and what it says for all suites.
 */
async function leftBehind(
  collection: Collection,
  input: Pick<CompileInput, 'configurationFile'> & {
    readonly workingFolder: string
    readonly outputFolder: string
  },
): Promise<readonly Loss[]> {
  const { workingFolder, outputFolder } = input
  const loaded = await loadConfiguration(workingFolder, input.configurationFile)
  if (!loaded.ok || loaded.value.file === undefined) return []
  const { file, environments, settings } = loaded.value
  if (nearestConfiguration(outputFolder) === file) return []
  const values = [loaded.value, ...Object.values(environments)].flatMap(one => [one.variables, one.secrets])
  const needed = new Set(namesNeeded(withOwnEnvironment(collection)))
  const names = [...new Set(values.flatMap(one => Object.keys(one)))].filter(name => needed.has(name))
  const { setup } = mapping(loaded.source?.value)
  const parts = [
    ...names.map(name => `{{${name}}}`),
    ...(Object.keys(settings).length > 0 ? ['settings'] : []),
    ...(listOf(setup).length > 0 ? ['setup'] : []),
  ]
  const why = `${path.relative(workingFolder, file)} is not read where they are written: write them below its folder, or run them with --config`
  return parts.map(what => ({ where: collection.name, what, why }))
}

/** The names in a collection or a folder that its own variables do not give. */
function namesNeeded(contents: FolderContents): readonly string[] {
  const { items, variables = {}, secrets = {}, inputs = [], settings = {}, mocks = {}, after = [] } = contents
  const steps = items.flatMap(item => (item.kind === 'folder' ? [] : [item.step]))
  const written = [variables, secrets, settings, mocks, steps, after.map(({ step }) => step)] as JsonValue
  const inside = items.flatMap(item => (item.kind === 'folder' ? namesNeeded(item) : []))
  const own = new Set([...Object.keys(variables), ...Object.keys(secrets), ...inputs])
  return [...namesIn(written), ...inside].filter(name => !own.has(name))
}

function joined(
  read: ReadCollection,
  { notes, losses }: Pick<ReadCollection, 'notes' | 'losses'>,
): ReadCollection {
  return { ...read, losses: [...read.losses, ...losses], notes: [...read.notes, ...notes] }
}

function lossProblem({ where, what, why }: Loss): Problem {
  return errorProblem({ code: 'compile-loss', message: [where, what, why].filter(Boolean).join(': ') })
}
