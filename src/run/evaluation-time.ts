import { type ActionFailure, failed } from '../actions/failure.ts'
import { faultText } from '../actions/faults/index.ts'
import type { Span } from '../model/span.ts'
import { hearSignals } from '../util/interruptions.ts'
import { EvaluationEnded } from '../util/limit-evaluation.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import type { Maybe } from '../util/maybe.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { formatDuration } from '../util/quantity.ts'
import { beginBriefly, endBriefly } from '../util/turns.ts'

/** Milliseconds of judging after which signals and timers get their turn. */
const longestHold = 200

/** Thrown when an evaluation cannot be finished, with the failure of the step. */
export class Unjudged extends Error {
  readonly failure: ActionFailure

  constructor(failure: ActionFailure) {
    super(faultText(failure).message)
    this.name = 'Unjudged'
    this.failure = failure
  }
}

/** The part that is evaluated, as far as messages name it. */
export interface Evaluated {
  readonly span: Span
}

/**
 * The time to judge one response: the rest of the step's `timeout`, but a second in any case. Judging computes without
 * a pause, so that a single evaluation has a limit of its own; between them the user may interrupt.
 */
export class EvaluationTime {
  readonly #signal: AbortSignal
  readonly #limit: number
  /** Since when nobody could be heard. */
  #heardAt: number
  /** The same on the clock of the day, which is asked first: it takes next to nothing to read, but may be set. */
  #heardOn = Date.now()
  #taken = 0

  /** `now` on the monotonic clock. */
  constructor(signal: AbortSignal, left: number, now = monotonicTime()) {
    this.#signal = signal
    this.#limit = Math.max(left, 1000)
    this.#heardAt = now
  }

  /**
   * Evaluates one after the other by what is `given`; `words` names each in messages. At once where nothing has to be waited
   * for. Rejects with `Unjudged`. Each may need parts of the program that are not loaded yet, and is begun again when they are.
   */
  each<Item extends Evaluated, Given, Result>(
    items: readonly Item[],
    evaluate: (item: Item, given: Given) => Maybe<Result>,
    words: (item: Item) => string,
    given: Given,
  ): Maybe<readonly Result[]> {
    // Most lists are short, and one that grows would get room for many more.
    const results = new Array<Result>(items.length)
    let index = 0
    const isFirst = beginBriefly()
    try {
      for (; index < items.length; index++) {
        const item = items[index] as Item
        const result = evaluate(item, given)
        if (result instanceof Promise)
          return this.#eachLater(items, evaluate, words, given, results.slice(0, index), result)
        results[index] = result
        if (Date.now() - this.#heardOn > longestHold && this.#isHeld)
          return this.#pause(words(item), item.span).then(() =>
            this.#eachLater(items, evaluate, words, given, results.slice(0, index + 1)),
          )
      }
    } catch (error) {
      const isOver = error instanceof EvaluationEnded
      const first = isOver ? Promise.reject<Result>(error) : undefined
      return this.#eachLater(items, evaluate, words, given, results.slice(0, index), first)
    } finally {
      if (isFirst) endBriefly()
    }
    return results
  }

  /** Counts on: the work meanwhile was no judging. */
  resume(): void {
    this.#heardAt = monotonicTime()
    this.#heardOn = Date.now()
  }

  /** Goes on behind the `results`; `first` is what the next item comes to, where that was begun already. */
  async #eachLater<Item extends Evaluated, Given, Result>(
    items: readonly Item[],
    evaluate: (item: Item, given: Given) => Maybe<Result>,
    words: (item: Item) => string,
    given: Given,
    results: Result[],
    first?: Promise<Result>,
  ): Promise<readonly Result[]> {
    let begun = first
    for (const item of items.slice(results.length)) {
      try {
        results.push(await (begun ?? whenLoaded(() => evaluate(item, given))))
      } catch (error) {
        await ended(error, words(item), item.span)
      }
      begun = undefined
      if (this.#isHeld) await this.#pause(words(item), item.span)
    }
    return results
  }

  /** True where signals and timers have waited for long enough. */
  get #isHeld(): boolean {
    return monotonicTime() - this.#heardAt > longestHold
  }

  async #pause(subject: string, span: Span): Promise<void> {
    this.#taken += monotonicTime() - this.#heardAt
    await hearSignals()
    this.resume()
    if (this.#signal.aborted) throw unjudged(`interrupted after ${subject}`, span)
    if (this.#taken > this.#limit)
      throw unjudged(`after ${subject} more than ${formatDuration(this.#limit)} are over (timeout)`, span)
  }
}

async function ended(error: unknown, subject: string, span: Span): Promise<never> {
  if (!(error instanceof EvaluationEnded)) throw error
  await hearSignals()
  throw unjudged(error.about(subject), span)
}

function unjudged(reason: string, span: Span): Unjudged {
  const hint = 'It asks for more than can be computed: make the schema, the path or the operand simpler.'
  return new Unjudged({ ...failed('unjudged', { reason, hint }).failure, span })
}
