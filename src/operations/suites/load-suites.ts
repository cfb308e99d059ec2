import { distinctProblems } from '../../check/distinct-problems.ts'
import type { YamlSource } from '../../document/index.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import { readSuite } from '../../load/read-suite.ts'
import type { Problem } from '../../model/problem.ts'
import { hasSetup } from '../../parse/setup-source.ts'
import { checkRead, type Loaded } from './check-read.ts'
import { homelessSnapshots, obsoleteSnapshots, snapshotHomes } from './obsolete-snapshots.ts'
import type { GivenName } from './outer-options.ts'
import type { LoadedSetup } from './setup.ts'

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

/** Without warnings about the columns of --data that only some of the suites, or of the projects, do not name. */
export function ofAllSuites(problems: readonly (readonly Problem[])[]): readonly Problem[] {
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
  if (!hasSetup(configuration)) return { given: [], problems: [] }
  return (await import('./setup.ts')).loadSetup(configuration, files, options)
}

/** Changes the hints of what runs without the setup: a variable that nothing sets may be one that it would have given. */
export function withoutSetup(problems: readonly Problem[], given: readonly GivenName[]): readonly Problem[] {
  return problems.map(problem =>
    isGivenBy(problem, given)
      ? { ...problem, hint: `What the setup would give is given with --var ${problem.name ?? ''}=….` }
      : problem,
  )
}

/** True where a variable is missing that a setup gives. */
export function isGivenBy({ code, name }: Problem, given: readonly GivenName[]): boolean {
  return code === 'unknown-variable' && given.some(one => one.name === name)
}

/** Reads a suite, then checks it. */
async function loadSuite(file: string, options: LoadOptions): Promise<Loaded> {
  const read = await readSuite(file, options)
  return read.ok ? checkRead(read.value, options) : { suites: [], problems: read.problems }
}
