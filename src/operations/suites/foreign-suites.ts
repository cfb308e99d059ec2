import { statSync } from 'node:fs'
import path from 'node:path'
import { distinctProblems } from '../../check/distinct-problems.ts'
import { problemAt } from '../../check/rule.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { quotedLine, type YamlSource } from '../../document/index.ts'
import type { AllowedReads } from '../../load/allowed-reads.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { Configuration, Environment } from '../../model/configuration.ts'
import type { Imported, ImportPlaces } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem } from '../../model/problem.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import { foreignFolder, foreignFormat } from '../../parse/foreign/foreign-format.ts'
import { isSuite } from '../../load/find-suites.ts'
import { matcherOf, rootOf } from '../../util/globs.ts'
import { suiteOfFile } from '../../util/suite-of-file.ts'
import { realPath } from '../../util/is-within.ts'
import { largestWritten, readText } from '../../util/read-text.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { statusOf } from '../../util/status-of.ts'
import { namesIn, readForeignSource } from '../convert/foreign-source.ts'
import { importAs, runsInPlace } from '../convert/importers.ts'
import type { SuiteInput } from '../input-keys.ts'
import { environmentsOf, readProblems } from '../saved/saved-suites.ts'

/** The files of other tools that run where they lie, as suites. */
export interface ForeignSuites {
  /** The document of each, by the absolute path of its file. */
  readonly sources: ReadonlyMap<string, YamlSource>
  readonly reads: ReadonlyMap<string, AllowedReads>
  readonly environments: Readonly<Record<string, Environment>>
  readonly problems: readonly Problem[]
}

/** The parts of a configuration that they run with. */
type ForeignSurroundings = Pick<Configuration, 'directory' | 'trusted' | 'environment'>

/** A run that names files of other tools. */
type ForeignInput = Pick<
  SuiteInput,
  'workingFolder' | 'processEnvironment' | 'environment' | 'allow' | 'allowLosses' | 'environmentFile'
>

/**
 * Makes suites of files of other tools, given by absolute path, whose steps stand where the requests do. Nothing is stored. What
 * cannot be carried out is an error, unless losses are allowed: a run without it would say that all is well.
 */
export async function foreignSuites(
  files: readonly string[],
  input: ForeignInput,
  configuration: ForeignSurroundings,
): Promise<ForeignSuites> {
  const made = await Promise.all(files.map(file => foreignSuite(file, input, configuration)))
  return {
    sources: new Map(made.flatMap(({ sources }) => [...sources])),
    reads: new Map(made.flatMap(({ reads }) => [...reads])),
    environments: Object.assign({}, ...made.map(({ environments }) => environments)) as Record<
      string,
      Environment
    >,
    problems: distinctProblems(made.flatMap(({ problems }) => problems)),
  }
}

async function foreignSuite(
  file: string,
  input: ForeignInput,
  { directory, trusted = [], environment: usual }: ForeignSurroundings,
): Promise<ForeignSuites> {
  const none = { sources: new Map(), reads: new Map(), environments: {} }
  const { workingFolder, allow = [] } = input
  const source = path.relative(workingFolder, file) || '.'
  const options = { ...input, source, interrupt: new AbortController().signal }
  const read = await readForeignSource(options)
  if (!read.ok) return { ...none, problems: read.problems }
  const isFolder = statSync(file).isDirectory()
  const folder = isFolder ? file : path.dirname(file)
  const converted = await importAs(read.value, {
    ...options,
    directory: folder,
    project: directory,
    runsInPlace: true,
  })
  if (!converted.ok) return { ...none, problems: converted.problems }
  const { imported } = converted.value
  const { collection } = imported
  const made = collection === undefined ? [] : suitesToRun(collection, [])
  if (collection === undefined || made.length === 0) return { ...none, problems: [withoutRequests(source)] }
  const environment = collection.environments.find(({ name }) => name === (input.environment ?? usual))
  const documents = documentsOf(file, made, { isFolder, environment, places: imported.places })
  const isTrusted = await whenLoaded(() => [file, realPath(file)].every(one => isListed(one, trusted)))
  const reads = isTrusted ? undefined : { ...readsOf(allow, folder), from: path.dirname(file) }
  return {
    sources: new Map(documents.map(one => [one.file, one])),
    reads: new Map(reads === undefined ? [] : documents.map(one => [one.file, reads])),
    // Their values are those of these suites alone.
    environments: environmentsOf(
      collection.environments.map(({ name }) => ({ name, variables: {}, secrets: {} })),
    ),
    problems: [
      ...lossProblems(imported, documents[0], input.allowLosses === true),
      ...(reads === undefined
        ? []
        : documents.flatMap(one => readProblems(mapping(one.value), reads, one, 'this'))),
    ],
  }
}

/** The suite with the values of its own environment that it has a use for; those of a file beside another are not its own. */
function withOwnEnvironment(suite: JsonObject, { variables, secrets }: SavedEnvironment): JsonObject {
  const text = JSON.stringify([suite, variables, secrets])
  const used = (values: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => text.includes(`{{${name}`)))
  return {
    ...suite,
    variables: { ...without(mapping(suite['variables']), secrets), ...used(variables) },
    secrets: { ...mapping(suite['secrets']), ...used(secrets) },
  }
}

/** Values without those that have another one as a secret. */
function without(values: JsonObject, secrets: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(secrets, name)))
}

/** True for a file that one of the globs names, and none behind `!`. May call `lazyPart`. */
function isListed(file: string, globs: readonly string[]): boolean {
  const isNamed = (glob: string): boolean => matcherOf(glob)(file)
  const leftOut = globs.flatMap(glob => (glob.startsWith('!') ? glob.slice(1) : []))
  return globs.some(glob => !glob.startsWith('!') && isNamed(glob)) && !leftOut.some(isNamed)
}

function withoutRequests(source: string): Problem {
  return errorProblem({ code: 'nothing-selected', message: `${source} has no requests that can be sent` })
}

/** The suites of a file that run by themselves, as documents. */
function documentsOf(
  file: string,
  made: readonly JsonObject[],
  {
    isFolder,
    environment,
    places,
  }: {
    readonly isFolder: boolean
    readonly environment: SavedEnvironment | undefined
    readonly places: ImportPlaces | undefined
  },
): readonly YamlSource[] {
  const suites = made.map(one => {
    // Names of files count from where the suite lies: beside a folder that is one.
    const placed = isFolder ? relocateFiles(one, file, path.dirname(file)) : one
    return environment === undefined ? placed : withOwnEnvironment(placed, environment)
  })
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
  { requests, losses }: ImportPlaces = { requests: [], losses: new Map() },
): readonly YamlSource[] {
  const [only, ...others] = suites
  if (only !== undefined && others.length === 0)
    return [placedDocument(file, only, isFolder, { requests, losses })]
  let at = 0
  return suites.map(suite => {
    const own = requests.slice(at, (at += list(suite['steps']).length))
    const name = text(suite['suite'])?.split(' / ').at(-1)?.replace(/[/\\]/g, '-') ?? ''
    return {
      ...placedDocument(file, suite, isFolder, { requests: own, losses }),
      file: suiteOfFile(file, name),
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
  const spanOf = ([key, index]: DocumentPath): Span =>
    key === 'steps' && typeof index === 'number' ? (requests[index] ?? beginning) : beginning
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
    return isAllowed
      ? problemAt(source, place, 'import-loss', message, { severity: 'warning' })
      : problemAt(source, place, 'import-loss', message, { hint })
  })
}

/** The reads of a file that nobody here has looked through. */
function readsOf(allow: readonly string[], folder: string): AllowedReads {
  const hint = (entry: string): string =>
    `Allow it with --allow ${shellQuote(entry)} for one run, or list the file under \`trusted:\` in apitest.config.yaml.`
  return { folder, entries: new Set(allow), hint }
}

/** The paths of a run, apart by what they name. */
export interface PathsApart {
  /** Absolute: files and folders of other tools that run where they lie. */
  readonly foreign: readonly string[]
  /** As they were given. */
  readonly own: readonly string[]
}

/** Tells files, folders and globs of other tools from those of suites. May call `lazyPart`. */
export function pathsApart(given: readonly string[], workingFolder: string): PathsApart {
  const isLeftOut = (one: string): boolean => one.startsWith('!')
  const leftOut = given.filter(isLeftOut)
  const matchers = leftOut.map(one => matcherOf(path.resolve(workingFolder, one.slice(1))))
  const found = given
    .filter(one => !isLeftOut(one))
    .map(one => ({ one, files: foreignBelow(path.resolve(workingFolder, one)) }))
  const own = found.flatMap(({ one, files }) => (files.length === 0 ? [one] : []))
  const foreign = new Set(found.flatMap(({ files }) => files))
  return {
    foreign: [...foreign].filter(file => !matchers.some(isMatch => isMatch(file))).sort(),
    own: own.length === 0 ? [] : [...own, ...leftOut],
  }
}

function foreignBelow(absolute: string): readonly string[] {
  if (isSuite(absolute)) return []
  const status = statusOf(absolute)
  if (status?.isFile() === true) return isForeign(absolute) ? [absolute] : []
  const root = rootOf(absolute)
  const isFolder = status?.isDirectory() === true
  if ((!isFolder && root === absolute) || statusOf(root)?.isDirectory() !== true) return []
  const names = namesIn(root)
  const files = names.map(name => path.join(root, name))
  if (!isFolder) {
    const isMatch = matcherOf(absolute)
    const matching = files.filter(isMatch)
    return matching.some(isSuite) ? [] : matching.filter(isForeign)
  }
  if (files.some(isSuite)) return []
  const format = foreignFolder(names)
  const way = format === undefined ? undefined : runsInPlace(format)
  return way === 'folder' ? [absolute] : way === 'file' ? files.filter(isForeign) : []
}

/** True for a file of another tool that runs where it lies. */
function isForeign(file: string): boolean {
  const text = readText(file, largestWritten)
  // One that cannot be read is told of by its name, and not passed over.
  const format = foreignFormat(text instanceof Error ? '' : text, file)
  return format !== undefined && runsInPlace(format) === 'file'
}
