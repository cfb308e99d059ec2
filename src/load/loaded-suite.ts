import type { InEnvironments } from '../model/in-environments.ts'
import type { DataRow, Step, Suite } from '../model/suite.ts'
import type { AllowedReads } from './allowed-reads.ts'

/** A suite that was read and checked, with everything its run needs from disk except bodies and schemas. */
export interface LoadedSuite {
  readonly suite: Suite
  /** The rows every step runs with; absent when the suite has no data. */
  readonly rows?: readonly DataRow[]
  /** The rows of steps with data of their own. */
  readonly stepRows: ReadonlyMap<Step, readonly DataRow[]>
  /** The suites that it and its `use` steps run, by absolute path. */
  readonly uses: ReadonlyMap<string, LoadedSuite>
  /** The variables that a step leaves behind by its own words; `anyName` is among them where a script may set others. */
  readonly leaves: (step: Step) => readonly string[]
  /** The reads that it is allowed; absent for a suite that nobody has imported. */
  readonly reads?: AllowedReads
  /** The text of a line of the suite without its secrets, for failures that point at it. */
  readonly lineText: (line: number) => string
}

/** The setup of a configuration as a suite with a step for each of its entries. */
export interface SetupSuite extends LoadedSuite {
  /** The environments of each entry. */
  readonly entries: readonly InEnvironments[]
}

/** Suites and all that they use, each file once. */
export function withUsed(suites: readonly LoadedSuite[]): readonly LoadedSuite[] {
  const all = suites.flatMap(one => [one, ...one.uses.values()])
  return [...new Map(all.map(one => [one.suite.file, one])).values()]
}
