import { checkSuite } from '../../check/check-suite.ts'
import { namesByItself } from '../../check/known-names.ts'
import { distinctProblems } from '../../check/distinct-problems.ts'
import { literalSecrets } from '../../check/literal-secrets.ts'
import type { YamlSource } from '../../document/index.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import { type ReadSuite, readSuite } from '../../load/read-suite.ts'
import type { Problem } from '../../model/problem.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { hasSetup } from '../../parse/setup-source.ts'
import type { Secrets } from '../../secrets/index.ts'
import { defined } from '../../util/defined.ts'
import { homelessSnapshots, obsoleteSnapshots, sharedSnapshots, snapshotHomes } from './obsolete-snapshots.ts'
import type { LoadedSetup } from './setup.ts'

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
  const homes = snapshotHomes(files)
  const problems: Problem[] = []
  for (const file of files) {
    const { problems: found, suites } = await loadSuite(file, options)
    problems.push(...found, ...suites.flatMap(({ suite }) => obsoleteSnapshots(suite, homes)))
  }
  problems.push(...homelessSnapshots(homes))
  return distinctProblems(problems)
}

/** The setup of a configuration as `loadSetup` reads it; most have none. */
export async function setupIn(
  configuration: YamlSource | undefined,
  files: readonly string[],
  options: LoadOptions,
): Promise<LoadedSetup> {
  if (!hasSetup(configuration)) return { names: [], problems: [] }
  return (await import('./setup.ts')).loadSetup(configuration, files, options)
}

/** Reads a suite, then checks it. */
async function loadSuite(file: string, options: LoadOptions): Promise<Loaded> {
  const read = await readSuite(file, options)
  return read.ok ? checkRead(read.value, options) : { suites: [], problems: read.problems }
}

/** Checks a suite that was read; what it uses is checked as strictly. */
export async function checkRead(read: ReadSuite, options: LoadOptions): Promise<Loaded> {
  const problems = [...(await problemsOf(read))]
  for (const used of read.uses.values()) problems.push(...(await problemsOf(used)))
  if (problems.some(problem => problem.severity === 'error')) return { suites: [], problems }
  const uses = new Map<string, LoadedSuite>()
  for (const [file, used] of read.uses) uses.set(file, loadedSuite(used, uses))
  const reads = options.reads?.get(read.parsed.suite.file)
  const loaded = loadedSuite(read, uses)
  return { suites: [reads === undefined ? loaded : { ...loaded, reads }], problems }
}

async function problemsOf({ parsed, facts, data }: ReadSuite): Promise<readonly Problem[]> {
  return [...(await checkSuite(parsed, facts)), ...sharedSnapshots(parsed), ...data.problems]
}

function loadedSuite(
  { parsed, facts, data }: ReadSuite,
  uses: ReadonlyMap<string, LoadedSuite>,
): LoadedSuite {
  return defined({
    suite: parsed.suite,
    rows: data.rows,
    stepRows: data.stepRows,
    uses,
    leaves: namesByItself(parsed, facts),
    lineText: maskedLines(parsed),
  })
}

/** Looks for the secrets when the first line is asked for: most suites pass, and show none. */
function maskedLines({ source }: ParsedSuite): (line: number) => string {
  let secrets: Secrets | undefined
  return line => (secrets ??= literalSecrets(source)).mask(source.lineText(line))
}
