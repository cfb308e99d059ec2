import type { ActionContext } from '../actions/action.ts'
import type { Exchange } from '../model/exchange.ts'
import type { JsonObject } from '../model/json.ts'
import type { ValidationResult } from '../model/result.ts'
import type { Scripts } from '../model/script.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptContext } from './iteration.ts'
import type { BeforeScripts } from './scripts/run-scripts.ts'
import type { ScriptReport } from './scripts/script-report.ts'
import { defined } from '../util/defined.ts'

/** The scripts around one attempt. What runs them is loaded when the first of them does. */
export class AttemptScripts {
  readonly #context: AttemptContext
  readonly #action: ActionContext
  readonly #scripts: Scripts
  #before: BeforeScripts | undefined
  #after: ScriptReport | undefined

  constructor(scripts: Scripts, context: AttemptContext, action: ActionContext) {
    this.#scripts = scripts
    this.#context = context
    this.#action = action
  }

  /** True where any runs when the answer is there; they look at its whole body. */
  get followAnswer(): boolean {
    return this.#scripts.after.length > 0
  }

  /** Runs those before the request; an attempt when there is nothing more to do than they did. */
  async before(): Promise<Attempt | undefined> {
    if (this.#scripts.before.length === 0) return this.#prepare()
    const { runBefore } = await import('./scripts/run-scripts.ts')
    this.#before = await runBefore(this.#scripts.before, this.#context, this.#action)
    const { failure, skips, validations } = this.#before
    if (failure === undefined && !skips) return undefined
    const didPass = validations.every(validation => validation.passed)
    return {
      ...this.#added,
      ...(failure === undefined
        ? { outcome: didPass ? 'skipped' : 'failed', skipReason: 'a script skipped it' }
        : { outcome: 'errored', failure }),
      extracts: [],
      validations,
      final: true,
    }
  }

  /** The process for scripts starts while the request is on its way. */
  async #prepare(): Promise<undefined> {
    if (!this.followAnswer) return
    const { sandboxOf } = await import('../actions/script/sandbox/sandboxes.ts')
    sandboxOf(this.#context.iteration.session, this.#context.iteration.run.resources).prepare()
  }

  /** The step's input as the scripts before it have left it. */
  get input(): JsonObject {
    return this.#before?.input ?? this.#context.prepared.step.input
  }

  /** Runs those after an answer; their results and those of the scripts before. */
  async after(exchange: Exchange, bytes: Uint8Array): Promise<readonly ValidationResult[]> {
    const before = this.#before?.validations ?? []
    if (!this.followAnswer) return before
    const { runAfter } = await import('./scripts/run-scripts.ts')
    this.#after = await runAfter(this.#scripts.after, exchange, bytes, this.#context, this.#action)
    return [...before, ...this.#after.validations]
  }

  /** An attempt with what the scripts wrote and sent, and which step they want next. */
  addTo(attempt: Attempt): Attempt {
    if (this.#before === undefined && this.#after === undefined) return attempt
    const { validations } = this.#before ?? attempt
    return { ...attempt, ...(attempt.exchange === undefined ? { validations } : {}), ...this.#added }
  }

  get #added(): Pick<Attempt, 'logs' | 'calls' | 'next'> {
    const reports = [this.#before, this.#after].filter(report => report !== undefined)
    const next = reports.findLast(report => report.next !== undefined)?.next
    return defined({
      logs: reports.flatMap(({ logs }) => logs),
      calls: reports.flatMap(({ calls }) => calls),
      next,
    })
  }
}
