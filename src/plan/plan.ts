import type { LoadedSuite } from '../load/loaded-suite.ts'
import type { Configuration, Environment } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import type { LeftOut, Shard } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import type { DataRow, Step } from '../model/suite.ts'

/** Everything that will run, with all defaults resolved. */
export interface Plan {
  /** The setup of the configuration, once for each environment that the suites run in. */
  readonly setup?: readonly PlannedSuite[]
  readonly suites: readonly PlannedSuite[]
  /** Steps times rows. */
  readonly steps: number
  /** The files that do not run for want of inputs. */
  readonly leftOut: readonly LeftOut[]
  /** The part of the files that it has, and what the order of files and rows follows from. */
  readonly shard?: Shard
  readonly shuffle?: number
}

/** The suites of a plan with the setup in front of them. */
export function withSetup({ setup = [], suites }: Pick<Plan, 'setup' | 'suites'>): readonly PlannedSuite[] {
  return [...setup, ...suites]
}

/** One file of a plan. */
export interface PlannedSuite {
  /** Set for what was not asked for by itself. */
  readonly role?: 'setup'
  readonly loaded: LoadedSuite
  /** Relative to the working folder, with forward slashes: the file's name in every report. */
  readonly file: string
  /** Absent when the suite runs once without data. */
  readonly rows?: readonly DataRow[]
  readonly steps: readonly PlannedStep[]
  readonly after: readonly PlannedStep[]
  /** Of the steps that were not chosen the name of one that may leave a variable. */
  readonly leftOut?: ((name: string) => string | undefined) | undefined
  readonly settings: Settings
  /** The configuration's settings: what a suite used by this one starts from. */
  readonly sharedSettings: Settings
  /** The command line's settings, which win over those of every suite. */
  readonly commandLineSettings: Settings
  readonly values: PlannedValues
}

/** Variables known before the first step, from the innermost to the outermost. */
export interface PlannedValues {
  readonly commandLine: JsonObject
  readonly environment: Environment
  readonly suite: Environment
  readonly configuration: Environment & Pick<Configuration, 'environments'>
}

/** A step that will run, once or once per row of its own. */
export interface PlannedStep {
  readonly step: Step
  readonly rows?: readonly DataRow[]
  /** The steps of the group that it is. */
  readonly grouped?: readonly PlannedStep[]
  /** True where the `expected_status` of a row of the suite is about this step. */
  readonly judgedByRow: boolean
  /** True where no later step could be judged by that. */
  readonly isLastJudge: boolean
}
