import { checkSuite } from '../../check/check-suite.ts'
import { namesByItself } from '../../check/known-names.ts'
import { literalSecrets } from '../../check/literal-secrets.ts'
import { writtenIn } from '../../check/written.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import type { ReadSuite } from '../../load/read-suite.ts'
import { type Problem, isError } from '../../model/problem.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import type { Secrets } from '../../secrets/index.ts'
import { defined } from '../../util/defined.ts'

/** The sound suites among those asked for, and everything to tell about all of them. */
export interface Loaded {
  readonly suites: readonly LoadedSuite[]
  /** Of all files; warnings too. */
  readonly problems: readonly Problem[]
}

/** Checks a suite that was read; what it uses is checked as strictly. */
export async function checkRead(read: ReadSuite, options: LoadOptions): Promise<Loaded> {
  const problems = [...(await problemsOf(read))]
  for (const used of read.uses.values()) problems.push(...(await problemsOf(used)))
  if (problems.some(isError)) return { suites: [], problems }
  const uses = new Map<string, LoadedSuite>()
  for (const [file, used] of read.uses) uses.set(file, loadedSuite(used, uses))
  const reads = options.reads?.get(read.parsed.suite.file)
  const loaded = loadedSuite(read, uses)
  return { suites: [reads === undefined ? loaded : { ...loaded, reads }], problems }
}

async function problemsOf({ parsed, facts, data }: ReadSuite): Promise<readonly Problem[]> {
  const problems = await checkSuite(parsed, facts)
  // Few suites name a snapshot: for the others nothing more is loaded, nor waited for.
  const snapshots = writtenIn(parsed.source).has(['snapshot']) ? await snapshotProblems(parsed) : []
  const others = [...snapshots, ...data.problems]
  return others.length === 0 ? problems : [...problems, ...others]
}

async function snapshotProblems(parsed: ParsedSuite): Promise<readonly Problem[]> {
  const { sharedSnapshots } = await import('./obsolete-snapshots.ts')
  return sharedSnapshots(parsed)
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
