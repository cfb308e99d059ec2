import { existsSync } from 'node:fs'
import path from 'node:path'
import { checkSuite } from '../check/check-suite.ts'
import { distinctProblems } from '../check/distinct-problems.ts'
import { literalSecrets } from '../check/literal-secrets.ts'
import { allSteps, type Facts, type UsedFile } from '../check/rule.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { DataRow, DataSource, Step, Suite } from '../model/suite.ts'
import { readDataSource } from '../parse/data-rows/read-data-rows.ts'
import { type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { optional } from '../parse/read-values.ts'
import { readText } from '../util/read-text.ts'
import type { Secrets } from '../util/secrets.ts'
import { loadUses } from './load-uses.ts'
import { unreadableFile } from './unreadable-file.ts'

/** A suite that was read and checked, with everything its run needs from disk except bodies and schemas. */
export interface LoadedSuite {
  readonly suite: Suite
  /** The rows every step runs with; absent when the suite has no data. */
  readonly rows?: readonly DataRow[]
  /** The rows of steps with data of their own. */
  readonly stepRows: ReadonlyMap<Step, readonly DataRow[]>
  /** The suites that it and its `use` steps run, by absolute path. */
  readonly uses: ReadonlyMap<string, LoadedSuite>
  /** The text of a line of the suite without its secrets, for failures that point at it. */
  readonly lineText: (line: number) => string
}

/** What suites are loaded with. */
export interface LoadOptions {
  /** Rows that replace each suite's own, from --data. */
  readonly rows?: readonly DataRow[]
  readonly rowLimit: number
  /** Names given from outside: configuration, --var and, by suite, the environment. */
  outerVariables(suite: Suite): ReadonlySet<string>
  /** See `Facts`. */
  readonly processEnvironment?: ReadonlySet<string>
  /** See `Facts`. */
  readonly environments?: readonly string[]
}

export interface Loaded {
  readonly suites: readonly LoadedSuite[]
  /** Of all files; warnings too. */
  readonly problems: readonly Problem[]
}

/** Reads and checks suites, given by absolute path. A file with an error is in `problems`, not in `suites`. */
export async function loadSuites(files: readonly string[], options: LoadOptions): Promise<Loaded> {
  const loaded: Loaded[] = []
  for (const file of files) loaded.push(await loadSuite(file, options))
  return {
    suites: loaded.flatMap(one => one.suites),
    problems: distinctProblems(loaded.flatMap(one => one.problems)),
  }
}

/** Everything wrong with suites. Each is let go once it is checked, so that many take no more memory than one. */
export async function problemsOfSuites(
  files: readonly string[],
  options: LoadOptions,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const file of files) problems.push(...(await loadSuite(file, options)).problems)
  return distinctProblems(problems)
}

async function loadSuite(file: string, options: LoadOptions): Promise<Loaded> {
  const content = readText(file)
  if (content instanceof Error) return { suites: [], problems: [unreadableFile(file, content)] }
  return loadParsed(await parseSuite(content, file), options)
}

/** Checks a suite that was read, and reads what it needs. */
export async function loadParsed(parsed: ParsedSuite, options: LoadOptions): Promise<Loaded> {
  const uses = new Map<string, UsedFile>()
  await loadUses(parsed, uses)
  const outerVariables = options.outerVariables(parsed.suite)
  const usedSuites = await loadUsedSuites(uses, options, outerVariables)
  const data = await loadData(parsed, options)
  const facts = gatherFacts(parsed, options, { outerVariables, uses, data })
  const problems = [...(await checkSuite(parsed, facts)), ...data.problems, ...usedSuites.problems]
  if (problems.some(problem => problem.severity === 'error')) return { suites: [], problems }
  return { suites: [loadedSuite(parsed, usedSuites.suites, data)], problems }
}

/** Checks what is used as strictly as what uses it and in its environment; its inputs count as given. */
async function loadUsedSuites(
  uses: ReadonlyMap<string, UsedFile>,
  options: LoadOptions,
  outerVariables: ReadonlySet<string>,
): Promise<{ suites: ReadonlyMap<string, LoadedSuite>; problems: readonly Problem[] }> {
  const suites = new Map<string, LoadedSuite>()
  const problems: Problem[] = []
  for (const [file, used] of uses) {
    if (used.state !== 'parsed') continue
    const { rows: _, ...ownOptions } = options
    const data = await loadData(used.parsed, ownOptions)
    const facts = gatherFacts(used.parsed, options, { outerVariables, uses, data })
    problems.push(...(await checkSuite(used.parsed, facts)), ...data.problems)
    suites.set(file, loadedSuite(used.parsed, suites, data))
  }
  return { suites, problems }
}

interface LoadedData {
  readonly rows?: readonly DataRow[]
  readonly stepRows: ReadonlyMap<Step, readonly DataRow[]>
  readonly problems: readonly Problem[]
}

async function loadData(parsed: ParsedSuite, options: LoadOptions): Promise<LoadedData> {
  const problems: Problem[] = []
  const stepRows = new Map<Step, readonly DataRow[]>()
  let { rows } = options
  if (rows === undefined && parsed.suite.data !== undefined) {
    const loaded = await loadRows(parsed.suite.data, parsed, options)
    if (loaded.ok) rows = loaded.value
    else problems.push(...loaded.problems)
  }
  for (const step of allSteps(parsed)) {
    if (step.data === undefined) continue
    const loaded = await loadRows(step.data, parsed, options)
    if (loaded.ok) stepRows.set(step, loaded.value)
    else problems.push(...loaded.problems)
  }
  return { stepRows, problems, ...(rows === undefined ? {} : { rows }) }
}

/** The rows of a data source; a file's path is relative to the suite. */
function loadRows(
  data: DataSource,
  { suite }: ParsedSuite,
  { rowLimit }: LoadOptions,
): Promise<Result<readonly DataRow[]>> {
  const source =
    data.kind === 'file' ? { ...data, file: path.resolve(path.dirname(suite.file), data.file) } : data
  return readDataSource(source, rowLimit)
}

function gatherFacts(
  parsed: ParsedSuite,
  options: LoadOptions,
  { data, ...surroundings }: Pick<Facts, 'outerVariables' | 'uses'> & { readonly data: LoadedData },
): Facts {
  return {
    ...surroundings,
    ...optional('processEnvironment', options.processEnvironment),
    ...optional('environments', options.environments),
    columns: columnsOf(data.rows),
    stepColumns: new Map([...data.stepRows].map(([step, rows]) => [step, columnsOf(rows)])),
    rowsWithout: rowsWithout(data.rows),
    stepRowsWithout: new Map([...data.stepRows].map(([step, rows]) => [step, rowsWithout(rows)])),
    missingFiles: missingSchemaFiles(parsed),
  }
}

function columnsOf(rows: readonly DataRow[] = []): readonly string[] {
  if (rows.length === 0) return []
  return [...new Set(rows.flatMap(row => Object.keys(row.values)))]
}

/** The columns that not all rows have, and the number of the first row without each. */
function rowsWithout(rows: readonly DataRow[] = []): ReadonlyMap<string, number> {
  return new Map(
    columnsOf(rows).flatMap(column => {
      const row = rows.find(({ values }) => !Object.hasOwn(values, column))
      return row === undefined ? [] : [[column, row.number] as const]
    }),
  )
}

function missingSchemaFiles(parsed: ParsedSuite): ReadonlySet<string> {
  const files = allSteps(parsed).flatMap(step =>
    step.validations.flatMap(validation =>
      'file' in validation && !validation.file.includes('{{')
        ? [path.resolve(path.dirname(parsed.suite.file), validation.file)]
        : [],
    ),
  )
  return new Set(files.filter(file => !existsSync(file)))
}

function loadedSuite(
  parsed: ParsedSuite,
  uses: ReadonlyMap<string, LoadedSuite>,
  data: LoadedData,
): LoadedSuite {
  return {
    suite: parsed.suite,
    ...(data.rows === undefined ? {} : { rows: data.rows }),
    stepRows: data.stepRows,
    uses,
    lineText: maskedLines(parsed),
  }
}

/** Looks for the secrets when the first line is asked for: most suites pass, and show none. */
function maskedLines({ source }: ParsedSuite): (line: number) => string {
  let secrets: Secrets | undefined
  return line => (secrets ??= literalSecrets(source)).mask(source.lineText(line))
}
