import { repeatsOf } from '../actions/was-sent.ts'
import type { ActionAnswer } from '../actions/action.ts'
import type { LoadFailure, StepFigures } from '../model/load-test.ts'
import type { StepResult } from '../model/result.ts'
import type { Span } from '../model/span.ts'
import type { Step } from '../model/suite.ts'
import { maskStep } from '../run/mask-event.ts'
import { maskUrlCredentials, type Secrets } from '../secrets/index.ts'
import { Counter } from './counter.ts'

/** Ways to fail that are told apart for a step; what goes beyond them is counted as one. */
const mostReasons = 20

/** One way in which a step failed. */
interface Failing {
  count: number
  readonly first: StepResult
}

/** Facts known where a step has ended. */
interface Ended {
  /** The secrets that nothing kept may show. */
  readonly secrets: Secrets
  /** True where a step, by its span, has sent a request in this iteration. */
  readonly wasSent: (step: Span) => boolean
}

/** Measurements of a step. */
interface StepMeasurements {
  readonly counter: Counter
  readonly failures: Map<string, Failing>
}

/** The measurements of a thread for a scenario, in memory that does not grow with it. */
export class Measurements {
  /** Milliseconds until its last iteration ended; it may end before others. */
  duration = 0
  /** By file and name, in the order in which they were asked first. */
  readonly #steps = new Map<string, Map<string, StepMeasurements>>()
  readonly #interval: Counter

  /** `interval` counts what all scenarios have together. */
  constructor(interval: Counter) {
    this.#interval = interval
  }

  /** An answer came, or none; `wait` says how many milliseconds went by until its request could be sent. */
  answered({ name, span }: Step, answer: ActionAnswer, wait: number): void {
    const service = durationOf(answer)
    const status = answer.ok ? String(answer.exchange.response.status ?? 'ok') : 'none'
    const { counter } = this.#of(span.file, name)
    this.#interval.add(wait, service, status)
    counter.add(wait, service, status)
    counter.repeats += repeatsOf(answer)
  }

  /** A step has ended; of one that runs others, those are counted. The first failure of each kind is kept without these secrets. */
  ended(result: StepResult, { secrets, wasSent }: Ended): void {
    const { outcome, steps = [], name, writtenName = name, span } = result
    if (outcome !== 'failed' && outcome !== 'errored') return
    const failed = steps.filter(isUnsuccessful)
    if (failed.length > 0) {
      for (const step of failed) this.ended(step, { secrets, wasSent })
      return
    }
    const { counter, failures } = this.#of(span.file, writtenName)
    // A request that could not even be made is one that was asked for.
    const isUncounted = !wasSent(span)
    counter.fail(isUncounted)
    this.#interval.fail(isUncounted)
    this.#note(result, failures, secrets)
  }

  #note(result: StepResult, known: Map<string, Failing>, secrets: Secrets): void {
    const [{ kind, message } = { kind: 'error', message: result.outcome }] = result.failures
    const expected = kind === 'error' || kind === 'status' ? message : message.replace(/, got [^]*$/, '')
    const reason = secrets.mask(expected)
    const key = known.has(reason) || known.size < mostReasons ? reason : otherReasons
    const failing = known.get(key)
    if (failing === undefined) known.set(key, { count: 1, first: maskStep(result, secrets) })
    else failing.count++
  }

  /**
   * The figures measured of each step, whose name may be a URL with credentials; `fileOf` says how a file, given by its
   * absolute path, is told.
   */
  steps(fileOf: (path: string) => string): readonly StepFigures[] {
    return this.#all.map(([file, step, { counter }]) => ({
      step: maskUrlCredentials(step),
      file: fileOf(file),
      ...counter.figures(this.duration / 1000),
    }))
  }

  /** How requests failed. */
  get failures(): readonly LoadFailure[] {
    return this.#all.flatMap(([, step, { failures }]) =>
      [...failures].map(([reason, { count, first }]) => ({
        ...{ step: maskUrlCredentials(step), reason, count },
        first: withoutCredentials(first),
      })),
    )
  }

  get #all(): readonly (readonly [file: string, step: string, measured: StepMeasurements])[] {
    return [...this.#steps].flatMap(([file, steps]) =>
      [...steps].map(([step, measured]) => [file, step, measured] as const),
    )
  }

  #of(file: string, name: string): StepMeasurements {
    let steps = this.#steps.get(file)
    if (steps === undefined) this.#steps.set(file, (steps = new Map<string, StepMeasurements>()))
    let measured = steps.get(name)
    if (measured === undefined)
      steps.set(name, (measured = { counter: new Counter(), failures: new Map<string, Failing>() }))
    return measured
  }
}

/** The reason under which all beyond the most that are told apart are counted. */
const otherReasons = 'other reasons'

/** Names that are URLs show no credentials. */
function withoutCredentials(result: StepResult): StepResult {
  const { name, writtenName } = result
  return {
    ...result,
    name: maskUrlCredentials(name),
    ...(writtenName === undefined ? {} : { writtenName: maskUrlCredentials(writtenName) }),
  }
}

function isUnsuccessful({ outcome }: StepResult): boolean {
  return outcome === 'failed' || outcome === 'errored'
}

/** Milliseconds that an answer took; of none, until that was known. */
function durationOf(answer: ActionAnswer): number {
  return answer.ok ? answer.exchange.timings.duration : (answer.failure.timings?.duration ?? 0)
}
