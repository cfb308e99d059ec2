import path from 'node:path'
import type { RowResult, RunSummary, StepResult } from '../model/result.ts'
import type { RunEvent } from '../model/run-event.ts'
import { prepareProjects } from '../operations/suites/prepare-run.ts'
import type { RunInput } from '../operations/suites/run-input.ts'
import { runPrepared } from '../operations/suites/run-prepared.ts'
import { type Files, withFolder } from './run-program.ts'

/** The outcome of running a suite in this process. */
export interface Ran {
  readonly summary: RunSummary
  readonly events: readonly RunEvent[]
  readonly steps: readonly StepResult[]
  readonly rows: readonly RowResult[]
  /** The outcomes of the steps in order: `passed failed skipped`. */
  readonly outcomes: string
  /** The messages of all failures in order. */
  readonly messages: readonly string[]
}

/** How a run in a test differs from a plain one. */
export interface RunTextOptions {
  /** Files beside the suite. */
  readonly files?: Files
  readonly input?: Partial<RunInput>
  readonly interrupt?: AbortSignal
  readonly onEvent?: (event: RunEvent) => void
}

/** Runs the text of a suite, written to a folder of its own as `a.apitest.yaml`. */
export async function runText(text: string, options: RunTextOptions = {}): Promise<Ran> {
  return withFolder({ 'a.apitest.yaml': text, ...options.files }, folder => runFolder(folder, options))
}

async function runFolder(folder: string, { input, interrupt, onEvent }: RunTextOptions): Promise<Ran> {
  const events: RunEvent[] = []
  const whole: RunInput = {
    workingFolder: folder,
    paths: [path.join(folder, 'a.apitest.yaml')],
    variables: {},
    processEnvironment: {},
    ...input,
  }
  const host = {
    interrupt: interrupt ?? new AbortController().signal,
    insist: new AbortController().signal,
  }
  const summary = await runPrepared(await prepareProjects(whole, host), whole, {
    ...host,
    emit: event => {
      events.push(event)
      onEvent?.(event)
    },
  })
  const steps = events.flatMap(event => (event.type === 'step-finished' ? [event.result] : []))
  return {
    summary,
    events,
    steps,
    rows: events.flatMap(event => (event.type === 'row-finished' ? [event.result] : [])),
    outcomes: steps.map(step => step.outcome).join(' '),
    messages: steps.flatMap(step => step.failures.map(failure => failure.message)),
  }
}
