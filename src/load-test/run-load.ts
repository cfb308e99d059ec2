import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { durationOf } from '../check/load-profile.ts'
import type {
  LoadProfile,
  Distribution,
  LoadFigures,
  LoadProgress,
  StopCondition,
  Threshold,
} from '../model/load-test.ts'
import type { StepResult } from '../model/result.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import type { RunContext } from '../run/run-context.ts'
import type { Measure } from '../run/iteration.ts'
import { iterate } from '../run/run-suite.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { Iterations, type Turn } from './iterations.ts'
import { Latencies } from './latencies.ts'
import { Measurements, type ScenarioMeasurements } from './measurements.ts'
import { callerTime, intendedTime } from './schedule.ts'

/** Milliseconds that iterations may take to end when the time is over; then they are broken off. */
const graceTime = 30_000

/** Milliseconds at the beginning in which the program itself warms up: how late it is then is not held against it. */
const warmUp = 1000

/** Milliseconds between two looks at how late the generator is. */
const lookInterval = 10

/** What a load test measured. */
export interface Measured {
  readonly measurements: Measurements
  /** Milliseconds until the last iteration ended. */
  readonly duration: number
  readonly iterations: number
  readonly unserved: number
  /** Requests that time was over for. */
  readonly unsent: number
  /** What ended it before its time. */
  readonly stopped?: string
  readonly lag: Distribution
}

/** Suites that are put under load side by side with others. */
export interface Scenario {
  readonly suites: readonly PlannedSuite[]
  readonly profile: LoadProfile
  /** What must hold of its own requests. */
  readonly thresholds: readonly Threshold[]
  /** Whether nobody said how long it may take, only how many requests there are. */
  readonly isCounted?: boolean
}

/** A scenario while it is under load. */
interface UnderLoad {
  readonly iterations: Iterations
  readonly measurements: ScenarioMeasurements
  readonly listener: { finished(result: StepResult): void }
}

/** Who watches a load test. */
interface Watcher {
  /** Takes the secrets out of what is kept. */
  readonly mask: (result: StepResult) => StepResult
  readonly stopWhen: readonly StopCondition[]
  readonly progress?: (now: LoadProgress, measured: () => LoadFigures) => void
}

/** Milliseconds between two tellings of how far it is. */
const tellingInterval = 250

/** Puts load on scenarios, side by side, until their profiles, the interrupt of the run or a condition ends it. */
export async function runLoad(
  scenarios: readonly Scenario[],
  run: RunContext,
  watcher: Watcher,
): Promise<Measured> {
  const load = new Load(run, watcher)
  return load.run(scenarios)
}

/** One load test while it runs. */
class Load {
  readonly #run: RunContext
  readonly #watcher: Watcher
  readonly #measurements: Measurements
  readonly #lag = new Latencies()
  /** Ends what is still under way, a caller each: whoever listens to a signal looks through all who do. */
  readonly #endings: AbortController[] = []
  #isBrokenOff = false
  #started = 0
  #begun = 0
  #calling = 0
  #sent = 0
  #unserved = 0
  #unsent = 0
  #stopped: string | undefined

  constructor(run: RunContext, watcher: Watcher) {
    this.#watcher = watcher
    this.#run = run
    this.#measurements = new Measurements(watcher.mask)
  }

  async run(scenarios: readonly Scenario[]): Promise<Measured> {
    let delays: IntervalHistogram | undefined
    const warm = setTimeout(() => {
      delays = monitorEventLoopDelay({ resolution: lookInterval })
      delays.enable()
    }, warmUp)
    this.#started = monotonicTime()
    this.#isBrokenOff = this.#run.interrupt.aborted
    const longest = Math.max(...scenarios.map(({ profile }) => durationOf(profile.stages)))
    const breakOff = (): void => {
      this.#breakOff()
    }
    const grace = setTimeout(breakOff, longest + graceTime)
    const stopLooking = this.#look()
    const { interrupt } = this.#run
    interrupt.addEventListener('abort', breakOff)
    try {
      await Promise.all(scenarios.map(scenario => this.#carryOut(scenario, this.#measurements.scenario())))
    } finally {
      interrupt.removeEventListener('abort', breakOff)
      clearTimeout(warm)
      clearTimeout(grace)
      stopLooking()
      delays?.disable()
    }
    const duration = this.#elapsed
    if (scenarios.some(({ profile }) => profile.model === 'callers')) this.#addDelays(delays)
    return {
      measurements: this.#measurements,
      duration,
      iterations: this.#begun,
      unserved: this.#unserved,
      unsent: this.#unsent,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
      lag: this.#lag.distribution,
    }
  }

  async #carryOut(
    { suites, profile, isCounted = false }: Scenario,
    measurements: ScenarioMeasurements,
  ): Promise<void> {
    const listener = this.#listenerOf(measurements)
    const iterations = new Iterations({ suites }, profile.requests)
    if (profile.model === 'callers')
      await Promise.all(
        Array.from({ length: profile.callers }, (_, number) =>
          this.#callAgain(number, profile, { iterations, measurements, listener }),
        ),
      )
    else await this.#callAtRate(profile, { iterations, measurements, listener })
    measurements.duration = this.#elapsed
    if (isCounted && !this.#isBrokenOff) this.#unsent += iterations.unsent
  }

  /** The closed model: a caller begins anew when its iteration has ended. */
  async #callAgain(number: number, { stages }: LoadProfile, under: UnderLoad): Promise<void> {
    const caller = this.#newCaller()
    for (;;) {
      const time = callerTime(stages, number, this.#elapsed)
      if (time === undefined) return
      await this.#until(time)
      const turn = this.#isBrokenOff ? undefined : under.iterations.next()
      if (turn === undefined) return
      await this.#iterate(turn, under, caller, 0)
    }
  }

  /** The open model: iterations begin at their time, or as soon as a caller is free. */
  async #callAtRate({ stages, callers }: LoadProfile, under: UnderLoad): Promise<void> {
    const { iterations } = under
    const waiting = new Waiting()
    const calling = new Set<Promise<void>>()
    const free: RunContext[] = []
    const begin = (since: number): void => {
      const turn = this.#isBrokenOff ? undefined : iterations.next()
      if (turn === undefined) return
      const caller = free.pop() ?? this.#newCaller()
      const call = this.#iterate(turn, under, caller, Math.max(0, monotonicTime() - since)).then(() => {
        calling.delete(call)
        free.push(caller)
        const next = this.#isBrokenOff ? undefined : waiting.take()
        if (next !== undefined) begin(next)
      })
      calling.add(call)
    }
    for (let number = 0; !iterations.isDone; number++) {
      const intended = intendedTime(stages, number)
      // The course goes on to its end, though nothing begins any more.
      await this.#until(intended ?? durationOf(stages))
      if (intended === undefined) break
      if (this.#isBrokenOff) break
      const now = monotonicTime()
      if (intended >= warmUp) this.#lag.add(now - this.#started - intended)
      if (calling.size < callers) begin(now)
      else waiting.add(now)
    }
    while (calling.size > 0) await calling.values().next().value
    if (!iterations.isDone) this.#unserved += waiting.size
  }

  async #iterate(
    { planned, row }: Turn,
    { measurements, listener }: UnderLoad,
    caller: RunContext,
    waited: number,
  ): Promise<void> {
    const sent = this.#sent
    let wait = waited
    this.#measurements.wait.add(wait)
    this.#begun++
    this.#calling++
    const measure: Measure = (step, answer) => {
      this.#sent++
      measurements.answered(step, answer, wait)
      wait = 0
    }
    try {
      await iterate(planned, row, caller, () => listener, measure)
    } finally {
      this.#calling--
    }
    // Steps that ask nobody would never let a timer have its turn.
    if (this.#sent === sent) await new Promise(resolve => setImmediate(resolve))
  }

  #listenerOf(measurements: ScenarioMeasurements): UnderLoad['listener'] {
    return {
      finished: result => {
        // What was broken off says nothing of who was asked.
        if (!this.#isBrokenOff) measurements.ended(result)
      },
    }
  }

  /** What the iterations of one more caller share. */
  #newCaller(): RunContext {
    const ending = new AbortController()
    if (this.#isBrokenOff) ending.abort()
    this.#endings.push(ending)
    return { ...this.#run, interrupt: ending.signal }
  }

  #breakOff(): void {
    this.#isBrokenOff = true
    for (const ending of this.#endings) ending.abort()
  }

  /** Waits for a time since the beginning, or for the end. */
  async #until(time: number): Promise<void> {
    for (let left = time - this.#elapsed; left > 0 && !this.#isBrokenOff; left = time - this.#elapsed)
      await new Promise(resolve => setTimeout(resolve, Math.min(left, 100)))
  }

  get #elapsed(): number {
    return monotonicTime() - this.#started
  }

  /** Looks at how far it is, and tells it, until what this answers is called. */
  #look(): () => void {
    const { progress } = this.#watcher
    const { all, timeline } = this.#measurements
    const seconds = setInterval(() => {
      timeline.end(this.#elapsed, this.#calling)
      this.#stopped ??= this.#watcher.stopWhen.find(condition => timeline.fits(condition))?.written
      if (this.#stopped !== undefined) this.#breakOff()
    }, 1000)
    const telling = setInterval(() => {
      const { requests, errors, latency } = all
      const elapsed = this.#elapsed
      const p95 = latency.percentile(95)
      const now = { elapsed, iterations: this.#begun, requests, errors, p95, callers: this.#calling }
      progress?.(now, () => all.figures(elapsed / 1000))
    }, tellingInterval)
    return () => {
      clearInterval(seconds)
      clearInterval(telling)
      timeline.end(this.#elapsed, this.#calling)
    }
  }

  /** How late timers were: what is beyond the interval between two looks. */
  #addDelays(delays: IntervalHistogram | undefined): void {
    if (delays === undefined || delays.count === 0) return
    for (const percent of Array.from({ length: 1000 }, (_, index) => (index + 0.5) / 10))
      this.#lag.add(Math.max(0, delays.percentile(percent) / 1e6 - lookInterval))
  }
}

/** The times since which iterations wait for a free caller, the longest first. */
class Waiting {
  #times: number[] = []
  #first = 0

  get size(): number {
    return this.#times.length - this.#first
  }

  add(time: number): void {
    this.#times.push(time)
  }

  take(): number | undefined {
    const time = this.#times[this.#first]
    if (time === undefined) return undefined
    this.#first++
    // What is at the front of a long list is cut off now and then, since to cut it off each time moves all of the rest.
    if (this.#first > 1000 && this.#first * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#first)
      this.#first = 0
    }
    return time
  }
}
