import type { FileRecord, RecordedOutcome, RunRecord, StepRecord } from '../../model/run-record.ts'

/** How something ended in one run, and how many milliseconds it took. */
export interface Ending {
  readonly outcome: RecordedOutcome
  readonly duration: number
}

/** How something ended in the runs before this one and, last, in this one; empty where there was none before. */
export type Trend = readonly Ending[]

/** Runs that are shown: so many a small chart has room for. */
export const shownRuns = 30

/** Looks back at the runs in the environment of this one. */
export class Trends {
  readonly #runs: readonly RunRecord[]

  constructor(runs: readonly RunRecord[], environment: string | undefined) {
    this.#runs = runs.filter(run => run.environment === environment)
  }

  /** True where there is nothing to look back at. */
  get isEmpty(): boolean {
    return this.#runs.length === 0
  }

  of(file: string): FileTrends {
    return new FileTrends(this.#runs.flatMap(run => own(run.files, file) ?? []))
  }
}

/** Looks back at a file and its steps. */
export class FileTrends {
  readonly #runs: readonly FileRecord[]

  constructor(runs: readonly FileRecord[]) {
    this.#runs = runs
  }

  whole(now: Ending): Trend {
    return recent(this.#runs, now)
  }

  /** A step by its name as it is written. */
  step(name: string, now: StepRecord): Trend {
    const before = this.#runs.flatMap(({ steps }) => {
      const record = own(steps, name)
      return record === undefined ? [] : [ending(record)]
    })
    return recent(before, ending(now))
  }
}

function ending([outcome, duration]: StepRecord): Ending {
  return { outcome, duration }
}

function recent(before: readonly Ending[], now: Ending): Trend {
  return before.length === 0 ? [] : [...before.slice(1 - shownRuns), now]
}

function own<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
