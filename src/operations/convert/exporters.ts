import path from 'node:path'
import { collectionFile, collectionFileName } from '../../compile/collection-file.ts'
import { contentsWithFiles } from '../../compile/contents-with-files.ts'
import { collectionToSuites } from '../../compile/collection-to-suites.ts'
import { environmentName } from '../../compile/environment-names.ts'
import { fileNameOf } from '../../compile/file-names.ts'
import { relocateCollection } from '../../compile/relocate-collection.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { expandUses, setupOf } from '../../compile/test-program/expand-uses.ts'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { suiteText } from '../../parse/suite-text.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { withoutFunctions } from '../../compile/without-functions.ts'
import type { Collection, FolderContents } from '../../model/collection.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { isUrl } from '../../util/is-url.ts'
import { givenData, programFiles } from '../test-code/program-files.ts'
import { postmanWorkspace } from './postman-workspace.ts'
import { wholeReport } from './whole-report.ts'
import { collectionText } from './collection-text.ts'

/** The formats that a collection can be converted to. */
export const compileTargets = [
  'suite',
  'collection',
  'postman',
  'postman-v3',
  'k6',
  'node-test',
  'http',
  'hurl',
  'opencollection',
  'arazzo',
  'curl',
] as const

/** The clients that files of requests are written for, the first unless said. */
export const httpDialects = ['rest-client', 'jetbrains'] as const

type HttpDialect = (typeof httpDialects)[number]

/** One of them. */
export type TargetName = (typeof compileTargets)[number]

/** Where file names of the collection count from, and where those of the output will. */
interface ExportOptions {
  readonly directory: string
  readonly outputFolder: string
  readonly workingFolder: string
  readonly data?: string
  /** How many pods share the load of a script of k6. */
  readonly operator?: number
  /** The client that a file of requests is for. */
  readonly dialect?: HttpDialect
  /** The description whose operations workflows call: a file or a URL, and what is in it. */
  readonly spec?: string
  readonly description?: ApiDescription
}

type Exporter = (
  collection: Collection,
  options: ExportOptions,
) => Promise<Exported | Result<Exported>> | Exported

const exporters: Readonly<Record<TargetName, Exporter>> = {
  suite: toSuites,
  collection: toCollection,
  postman: async (collection, options) => {
    const { exportPostman } = await import('../../formats/postman/export-postman.ts')
    return withSetUp(relocated(collection, options), options, exportPostman)
  },
  'postman-v3': async (collection, options) => {
    const { exportV3 } = await import('../../formats/postman/v3/export-v3.ts')
    const { directory, outputFolder } = options
    const workspace = postmanWorkspace(outputFolder) ?? outputFolder
    const folder = path.relative(workspace, outputFolder).replaceAll(path.sep, '/')
    return withSetUp(relocateCollection(collection, directory, workspace), options, moved =>
      exportV3(moved, folder),
    )
  },
  k6: async (collection, options) => {
    const { exportK6 } = await import('../../formats/k6/export-k6.ts')
    const { outputFolder, operator } = options
    const moved = relocated(collection, options)
    const data = dataOf(options, moved.data)
    const files = await programFiles(moved, outputFolder, data ?? moved.data, Infinity)
    if (!files.ok) return files
    return { ok: true, value: await exportK6(moved, { ...files.value, ...defined({ data, operator }) }) }
  },
  'node-test': async (collection, { data, ...options }) => {
    const { exportTestCode } = await import('../test-code/export-test-code.ts')
    const { nodeTest } = await import('../../formats/test-code/javascript/frameworks.ts')
    return exportTestCode(relocated(collection, options), nodeTest, { ...options, ...defined({ data }) })
  },
  http: async (collection, options) => {
    const { exportHttp } = await import('../../formats/http/export-http.ts')
    const { translateScript } = await import('../../formats/postman/scripts/understand/translate-script.ts')
    const { writeScripts } = await import('../../formats/postman/scripts/write/write-scripts.ts')
    const isJetBrains = options.dialect === 'jetbrains'
    return withSetUp(relocated(collection, options), options, one =>
      exportHttp(one, { translate: translateScript, scriptsOf: writeScripts, isJetBrains }),
    )
  },
  hurl: async (collection, options) => {
    const { exportHurl } = await import('../../formats/hurl/export-hurl.ts')
    return withSetUp(relocated(collection, options), options, exportHurl)
  },
  opencollection: async (collection, options) => {
    const { exportOpenCollection } = await import('../../formats/opencollection/export-open-collection.ts')
    const { translateScript } = await import('../../formats/postman/scripts/understand/translate-script.ts')
    const { writeScripts } = await import('../../formats/postman/scripts/write/write-scripts.ts')
    return withSetUp(relocated(collection, options), options, written =>
      exportOpenCollection(written, { translate: translateScript, scriptsOf: writeScripts }),
    )
  },
  arazzo: async (collection, options) => {
    const { exportArazzo } = await import('../../formats/arazzo/export-arazzo.ts')
    const placed = relocated(collection, options)
    const files = await programFiles(placed, options.outputFolder, undefined)
    if (!files.ok) return files
    return exportArazzo(expandUses(placed, files.value.readSuite), givenDescription(options))
  },
  curl: async (collection, options) => {
    const { exportCurl } = await import('../../formats/curl/export-curl.ts')
    return withSetUp(relocated(collection, options), options, exportCurl)
  },
}

/** Writes a collection with the requests of the project's setup in its first folder, and its cleaning up behind all others. */
async function withSetUp(
  collection: Collection,
  { outputFolder }: ExportOptions,
  write: (written: Collection) => Exported | Promise<Exported>,
): Promise<Exported | Result<Exported>> {
  const setup = setupOf(collection)
  if (setup === undefined) return write(collection)
  const alone = { ...collection, items: [setup] }
  const files = await programFiles(alone, outputFolder, undefined)
  if (!files.ok) return files
  const expanded = expandUses(alone, files.value.readSuite)
  return write({ ...expanded, items: [...expanded.items, ...collection.items.slice(1)] })
}

/** Where mocks come along, and where it is told already that they do not. */
const keepsMocks: ReadonlySet<TargetName> = new Set(['suite', 'collection', 'postman', 'postman-v3'])

const keepsLoad: ReadonlySet<TargetName> = new Set(['suite', 'collection', 'k6'])

/** Where placeholders call functions; exporters of Hurl and of test code tell what they cannot write themselves. */
const callsFunctions: ReadonlySet<TargetName> = new Set(['suite', 'collection', 'node-test', 'k6', 'hurl'])

/** Where files are named whose contents are filled in or compared with; others have the contents. */
const keepsFiles: ReadonlySet<TargetName> = new Set(['suite', 'collection'])

/** The mocks of a collection and its folders, which only suites start. */
function mocksIn(contents: FolderContents, above: readonly string[]): readonly Loss[] {
  const names = [...above, contents.name]
  const own = Object.keys(contents.mocks ?? {}).map(name => ({
    where: names.join(' / '),
    what: `mock ${name}`,
    why: `suites start mocks, see what they are asked, and run what stands under \`then\`; start it with "apitest mock start", and give its address as ${environmentName(`mocks.${name}.url`)}`,
  }))
  return [...own, ...contents.items.flatMap(item => (item.kind === 'folder' ? mocksIn(item, names) : []))]
}

/** The load of a collection and its folders, which k6 and suites have words for. */
function loadIn(contents: FolderContents, above: readonly string[]): readonly Loss[] {
  const names = [...above, contents.name]
  const own = { where: names.join(' / '), what: 'load', why: '"apitest load" puts it on, and a script of k6' }
  const below = contents.items.flatMap(item => (item.kind === 'folder' ? loadIn(item, names) : []))
  return [...(contents.load === undefined ? [] : [own]), ...below]
}

/** The files that a collection becomes. */
export async function exportAs(
  target: TargetName,
  collection: Collection,
  options: ExportOptions,
): Promise<Result<Exported>> {
  if (requestCount(collection.items) === 0) return usageRefusal(`"${collection.name}" has no requests`)
  if (options.data !== undefined && target !== 'k6' && target !== 'node-test')
    return usageRefusal(`--data is not for --to ${target}`)
  if (options.operator !== undefined && target !== 'k6')
    return usageRefusal(`--operator is for k6 alone, not for --to ${target}`)
  if (options.dialect !== undefined && target !== 'http')
    return usageRefusal(`--dialect is for http alone, not for --to ${target}`)
  if (options.spec !== undefined && target !== 'arazzo')
    return usageRefusal(`--spec is for arazzo alone, not for --to ${target}`)
  const whole = keepsFiles.has(target) ? collection : contentsWithFiles(collection, options.directory)
  const { collection: written, losses: gone } = callsFunctions.has(target)
    ? { collection: whole, losses: [] }
    : withoutFunctions(whole, new Set(), target === 'curl')
  const made = await exporters[target](written, options)
  if ('ok' in made && !made.ok) return made
  const exported = 'ok' in made ? made.value : made
  const { losses, ...report } = exported.report
  const lost = [
    ...(keepsMocks.has(target) ? [] : mocksIn(collection, [])),
    ...(keepsLoad.has(target) ? [] : loadIn(collection, [])),
    ...gone,
  ]
  return { ok: true, value: { ...exported, report: { ...report, losses: [...lost, ...losses] } } }
}

/** The description as documents of workflows name it; without the credentials of its URL, which are no part of the API. */
function givenDescription({
  spec,
  description,
  workingFolder,
  outputFolder,
}: ExportOptions):
  | { readonly name: string; readonly url: string; readonly description: ApiDescription }
  | undefined {
  if (spec === undefined || description === undefined) return undefined
  const file = path.relative(outputFolder, path.resolve(workingFolder, spec)).replaceAll(path.sep, '/')
  const url = isUrl(spec) ? Object.assign(new URL(spec), { username: '', password: '' }).href : file
  const stem = path.posix.basename(isUrl(spec) ? new URL(spec).pathname : file).replace(/\..*$/, '')
  const name = stem.replace(/[^\w-]+/g, '-')
  return { name: /^(?:requests)?$/.test(name) ? 'api' : name, url, description }
}

/** Names of files in what is written count from where it is written to. */
function relocated(collection: Collection, { directory, outputFolder }: ExportOptions): Collection {
  return relocateCollection(collection, directory, outputFolder)
}

/** The data file as what is written will see it. */
function dataOf(
  { data, workingFolder, outputFolder }: ExportOptions,
  own: JsonValue | undefined,
): JsonValue | undefined {
  if (data === undefined) return undefined
  const file = path.relative(outputFolder, path.resolve(workingFolder, data)).replaceAll(path.sep, '/')
  return givenData(file, own)
}

function toSuites(collection: Collection, { directory, outputFolder }: ExportOptions): Exported {
  const folder = path.relative(directory, outputFolder).replaceAll(path.sep, '/')
  const suites = collectionToSuites(collection, folder)
  const beside = collectionFile(collection, suites, path.basename(outputFolder))
  return {
    files: [
      ...suites.map(({ name, suite }) => ({
        name,
        text: suiteText(relocateFiles(suite, directory, path.dirname(path.join(outputFolder, name)))),
      })),
      ...(beside === undefined ? [] : [{ name: collectionFileName, text: collectionText(beside) }]),
    ],
    report: wholeReport(collection),
  }
}

function toCollection(collection: Collection): Exported {
  const text = collectionText({ version: 1, collection } as never)
  return {
    files: [{ name: `${fileNameOf(collection.name)}.collection.json`, text }],
    report: wholeReport(collection),
  }
}
