import { performance } from 'node:perf_hooks'
import type { ActionFailure } from '../model/exchange.ts'
import type { Span } from '../model/span.ts'
import { hearSignals } from '../util/interruptions.ts'
import { EvaluationEnded } from '../util/limit-evaluation.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import type { Maybe } from '../util/maybe.ts'
import { formatDuration } from '../util/quantity.ts'

/** Milliseconds of judging after which signals and timers get their turn. */
const longestHold = 200

/** Thrown when an evaluation cannot be finished, with the failure of the step. */
export class Unjudged extends Error {
  readonly failure: ActionFailure

  constructor(failure: ActionFailure) {
    super(failure.message)
    this.name = 'Unjudged'
    this.failure = failure
  }
}

/**
 * What there is of time to judge one answer: what is left of the step's `timeout`, but a second in any case. What is judged
 * is computed without a pause, so that a single evaluation has a limit of its own; between them the user may interrupt.
 */
export class EvaluationTime {
  readonly #signal: AbortSignal
  readonly #limit: number
  #last = performance.now()
  #taken = 0
  #held = 0

  constructor(signal: AbortSignal, left: number) {
    this.#signal = signal
    this.#limit = Math.max(left, 1000)
  }

  /**
   * Evaluates what `subject` names and `span` says: at once where nothing has to be waited for. Rejects with `Unjudged`.
   * The evaluation may need parts of the program that are not loaded yet.
   */
  take<Result>(subject: () => string, span: Span, evaluate: () => Maybe<Result>): Maybe<Result> {
    try {
      const result = whenLoaded(evaluate)
      if (result instanceof Promise) return this.#await(result, subject, span)
      return this.#isHeld() ? this.#pausing(result, subject, span) : result
    } catch (error) {
      return ended(error, subject, span)
    }
  }

  /** What went on meanwhile was no judging. */
  resume(): void {
    this.#last = performance.now()
  }

  async #await<Result>(later: Promise<Result>, subject: () => string, span: Span): Promise<Result> {
    const result = await later.catch((error: unknown) => ended(error, subject, span))
    return this.#isHeld() ? this.#pausing(result, subject, span) : result
  }

  async #pausing<Result>(result: Result, subject: () => string, span: Span): Promise<Result> {
    await this.#pause(subject, span)
    return result
  }

  /** Counts what was taken since the last time; whether signals have waited for long enough. */
  #isHeld(): boolean {
    const now = performance.now()
    const took = now - this.#last
    this.#last = now
    this.#taken += took
    this.#held += took
    return this.#held > longestHold
  }

  async #pause(subject: () => string, span: Span): Promise<void> {
    this.#held = 0
    await hearSignals()
    this.resume()
    if (this.#signal.aborted) throw unjudged(`interrupted after ${subject()}`, span)
    if (this.#taken > this.#limit)
      throw unjudged(`after ${subject()} more than ${formatDuration(this.#limit)} are over (timeout)`, span)
  }
}

async function ended(error: unknown, subject: () => string, span: Span): Promise<never> {
  if (!(error instanceof EvaluationEnded)) throw error
  await hearSignals()
  throw unjudged(`${subject()} ${error.message}`, span)
}

function unjudged(message: string, span: Span): Unjudged {
  const hint = 'It asks for more than can be computed: make the schema, the path or the operand simpler.'
  return new Unjudged({ kind: 'Judging Error', message, hint, span })
}
