import type { Outcome } from './outcome.ts'

/** The record of a run that is kept beside its calls: how its files and steps ended, and how long they took. */
export interface RunRecord {
  readonly version: 1
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** The environment that was chosen, if one was. */
  readonly environment?: string
  /** By path, with forward slashes. */
  readonly files: Readonly<Record<string, FileRecord>>
}

/** How a file ended. */
export interface FileRecord {
  readonly outcome: RecordedOutcome
  /** Milliseconds. */
  readonly duration: number
  /** By name as it is written, in the order they ran. */
  readonly steps: Readonly<Record<string, StepRecord>>
}

/** A run that has just ended: as its record, with names and what they stand for side by side. */
export interface EndedRun extends Omit<RunRecord, 'files'> {
  readonly files: ReadonlyMap<string, EndedFile>
}

/** A file of it. */
export interface EndedFile extends Omit<FileRecord, 'steps'> {
  readonly steps: readonly (readonly [name: string, step: StepRecord])[]
}

/** How a step ended in the worst of its rows and rounds, and how many milliseconds one of them took on average. */
export type StepRecord = readonly [outcome: RecordedOutcome, duration: number]

/** An outcome, where what passed only at a later attempt is one of its own. */
export type RecordedOutcome = Outcome | 'flaky'
