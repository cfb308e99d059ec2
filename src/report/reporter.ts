import type { RunRecord } from '../model/run-record.ts'
import type { RunEvent } from '../model/run-event.ts'

/** The events of a run as they arrive: several at once where they come quickly. */
export type RunEvents = AsyncIterable<readonly RunEvent[]>

/** Turns what happens in a run into text. It only reads: where the text goes is the caller's business. */
export type Reporter = (events: RunEvents, options: ReporterOptions) => AsyncGenerator<string>

/** A reporter of many files: each by its name in the folder that is chosen. */
export type FolderReporter = (events: RunEvents, options: ReporterOptions) => AsyncGenerator<ReportFile>

/** A file of a report, whole. */
export interface ReportFile {
  readonly name: string
  readonly text: string
  /** True where what stands in its place may be written over, where somebody else may have put it there. */
  readonly mayReplace?: (text: string) => boolean
}

/** The facts that a reporter may know of the place its text is shown in. */
export interface ReporterOptions {
  /** True where ANSI colours may be used. */
  readonly color: boolean
  /** True where the text goes to a terminal, where a line may be rewritten. */
  readonly interactive: boolean
  /** Columns of the terminal; 0 when they are not known, which means 80. */
  readonly columns: number
  /** Show the steps of every row, and request and response of every step. */
  readonly verbose: boolean
  /** Absolute path; files are shown relative to it. */
  readonly workingFolder: string
  /** Absolute path of the folder of the file that is written; absent where none is. */
  readonly reportFolder?: string
  /** Reads the runs before this one, the oldest first, with files named as in events; absent where none are kept. */
  readonly readRuns?: () => Promise<readonly RunRecord[]>
  /** Absolute path; annotations of the `github` reporter are relative to it. The working folder when absent. */
  readonly repositoryFolder?: string
}
