import { statSync } from 'node:fs'
import path from 'node:path'
import { distinctProblems } from '../../check/distinct-problems.ts'
import { UniqueNames } from '../../compile/file-names.ts'
import { problemAt } from '../../check/rule.ts'
import { shortSecrets } from '../../check/rules/maskable-secrets.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { quotedLine, type YamlSource } from '../../document/index.ts'
import type { AllowedReads } from '../../load/allowed-reads.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { Configuration, Environments } from '../../model/configuration.ts'
import type { Imported, ImportPlaces } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import { namedBy } from '../../load/referenced-files.ts'
import { buildSuite } from '../../parse/parse-suite.ts'
import { matcherOf, readPathList } from '../../util/globs.ts'
import { suiteOfFile } from '../../util/suite-of-file.ts'
import { realPath } from '../../util/is-within.ts'
import { readText } from '../../util/read-text.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { readForeignSource } from '../convert/foreign-source.ts'
import { collectionAround, importAs } from '../convert/importers.ts'
import type { SuiteInput } from '../input-keys.ts'
import {
  byConfiguration,
  configurationName as usualName,
  loadConfiguration,
} from '../opening/load-configuration.ts'
import { environmentsOf, readProblems } from '../saved/saved-suites.ts'

/** The files of other tools that run where they lie, as suites. */
export interface ForeignSuites {
  /** The document of each, by the absolute path of its file. */
  readonly sources: ReadonlyMap<string, YamlSource>
  readonly reads: ReadonlyMap<string, AllowedReads>
  /** The environments of each, by the path of its document. */
  readonly environments: ReadonlyMap<string, Environments>
  /** Files and folders (absolute) that each is made of: itself, and those that it names or that belong to it. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>
  readonly problems: readonly Problem[]
}

/** A run that names files of other tools. */
type ForeignInput = Pick<
  SuiteInput,
  | 'workingFolder'
  | 'configurationFile'
  | 'processEnvironment'
  | 'environment'
  | 'allow'
  | 'allowLosses'
  | 'environmentFile'
>

/**
 * Makes suites of files of other tools, given by absolute path, whose steps stand where the requests do. Nothing is stored. What
 * cannot be carried out is an error, unless losses are allowed: a run without it would say that all is well. What they may read
 * says the configuration that they run with; `home` is that of the working folder.
 */
export async function foreignSuites(
  files: readonly string[],
  input: ForeignInput,
  home: Configuration,
): Promise<ForeignSuites> {
  const { configurationFile, workingFolder } = input
  const groups =
    configurationFile === undefined ? byConfiguration(files, home.file) : [[home.file, files] as const]
  const projects = await Promise.all(
    [...groups].map(async ([file, own]) => {
      if (file === home.file) return Promise.all(own.map(one => foreignSuite(one, input, home)))
      const loaded = await loadConfiguration(workingFolder, file)
      if (!loaded.ok) return [{ ...noSuites, problems: loaded.problems }]
      const name = path.relative(workingFolder, file ?? '')
      return Promise.all(own.map(one => foreignSuite(one, input, loaded.value, name)))
    }),
  )
  const made = projects.flat()
  return {
    sources: new Map(made.flatMap(({ sources }) => [...sources])),
    reads: new Map(made.flatMap(({ reads }) => [...reads])),
    environments: new Map(made.flatMap(({ environments }) => [...environments])),
    parts: new Map(made.flatMap(({ parts }) => [...parts])),
    problems: distinctProblems(made.flatMap(({ problems }) => problems)),
  }
}

const noSuites = { sources: new Map(), reads: new Map(), environments: new Map(), parts: new Map() }

async function foreignSuite(
  file: string,
  input: ForeignInput,
  { directory, trusted = [], environment: usual }: Configuration,
  configurationName = usualName,
): Promise<ForeignSuites> {
  const parts = new Set([file])
  const none = { ...noSuites, parts: new Map([[file, parts]]) }
  const converted = await importInPlace(file, input, directory, place => parts.add(place))
  if (!converted.ok) return { ...none, problems: converted.problems }
  const { imported, made, folder } = converted.value
  const environments = imported.collection?.environments ?? []
  const chosen = environments.find(({ name }) => name === (input.environment ?? usual))
  const documents = documentsOf(file, made, folder === file, imported.places)
  for (const document of documents)
    for (const named of namedBy({ source: document, suite: buildSuite(document) })) parts.add(named)
  const isTrusted = await whenLoaded(() =>
    [file, realPath(file)].every(one => isListed(one, trusted, directory)),
  )
  const allowed = readsOf(input.allow ?? [], folder, configurationName)
  const reads = isTrusted ? undefined : { ...allowed, from: path.dirname(file) }
  return {
    ...none,
    sources: new Map(documents.map(one => [one.file, one])),
    reads: new Map(reads === undefined ? [] : documents.map(one => [one.file, reads])),
    environments: new Map(documents.map(one => [one.file, environmentsOf(environments)])),
    problems: documents.flatMap((document, index) => {
      const asked = { ...mapping(document.value), environment: valuesOf(chosen) }
      return [
        ...(index > 0 ? [] : lossProblems(imported, document, input.allowLosses === true)),
        ...(reads === undefined ? [] : readProblems(asked, reads, document, 'this')),
        ...shortSecrets(environmentDocument(document, chosen, imported.places), ['secrets']),
      ]
    }),
  }
}

/** A file, or folder, of another tool as the suites that it is made into, and the folder that its names of files count from. */
async function importInPlace(
  file: string,
  input: ForeignInput,
  project: string,
  lookedFor: (place: string) => void,
): Promise<
  Result<{ readonly imported: Imported; readonly made: readonly JsonObject[]; readonly folder: string }>
> {
  const source = path.relative(input.workingFolder, file) || '.'
  const options = { ...input, source, interrupt: new AbortController().signal }
  const read = await readForeignSource(options)
  if (!read.ok) return read
  const folder = statSync(file).isDirectory() ? file : path.dirname(file)
  const own = { ...options, directory: folder, project, runsInPlace: true, lookedFor }
  const converted = await importAs(read.value, own)
  if (!converted.ok) return converted
  const { imported, format } = converted.value
  const made = imported.collection === undefined ? [] : suitesToRun(imported.collection, [])
  return made.length === 0
    ? { ok: false, problems: [withoutRequests(source)] }
    : { ok: true, value: { imported, made, folder: collectionAround(format, file) ?? folder } }
}

/** True for a file that one of the globs names, and none behind `!`. May call `lazyPart`. */
function isListed(file: string, globs: readonly string[], directory: string): boolean {
  const { named, isLeftOut } = readPathList(globs, directory)
  return named.some(glob => matcherOf(glob)(file)) && !isLeftOut(file)
}

function withoutRequests(source: string): Problem {
  return errorProblem({ code: 'nothing-selected', message: `${source} has no requests that can be sent` })
}

/** The suites of a file that run by themselves, as documents. */
function documentsOf(
  file: string,
  made: readonly JsonObject[],
  isFolder: boolean,
  places: ImportPlaces | undefined,
): readonly YamlSource[] {
  // Names of files count from where the suite lies: beside a folder that is one.
  const suites = isFolder ? made.map(one => relocateFiles(one, file, path.dirname(file))) : made
  // A suite that others use stands in their place, and runs by itself where it is given its inputs.
  return placedDocuments(file, suites, isFolder, places).filter(
    ({ value }, _, all) => all.length === 1 || list(mapping(value)['inputs'] ?? [null]).length > 0,
  )
}

/** The suites of a file as documents: each has the places of its own steps, and of several each its name behind that of the file. */
function placedDocuments(
  file: string,
  suites: readonly JsonObject[],
  isFolder: boolean,
  places: ImportPlaces = { requests: [], losses: new Map() },
): readonly YamlSource[] {
  const [only, ...others] = suites
  if (only !== undefined && others.length === 0) return [placedDocument(file, only, isFolder, places)]
  let at = 0
  const names = new UniqueNames()
  return suites.map(suite => {
    const from = at
    at += list(suite['steps']).length
    const requests = places.requests.slice(from, at)
    const parts = places.parts?.slice(from, at) ?? []
    const name = text(suite['suite'])?.split(' / ').at(-1)?.replace(/[/\\]/g, '-') ?? ''
    return {
      ...placedDocument(file, suite, isFolder, { ...places, requests, parts }),
      file: suiteOfFile(file, names.take(name)),
    }
  })
}

/** The suite as a document in which each step stands where its request does, and all else at the beginning. */
function placedDocument(
  file: string,
  suite: JsonObject,
  isFolder: boolean,
  places: ImportPlaces | undefined,
): YamlSource {
  const requests = places?.requests ?? []
  const first = isFolder ? file : (requests[0]?.file ?? file)
  const start = { line: 1, column: 1 }
  const beginning: Span = { file: first, start, end: start }
  const spanOf = ([key, index, ...rest]: DocumentPath): Span => {
    if (key !== 'steps' || typeof index !== 'number') return beginning
    return places?.parts?.[index]?.get(rest.slice(0, 2).join('/')) ?? requests[index] ?? beginning
  }
  const lines = new Map<string, readonly string[]>()
  const linesOf = (name: string): readonly string[] => {
    const known = lines.get(name)
    if (known !== undefined) return known
    const text = readText(name)
    const found = text instanceof Error ? [] : text.split(/\r?\n/)
    lines.set(name, found)
    return found
  }
  return {
    file: first,
    isForeign: true,
    value: suite,
    problems: [],
    spanOf,
    keySpanOf: spanOf,
    lineText: (line, name = first) => quotedLine(linesOf(name), line),
  }
}

/** The values of an environment as a document in which each secret stands where its file has it. */
function environmentDocument(
  suite: YamlSource,
  chosen: SavedEnvironment | undefined,
  places: ImportPlaces | undefined,
): YamlSource {
  const spans = chosen && places?.secrets?.get(chosen)
  const spanOf = ([, name]: DocumentPath): Span => spans?.get(String(name)) ?? suite.spanOf([])
  return { ...suite, value: valuesOf(chosen), spanOf, keySpanOf: spanOf }
}

function valuesOf(environment: SavedEnvironment | undefined): JsonObject {
  return { variables: environment?.variables ?? {}, secrets: environment?.secrets ?? {} }
}

function lossProblems(
  { places, report }: Imported,
  source: YamlSource | undefined,
  isAllowed: boolean,
): readonly Problem[] {
  if (source === undefined) return []
  return report.losses.map(loss => {
    const message = `${loss.what} is not carried out: ${loss.why}`
    const hint = 'With --allow-losses the rest runs all the same.'
    const place = places?.losses.get(loss) ?? []
    const problem = problemAt(
      source,
      place,
      'import-loss',
      message,
      isAllowed ? { severity: 'warning' } : { hint },
    )
    const { sourceLine: _, ...withoutLine } = problem
    return 'file' in place && ofEnvironment.test(place.file) ? withoutLine : problem
  })
}

/** Files of which no line is quoted: there may be passwords in it. */
const ofEnvironment = /[./\\](?:env|environments?|globals)[./\\][^/\\]*$/i

/** The reads of a file that nobody here has looked through. */
function readsOf(allow: readonly string[], folder: string, configurationName: string): AllowedReads {
  const hint = (entry: string): string =>
    `Allow it with --allow ${shellQuote(entry)} for one run, or list the file under \`trusted:\` in ${configurationName}.`
  return { folder, entries: new Set(allow), hint }
}
