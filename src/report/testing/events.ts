import {
  type ExchangeReport,
  type Failure,
  type RowLabel,
  type RowResult,
  type RunSummary,
  type StepResult,
  type SuiteResult,
} from '../../model/result.ts'
import { addCounts, noCounts, type OutcomeCounts, worstOutcome } from '../../model/outcome.ts'
import type { RunEvent } from '../../model/run-event.ts'
import type { Span } from '../../model/span.ts'
import type { ReporterOptions } from '../reporter.ts'
import { defined } from '../../util/defined.ts'

/** Where the runs of the tests were started. */
export const workingFolder = '/project'

/** A pipe: no colours, nothing rewritten. */
export const plainOptions: ReporterOptions = {
  color: false,
  interactive: false,
  columns: 100,
  verbose: false,
  workingFolder,
}

/** 2026-03-01 12:00:00 UTC. */
export const startOfRun = Date.UTC(2026, 2, 1, 12)

/** A place of `length` columns in a file of the working folder. */
export function spanAt(file: string, line: number, column = 1, length = 1): Span {
  return {
    file: `${workingFolder}/${file}`,
    start: { line, column },
    end: { line, column: column + length },
  }
}

/** A failure marked on `marked`, a part of its source line. */
export function failureAt(
  file: string,
  line: number,
  sourceLine: string,
  marked: string,
  rest: Pick<Failure, 'kind' | 'message'> & Partial<Failure>,
): Failure {
  return { span: spanAt(file, line, sourceLine.indexOf(marked) + 1, marked.length), sourceLine, ...rest }
}

/** A GET that was answered with JSON. */
export function jsonExchange(
  url: string,
  body: string,
  change: Partial<ExchangeReport> = {},
): ExchangeReport {
  return {
    request: { summary: `GET ${url}`, method: 'GET', url, headers: [['accept', '*/*']] },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [
        ['content-type', 'application/json; charset=utf-8'],
        ['x-request-id', '7f3c'],
      ],
      body: { text: body, size: Buffer.byteLength(body), truncated: false },
    },
    duration: 11.6,
    phases: { dns: 0.4, connect: 0.9, firstByte: 9.2, download: 1.1 },
    ...change,
  }
}

/** A file of a run: give it results, it gives the events, with counts that are right. */
export class SuiteEvents {
  readonly file: string
  readonly #name: string
  readonly #tags: readonly string[]
  readonly #rows: number
  readonly events: RunEvent[] = []
  #steps = noCounts
  #rowCounts = noCounts
  #results: StepResult[] = []
  #clock = startOfRun + 5

  constructor(file: string, name: string, options: { tags?: string[]; steps: number; rows?: number }) {
    this.file = file
    this.#name = name
    this.#tags = options.tags ?? []
    this.#rows = options.rows ?? 0
    const { steps } = options
    this.events.push({ type: 'suite-started', file, name, tags: this.#tags, steps, rows: this.#rows })
  }

  /** A step, passed in 12 ms unless `change` says otherwise. */
  step(name: string, change: Partial<StepResult> = {}): this {
    const result = this.result(name, change)
    const { row } = result
    this.events.push(defined({ type: 'step-started', file: this.file, name, row }), {
      type: 'step-finished',
      file: this.file,
      suite: this.#name,
      result,
    })
    this.#results.push(result)
    this.#steps = addCounts(this.#steps, countsOf(result))
    this.#clock += result.duration
    return this
  }

  /** The end of a row: what its steps came to. */
  row(row: RowLabel, change: Partial<RowResult> = {}): this {
    const steps = this.#results.filter(result => result.row?.number === row.number)
    const reason = steps.flatMap(step => step.failures)[0]?.message
    const result: RowResult = defined({
      row,
      outcome: worstOutcome(steps.map(step => step.outcome)),
      flaky: steps.some(step => step.flaky),
      reason,
      duration: steps.reduce((sum, step) => sum + step.duration, 0),
      ...change,
    })
    this.events.push({ type: 'row-finished', file: this.file, result })
    this.#rowCounts = addCounts(this.#rowCounts, countsOf(result))
    return this
  }

  end(): RunEvent[] {
    return [...this.events, { type: 'suite-finished', file: this.file, result: this.suiteResult() }]
  }

  result(name: string, change: Partial<StepResult> = {}): StepResult {
    const index = change.index ?? this.#results.length
    return {
      index,
      phase: 'steps',
      name,
      action: 'request',
      span: spanAt(this.file, 4 + 5 * index, 5, 20),
      outcome: 'passed',
      flaky: false,
      attempts: change.outcome === 'skipped' ? 0 : 1,
      startedAt: this.#clock,
      duration: change.outcome === 'skipped' ? 0 : 12.4,
      validations: [],
      extracts: [],
      failures: [],
      ...change,
    }
  }

  suiteResult(): SuiteResult {
    return {
      file: this.file,
      name: this.#name,
      tags: this.#tags,
      outcome: worstOutcome(this.#results.map(result => result.outcome)),
      startedAt: startOfRun + 5,
      duration: this.#clock - startOfRun - 5,
      steps: this.#steps,
      ...(this.#rows > 0 ? { rows: this.#rowCounts } : {}),
    }
  }
}

/** A whole run of files, whose events may be given in any order. */
export function run(events: readonly RunEvent[], summary: Partial<RunSummary> = {}): RunEvent[] {
  const suites = events.flatMap(event => (event.type === 'suite-finished' ? [event.result] : []))
  const steps = sum(suites.map(suite => suite.steps))
  return [
    {
      type: 'run-started',
      startedAt: startOfRun,
      suites: suites.length,
      steps: events.filter(event => event.type === 'step-finished').length,
      workers: 2,
      environment: 'local',
    },
    ...events,
    {
      type: 'run-finished',
      summary: {
        outcome: worstOutcome(suites.map(suite => suite.outcome)),
        interrupted: false,
        exitCode: steps.errored > 0 ? 3 : steps.failed > 0 ? 1 : 0,
        startedAt: startOfRun,
        duration: 1234.5,
        suites: sum(suites.map(suite => ({ ...noCounts, [suite.outcome]: 1 }))),
        steps,
        rows: sum(suites.flatMap(suite => suite.rows ?? [])),
        requests: events
          .filter(event => event.type === 'step-finished')
          .reduce((count, event) => count + event.result.attempts, 0),
        problems: [],
        ...summary,
      },
    },
  ]
}

/** A list as the stream a reporter reads: the first value alone, the others in pairs. */
export async function* streamOf<Value>(values: Iterable<Value>): AsyncGenerator<readonly Value[]> {
  const list = [...values]
  for (let from = 0; from < list.length; from += from === 0 ? 1 : 2)
    yield await Promise.resolve(list.slice(from, from === 0 ? 1 : from + 2))
}

/** Everything a reporter says. */
export async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

function countsOf({ outcome, flaky }: Pick<StepResult, 'outcome' | 'flaky'>): OutcomeCounts {
  return { ...noCounts, [outcome]: 1, flaky: flaky ? 1 : 0 }
}

function sum(counts: readonly OutcomeCounts[]): OutcomeCounts {
  return counts.reduce(addCounts, noCounts)
}
