import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Diagnostic, InlayHint } from 'vscode-languageserver'
import type { Problem } from '../model/problem.ts'
import type { StepResult } from '../model/result.ts'
import type { RunEvent } from '../model/run-event.ts'
import type { Host } from '../operations/operation.ts'
import { endsWithParent } from '../util/ends-with-parent.ts'
import { formatDuration, plural } from '../util/quantity.ts'
import { diagnosticsOf, rangeOf } from './diagnostics.ts'

/** How a run ended that an editor asked for: the reason why it came to no end, if it did not. */
export interface RunEnd {
  readonly passed: boolean
  readonly message: string
}

/** A run that is under way. */
interface Run {
  readonly child: ChildProcess
  /** True where its results belong to the text that is in the editor. */
  isShown: boolean
  /** Steps that came to an end. */
  steps: number
  /** The first error that is of no step. */
  problem?: string
  summary?: string
}

/** The results of the last run of each file, and the runs that are under way; each is a process of its own. */
export class Runs {
  readonly #host: Host
  readonly #changed: (file: string) => void
  readonly #results = new Map<string, StepResult[]>()
  readonly #problems = new Map<string, Problem[]>()
  readonly #running = new Map<string, Run>()

  /** The environment that an editor wants runs to be in; else it is that of the suite, or of the configuration. */
  environment: string | undefined

  /** `changed` is told of files whose results are others now. */
  constructor(host: Host, changed: (file: string) => void) {
    this.#host = host
    this.#changed = changed
  }

  /**
   * Runs a file, or its step that begins on a line: `apitest FILE:LINE`. An earlier run of the file is ended first. The run
   * ends itself when the channel to it closes, however the server comes to its end. Without `isShown`, nothing is kept of it.
   */
  run(file: string, line: number | undefined, isShown: boolean): Promise<RunEnd> {
    this.end(file)
    this.forget(file)
    const [program = process.execPath, ...before] = this.#host.program ?? []
    const target = line === undefined ? file : `${file}:${line}`
    const inEnvironment = this.environment === undefined ? [] : ['--env', this.environment]
    const child = spawn(program, [...before, 'run', target, '--reporter', 'ndjson', ...inEnvironment], {
      cwd: path.dirname(file),
      env: { ...this.#host.processEnvironment, [endsWithParent]: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const run: Run = { child, isShown, steps: 0 }
    this.#running.set(file, run)
    let aside = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      aside = (aside + text).slice(0, 2000)
    })
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).on('line', written => {
        this.#take(file, run, written)
      })
    return new Promise(resolve => {
      const done = (code: number | null, why: string): void => {
        if (this.#running.get(file) === run) this.#running.delete(file)
        this.#changed(file)
        const message = run.problem ?? run.summary ?? (aside.trim().split('\n')[0] || why)
        resolve({ passed: code === 0 && run.steps > 0, message })
      }
      child.on('error', ({ message }) => {
        done(null, message)
      })
      child.on('close', (code, signal) => {
        done(code, `the run was ended by ${signal ?? `exit code ${String(code)}`}`)
      })
    })
  }

  /** Ends the run of a file, or all. */
  end(file?: string): void {
    for (const [running, { child }] of this.#running)
      if (file === undefined || running === file) child.kill('SIGINT')
  }

  /** Results belong to the text that ran. */
  forget(file: string): void {
    const run = this.#running.get(file)
    if (run !== undefined) run.isShown = false
    const had = this.#results.delete(file)
    if (this.#problems.delete(file) || had) this.#changed(file)
  }

  /** How the steps of a file ended, beside their lines. */
  hintsOf(file: string): readonly InlayHint[] {
    const byLine = new Map<number, StepResult[]>()
    for (const result of this.#results.get(file) ?? []) {
      const { line } = result.span.start
      byLine.set(line, [...(byLine.get(line) ?? []), result])
    }
    return [...byLine].map(([line, results]) => ({
      position: { line: line - 1, character: 10_000 },
      label: labelOf(results),
      tooltip: results.flatMap(({ failures }) => failures.map(({ message }) => message)).join('\n'),
      paddingLeft: true,
    }))
  }

  /** The failures that kept the steps of a file from passing, at the places where the expectations are written. */
  failuresOf(file: string): readonly Diagnostic[] {
    const results = this.#results.get(file) ?? []
    const failures = results.flatMap(result => result.failures.map(failure => ({ ...failure, result })))
    const told = failures.map(({ message, hint, span }): Diagnostic => ({
      range: rangeOf(span),
      severity: 1,
      source: 'apitest run',
      message: hint === undefined ? message : `${message}\n${hint}`,
    }))
    const problems = [...diagnosticsOf(this.#problems.get(file) ?? [], file).values()].flat()
    return [...told, ...problems.map(one => ({ ...one, source: 'apitest run' }))]
  }

  #take(file: string, run: Run, written: string): void {
    const event = eventIn(written)
    if (event?.type === 'step-finished') {
      run.steps += 1
      if (run.isShown) this.#add(this.#results, file, [event.result, ...(event.result.steps ?? [])])
    }
    if (event?.type === 'problem') {
      const { severity, message } = event.problem
      if (severity === 'error') run.problem ??= message
      if (run.isShown) this.#add(this.#problems, file, [event.problem])
    }
    if (event?.type === 'run-finished') {
      const { passed, failed, errored } = event.summary.steps
      run.summary = `${plural(passed, 'step')} passed, ${failed + errored} did not`
    }
  }

  #add<One extends StepResult | Problem>(kept: Map<string, One[]>, file: string, ones: readonly One[]): void {
    const own = ones.filter(({ span }) => span === undefined || span.file === file)
    kept.set(file, [...(kept.get(file) ?? []), ...own])
    this.#changed(file)
  }
}

/** Reads a line that a process wrote: it may be any text, or have ended in the middle. */
function eventIn(written: string): RunEvent | undefined {
  try {
    return JSON.parse(written) as RunEvent
  } catch {
    return undefined
  }
}

/** `✓ 200, 12 ms`; of rows and rounds how many passed. */
function labelOf(results: readonly StepResult[]): string {
  const passed = results.filter(({ outcome }) => outcome === 'passed').length
  const [first] = results
  const isSkipped = results.every(({ outcome }) => outcome === 'skipped')
  if (isSkipped) return '\u2013 skipped'
  const mark = passed === results.length ? '\u2713' : '\u2717'
  if (results.length > 1 || first === undefined) return `${mark} ${passed} of ${results.length} passed`
  const { exchange, duration, outcome } = first
  const status = exchange?.response?.status
  const said = [...(status === undefined ? [] : [String(status)]), formatDuration(duration)]
  return `${mark} ${outcome === 'passed' ? '' : `${outcome}: `}${said.join(', ')}`
}
