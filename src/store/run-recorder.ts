import path from 'node:path'
import type { Problem } from '../model/problem.ts'
import type { RunEvent } from '../model/run-event.ts'
import type { EndedFile } from '../model/run-record.ts'
import { recordedOutcome, StepTally } from '../report/step-tally.ts'
import { defined } from '../util/defined.ts'

/** Steps of a run that are kept, so that a record stays small. */
const mostSteps = 5000

/** Gathers how the files and steps of a run end, for the next ones to look back at. */
export class RunRecorder {
  readonly #directory: string
  readonly #workingFolder: string
  readonly #open = new Map<string, StepTally>()
  readonly #files = new Map<string, EndedFile>()
  #startedAt = 0
  #environment: string | undefined
  #steps = 0

  /** `directory` is the configuration's; files of events are relative to the working folder. */
  constructor(directory: string, workingFolder: string) {
    this.#directory = directory
    this.#workingFolder = workingFolder
  }

  /** Notes an event, its secrets masked. */
  observe(event: RunEvent): void {
    if (event.type === 'step-finished') this.#open.get(event.file)?.add(event.result)
    else if (event.type === 'suite-started') this.#open.set(event.file, new StepTally())
    else if (event.type === 'suite-finished') {
      const tally = this.#open.get(event.file)
      this.#open.delete(event.file)
      const { outcome, duration, steps } = event.result
      if (tally === undefined || outcome === 'skipped') return
      const kept = tally.records().slice(0, mostSteps - this.#steps)
      this.#steps += kept.length
      const name = path.relative(this.#directory, path.resolve(this.#workingFolder, event.file))
      this.#files.set(name.replaceAll(path.sep, '/'), {
        outcome: recordedOutcome(outcome, steps.flaky > 0),
        duration: Math.round(duration * 10) / 10,
        steps: kept,
      })
    } else if (event.type === 'run-started') {
      this.#startedAt = event.startedAt
      this.#environment = event.environment
    }
  }

  /** Keeps the record, unless no file has ended. Answers with the warnings of the run. */
  async finish(): Promise<readonly Problem[]> {
    if (this.#files.size === 0) return []
    const { keepRun } = await import('./run-records.ts')
    const run = { startedAt: this.#startedAt, environment: this.#environment, files: this.#files }
    return keepRun(this.#directory, defined({ version: 1, ...run }))
  }
}
