import type { Problem } from '../../model/problem.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { defined } from '../../util/defined.ts'
import { maskEvent } from '../../run/mask-event.ts'
import { bailReached, interrupted, overtime } from '../../run/run-context.ts'
import { setupFailed } from '../../run/run-setup.ts'
import { HistoryRecorder } from '../../store/history-recorder.ts'
import { FailureRecorder, updateLastRun } from '../../store/last-run.ts'
import { RunRecorder } from '../../store/run-recorder.ts'
import { observeStep, type Seen } from './nothing-ran.ts'
import type { RunInput } from './run-input.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'

/** Why the suites of a project are left out whose services or mocks did not start. */
export const notStarted = 'what it needs did not start'

/** Hands on the events of a run without secrets, and notes of them what is needed when it is over. */
export class RunWatch {
  /** The files that passed. */
  readonly passed = new Set<string>()
  /** Steps that did not begin in time. */
  late = 0
  /** The suites that were not asked for. */
  readonly #beside = new Set<string>()
  readonly #prepared: PreparedRun
  readonly #seen: Seen
  readonly #overtime: string | undefined
  /** Why steps are left out because the run ends. */
  readonly #stops: ReadonlySet<string | undefined>
  readonly #handOn: (event: RunEvent) => void
  readonly #failures: FailureRecorder
  readonly #history: HistoryRecorder | undefined
  readonly #runs: RunRecorder | undefined

  /** Notes in `seen` what is shown of the whole run, its other projects among it. */
  constructor(prepared: PreparedRun, input: RunInput, handOn: (event: RunEvent) => void, seen: Seen) {
    const { history, directory } = prepared.configuration
    this.#prepared = prepared
    this.#seen = seen
    this.#overtime = input.maxTime === undefined ? undefined : overtime(input.maxTime)
    this.#stops = new Set([
      interrupted,
      setupFailed,
      notStarted,
      ...(input.bail === undefined ? [] : [bailReached(input.bail)]),
      ...(this.#overtime === undefined ? [] : [this.#overtime]),
    ])
    this.#handOn = handOn
    this.#failures = new FailureRecorder(input.workingFolder)
    const keepsHistory = input.history ?? history
    this.#history = keepsHistory
      ? new HistoryRecorder(directory, defined({ environment: input.environment }))
      : undefined
    this.#runs = keepsHistory ? new RunRecorder(directory, input.workingFolder) : undefined
  }

  readonly emit = (event: RunEvent): void => {
    const masked = maskEvent(event, this.#prepared.secrets)
    this.#note(masked)
    this.#handOn(masked)
    if (event.type === 'run-started') this.tell(this.#prepared.warnings)
  }

  #note(event: RunEvent): void {
    // Every other event of a long run is one, and nothing is known of the step yet.
    if (event.type === 'step-started') return
    this.#runs?.observe(event)
    if (event.type === 'suite-started' && event.role !== undefined) this.#beside.add(event.file)
    if (event.type === 'suite-finished' && event.result.outcome === 'passed') this.passed.add(event.file)
    if (event.type === 'step-finished') {
      if (!this.#beside.has(event.file)) {
        observeStep(this.#seen, event.result)
        if (this.#stops.has(event.result.skipReason)) this.#failures.cut(event.file)
      }
      if (this.#overtime !== undefined && event.result.skipReason === this.#overtime) this.late++
      this.#history?.observe(event.result)
    } else if (event.type === 'row-finished' || event.type === 'suite-finished') {
      if (!this.#beside.has(event.file)) this.#failures.observe(event)
    }
  }

  tell(problems: readonly Problem[]): void {
    for (const problem of problems) this.#handOn({ type: 'problem', problem })
  }

  /** Keeps what the next runs look back at; answers with what is wrong with that. */
  async keep(): Promise<readonly Problem[]> {
    const unwritten = await Promise.all([
      this.#history?.finish() ?? [],
      updateLastRun(this.#prepared.configuration.directory, this.#failures),
    ])
    // The record need not be on the disk when the run ends: written last, it is not waited for with the others.
    const unkept = (await this.#runs?.finish()) ?? []
    return [...unwritten.flat(), ...unkept]
  }
}
