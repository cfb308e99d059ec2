import { checkSuite } from '../check/check-suite.ts'
import { distinctProblems } from '../check/distinct-problems.ts'
import { literalSecrets } from '../check/literal-secrets.ts'
import type { UsedFile } from '../check/rule.ts'
import type { Problem } from '../model/problem.ts'
import type { DataRow, Step, Suite } from '../model/suite.ts'
import { type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { largestWritten, readText } from '../util/read-text.ts'
import type { Secrets } from '../secrets/index.ts'
import type { AllowedReads } from './allowed-reads.ts'
import { gatherFacts } from './gather-facts.ts'
import { loadData, type LoadedData } from './load-data.ts'
import type { LoadOptions } from './load-options.ts'
import { loadUses } from './load-uses.ts'
import { readScripts } from './read-scripts.ts'
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
  /** What it may read; absent for what nobody has imported. */
  readonly reads?: AllowedReads
  /** The text of a line of the suite without its secrets, for failures that point at it. */
  readonly lineText: (line: number) => string
}

/** The sound suites among those asked for, and everything to tell about all of them. */
export interface Loaded {
  readonly suites: readonly LoadedSuite[]
  /** Of all files; warnings too. */
  readonly problems: readonly Problem[]
}

/** Reads and checks suites, given by absolute path. A file with an error is in `problems`, not in `suites`. */
export async function loadSuites(files: readonly string[], options: LoadOptions): Promise<Loaded> {
  const loaded: Loaded[] = []
  for (const file of files) loaded.push(await loadSuite(file, options))
  const problems = loaded.map(one => one.problems)
  return {
    suites: loaded.flatMap(one => one.suites),
    problems: distinctProblems(options.rows === undefined ? problems.flat() : ofAllSuites(problems)),
  }
}

/** Without warnings about the columns of --data that only some of the suites do not name. */
function ofAllSuites(problems: readonly (readonly Problem[])[]): readonly Problem[] {
  const isColumn = ({ code, severity, span }: Problem): boolean =>
    code === 'data-columns' && severity === 'warning' && span === undefined
  return problems
    .flat()
    .filter(
      problem =>
        !isColumn(problem) ||
        problems.every(ofSuite => ofSuite.some(({ message }) => message === problem.message)),
    )
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
  const content = options.texts?.get(file) ?? readText(file, largestWritten)
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
  const scripts = await readScripts(parsed, uses, options.configuration)
  const facts = await gatherFacts(parsed, options, { outerVariables, uses, data, ...scripts })
  const problems = [...(await checkSuite(parsed, facts)), ...data.problems, ...usedSuites.problems]
  if (problems.some(problem => problem.severity === 'error')) return { suites: [], problems }
  const reads = options.reads?.get(parsed.suite.file)
  const loaded = loadedSuite(parsed, usedSuites.suites, data)
  return { suites: [reads === undefined ? loaded : { ...loaded, reads }], problems }
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
    const scripts = await readScripts(used.parsed, uses, options.configuration)
    const facts = await gatherFacts(used.parsed, options, { outerVariables, uses, data, ...scripts })
    problems.push(...(await checkSuite(used.parsed, facts)), ...data.problems)
    suites.set(file, loadedSuite(used.parsed, suites, data))
  }
  return { suites, problems }
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
