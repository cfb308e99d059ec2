import type { ActionAnswer } from '../actions/action.ts'
import type { LoadFailure, LoadFigures, StepFigures } from '../model/load-test.ts'
import type { StepResult } from '../model/result.ts'
import type { Step } from '../model/suite.ts'
import { Latencies } from './latencies.ts'
import { Timeline } from './timeline.ts'

/** Ways to fail that are told apart for a step; what goes beyond them is counted as one. */
const mostReasons = 20

/** What is counted of a step, or of all. */
class Counter {
  requests = 0
  errors = 0
  readonly latency = new Latencies()
  readonly service = new Latencies()
  readonly statuses = new Map<string, number>()

  add(wait: number, service: number, status: string): void {
    this.requests++
    this.latency.add(wait + service)
    this.service.add(service)
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  figures(seconds: number): LoadFigures {
    const { requests, errors } = this
    return {
      requests,
      ok: requests - errors,
      errors,
      errorRate: requests === 0 ? 0 : errors / requests,
      throughput: seconds > 0 ? requests / seconds : 0,
      latency: this.latency.distribution,
      service: this.service.distribution,
      statuses: Object.fromEntries([...this.statuses].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    }
  }
}

/** One way in which a step failed. */
interface Failing {
  count: number
  readonly first: StepResult
}

/** What is known of a step that is measured. */
interface Measured {
  readonly counter: Counter
  readonly failures: Map<string, Failing>
}

/** Everything that is measured in a load test, in memory that does not grow with it. */
export class Measurements {
  readonly all = new Counter()
  readonly wait = new Latencies()
  readonly timeline = new Timeline()
  readonly scenarios: ScenarioMeasurements[] = []
  readonly #mask: (result: StepResult) => StepResult

  /** `mask` takes the secrets out of the first failure of each kind. */
  constructor(mask: (result: StepResult) => StepResult) {
    this.#mask = mask
  }

  /** One more scenario to be measured. */
  scenario(): ScenarioMeasurements {
    const scenario = new ScenarioMeasurements(this, this.#mask)
    this.scenarios.push(scenario)
    return scenario
  }

  /** How requests failed, what happened most often first. */
  get failures(): readonly LoadFailure[] {
    return this.scenarios
      .flatMap(scenario => scenario.failures)
      .toSorted((one, other) => other.count - one.count)
  }
}

/** What is measured of a scenario. */
export class ScenarioMeasurements {
  readonly all = new Counter()
  /** Milliseconds until its last iteration ended; it may end before others. */
  duration = 0
  /** By file and name, in the order in which they were asked first. */
  readonly #steps = new Map<string, Map<string, Measured>>()
  readonly #whole: Measurements
  readonly #mask: (result: StepResult) => StepResult

  constructor(whole: Measurements, mask: (result: StepResult) => StepResult) {
    this.#whole = whole
    this.#mask = mask
  }

  /** An answer came, or none; `wait` says how many milliseconds went by until its request could be sent. */
  answered({ name, span }: Step, answer: ActionAnswer, wait: number): void {
    const service = durationOf(answer)
    const status = answer.ok ? String(answer.exchange.response.status ?? 'ok') : 'none'
    this.all.add(wait, service, status)
    this.#whole.all.add(wait, service, status)
    this.#whole.timeline.answered(wait + service)
    this.#of(span.file, name).counter.add(wait, service, status)
  }

  /** A step has ended; of one that runs others, those are counted. */
  ended(result: StepResult): void {
    const { outcome, steps = [], exchange, name, writtenName = name, span } = result
    if (outcome !== 'failed' && outcome !== 'errored') return
    const failed = steps.filter(isUnsuccessful)
    if (failed.length > 0) {
      for (const step of failed) this.ended(step)
      return
    }
    const measured = this.#of(span.file, writtenName)
    const counters = [this.all, this.#whole.all, measured.counter]
    // A request that could not even be made is one that was asked for.
    const isUncounted = exchange === undefined && measured.counter.errors >= measured.counter.requests
    for (const counter of counters) {
      counter.errors++
      if (isUncounted) counter.requests++
    }
    this.#whole.timeline.failed()
    this.#note(result, measured.failures)
  }

  #note(result: StepResult, known: Map<string, Failing>): void {
    const [{ kind, message } = { kind: 'error', message: result.outcome }] = result.failures
    const reason = kind === 'error' || kind === 'status' ? message : message.replace(/, got [^]*$/, '')
    const key = known.has(reason) || known.size < mostReasons ? reason : 'other reasons'
    const failing = known.get(key)
    if (failing === undefined) known.set(key, { count: 1, first: this.#mask(result) })
    else failing.count++
  }

  /** What was measured of each step. */
  steps(fileOf: (path: string) => string): readonly StepFigures[] {
    return [...this.#steps].flatMap(([file, steps]) =>
      [...steps].map(([step, { counter }]) => ({
        step,
        file: fileOf(file),
        ...counter.figures(this.duration / 1000),
      })),
    )
  }

  /** How requests failed. */
  get failures(): readonly LoadFailure[] {
    return [...this.#steps.values()].flatMap(steps =>
      [...steps].flatMap(([step, { failures }]) =>
        [...failures].map(([reason, { count, first }]) => ({ step, reason, count, first })),
      ),
    )
  }

  #of(file: string, name: string): Measured {
    let steps = this.#steps.get(file)
    if (steps === undefined) this.#steps.set(file, (steps = new Map<string, Measured>()))
    let measured = steps.get(name)
    if (measured === undefined)
      steps.set(name, (measured = { counter: new Counter(), failures: new Map<string, Failing>() }))
    return measured
  }
}

function isUnsuccessful({ outcome }: StepResult): boolean {
  return outcome === 'failed' || outcome === 'errored'
}

/** Milliseconds that an answer took; of none, until that was known. */
function durationOf(answer: ActionAnswer): number {
  return answer.ok ? answer.exchange.timings.duration : (answer.failure.timings?.duration ?? 0)
}
