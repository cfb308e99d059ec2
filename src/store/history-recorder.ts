import path from 'node:path'
import type { CallRecord, CallSource } from '../model/call-record.ts'
import { type Problem, asWarning } from '../model/problem.ts'
import type { StepResult } from '../model/result.ts'
import { callRecord } from './call-record.ts'
import { historyLimit } from './history-limits.ts'

/** Records the calls of a run: in memory while it goes on, every ten seconds and at its end on the disk. */
export class HistoryRecorder {
  readonly #directory: string
  readonly #writeEvery: number
  readonly #environment: string | undefined
  readonly #names = new Map<string, string>()
  #pending: StepResult[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<readonly Problem[]> = Promise.resolve([])

  /**
   * `directory` is the configuration's. A run that goes on writes what it has every so many milliseconds: no more is lost
   * when it is killed. `environment` is the one that it was asked for.
   */
  constructor(
    directory: string,
    {
      environment,
      writeEvery = 10_000,
    }: { readonly environment?: string; readonly writeEvery?: number } = {},
  ) {
    this.#directory = directory
    this.#writeEvery = writeEvery
    this.#environment = environment
  }

  /** Notes a step that has ended, its secrets masked. One that runs a suite counts as the steps of that suite. */
  observe(result: StepResult): void {
    if (result.exchange?.request.url !== undefined) this.#add(result)
    if (result.steps !== undefined) for (const inner of result.steps) this.observe(inner)
  }

  /** Writes what is not yet written. Answers with the warnings of the run: a history that fails never fails the run. */
  async finish(): Promise<readonly Problem[]> {
    this.#write()
    const problems = await this.#writing
    return problems.map(asWarning)
  }

  #sourceOf({ span, name, row }: StepResult): CallSource {
    return {
      kind: 'suite',
      file: this.#nameOf(span.file),
      line: span.start.line,
      step: name,
      ...(row === undefined ? {} : { row: row.number }),
      ...(this.#environment === undefined ? {} : { environment: this.#environment }),
    }
  }

  #nameOf(file: string): string {
    const known = this.#names.get(file)
    if (known !== undefined) return known
    const name = path.relative(this.#directory, file).replaceAll(path.sep, '/')
    this.#names.set(file, name)
    return name
  }

  /** Records are only made of what is still there when it is written. */
  #add(result: StepResult): void {
    this.#pending.push(result)
    if (this.#pending.length > historyLimit + 100) this.#pending = this.#pending.slice(-historyLimit)
    this.#timer ??= setTimeout(() => {
      this.#write()
    }, this.#writeEvery).unref()
  }

  /** After what is being written. Once a problem stands, it would stand again. */
  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const results = this.#pending.slice(-historyLimit)
    this.#pending = []
    const calls = results.flatMap(result => callRecord(result, this.#sourceOf(result)) ?? [])
    if (calls.length > 0)
      this.#writing = this.#writing.then(async before =>
        before.length > 0 ? before : write(this.#directory, calls),
      )
  }
}

async function write(directory: string, calls: readonly CallRecord[]): Promise<readonly Problem[]> {
  const { appendHistory } = await import('./append-history.ts')
  return appendHistory(directory, calls)
}
