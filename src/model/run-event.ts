import type { Problem } from './problem.ts'
import type { RowLabel, RowResult, RunSummary, StepResult, SuiteResult, SuiteRole } from './result.ts'

/**
 * The events of a run, in order. Reports are built from these alone. Events of files that run in parallel interleave;
 * `file` (relative to the working folder, unique in a run) tells them apart. Secrets are already masked.
 */
export type RunEvent =
  | RunStarted
  | ProblemFound
  | ServiceChanged
  | SuiteStarted
  | StepStarted
  | StepFinished
  | RowFinished
  | SuiteFinished
  | RunFinished

/** The first event of every run. */
export interface RunStarted {
  readonly type: 'run-started'
  readonly startedAt: number
  readonly suites: number
  /** Steps times rows of everything selected. */
  readonly steps: number
  readonly workers: number
  readonly environment?: string
}

/** A problem in what the user wrote. With severity `error` nothing is sent and `run-finished` follows. */
export interface ProblemFound {
  readonly type: 'problem'
  readonly problem: Problem
}

/** A service from the configuration was found running, started, became ready or stopped. */
export interface ServiceChanged {
  readonly type: 'service'
  readonly name: string
  readonly state: 'reused' | 'starting' | 'ready' | 'stopped'
  readonly message: string
}

/** A file begins; its `suite-finished` follows even when it was interrupted. */
export interface SuiteStarted {
  readonly type: 'suite-started'
  readonly file: string
  readonly name: string
  readonly tags: readonly string[]
  /** Steps of one pass, `after` included. */
  readonly steps: number
  /** Data rows, or 0 when the suite runs once without data; times all runs with `--repeat`. */
  readonly rows: number
  /** Set for what runs before or after the suites that were asked for. */
  readonly role?: SuiteRole
  /** How often all of it runs, for `--repeat`. */
  readonly repeat?: number
  /** Which attempt at it this is, for `--retries`, and what kept the first from passing. */
  readonly attempt?: number
  readonly reason?: string
}

/** A step begins; only for live output. */
export interface StepStarted {
  readonly type: 'step-started'
  readonly file: string
  readonly name: string
  readonly row?: RowLabel
}

/** A step of one row ended, or was skipped, which has no `step-started` before it. */
export interface StepFinished {
  readonly type: 'step-finished'
  readonly file: string
  readonly suite: string
  readonly result: StepResult
}

/** All steps of a data row ended; only of suites with `data`. */
export interface RowFinished {
  readonly type: 'row-finished'
  readonly file: string
  readonly result: RowResult
}

/** The last event of a file. */
export interface SuiteFinished {
  readonly type: 'suite-finished'
  readonly file: string
  readonly result: SuiteResult
}

/** The last event of every run. */
export interface RunFinished {
  readonly type: 'run-finished'
  readonly summary: RunSummary
}
