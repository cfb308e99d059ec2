import path from 'node:path'
import { distinctProblems } from '../../check/distinct-problems.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import { readSuite } from '../../load/read-suite.ts'
import type { Problem } from '../../model/problem.ts'
import { isInFile, snapshotsFolder } from '../../model/snapshot.ts'
import { namesIn } from '../../util/names-in.ts'
import { checkRead, type Loaded } from './check-read.ts'
import type { SnapshotHomes } from './obsolete-snapshots.ts'
import type { GivenName } from '../opening/outer-options.ts'

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
  const mayBeObsolete = homes.size > 0 || !files.every(isInFile)
  const snapshots = mayBeObsolete ? await import('./obsolete-snapshots.ts') : undefined
  for (const file of files) {
    const { problems: found, suites } = await loadSuite(file, options)
    problems.push(...found)
    for (const { suite } of suites) problems.push(...(snapshots?.obsoleteSnapshots(suite, homes) ?? []))
  }
  problems.push(...(snapshots?.homelessSnapshots(homes) ?? []))
  return distinctProblems(problems)
}

/** The folders of snapshots beside suites; most have none, and each is looked at once. */
function snapshotHomes(suites: readonly string[]): SnapshotHomes {
  const folders = [...new Set(suites.map(file => path.dirname(file)))]
  const named = folders.map(folder => [folder, namesIn(path.join(folder, snapshotsFolder))] as const)
  return new Map(named.filter(([, names]) => names.length > 0))
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
