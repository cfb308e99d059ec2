import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { LoadProfile, LoadProgress, Percentiles } from '../model/load-test.ts'
import type { StepResult } from '../model/result.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunContext } from '../run/run-context.ts'
import type { Measure } from '../run/iteration.ts'
import { iterate } from '../run/run-suite.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { Iterations, type Turn } from './iterations.ts'
import { Latencies } from './latencies.ts'
import { Measurements } from './measurements.ts'
import { callerStart, intendedTime } from './schedule.ts'

/** Milliseconds that iterations may take to end when the time is over; then they are broken off. */
const graceTime = 30_000

/** Milliseconds between two looks at how late the generator is. */
const lookInterval = 10

/** What a load test measured. */
export interface Measured {
  readonly measurements: Measurements
  /** Milliseconds until the last iteration ended. */
  readonly duration: number
  readonly iterations: number
  readonly unserved: number
  readonly lag: Percentiles
}

/** Who watches a load test. */
interface Watcher {
  /** Takes the secrets out of what is kept. */
  readonly mask: (result: StepResult) => StepResult
  readonly progress?: (progress: LoadProgress) => void
  /** Milliseconds between two calls of it. */
  readonly every: number
}

/** Puts load on what is planned, until the profile or the interrupt of the run ends it. */
export async function runLoad(
  plan: Plan,
  run: RunContext,
  profile: LoadProfile,
  watcher: Watcher,
): Promise<Measured> {
  const load = new Load(plan, run, profile, watcher)
  return load.run()
}

/** One load test while it runs. */
class Load {
  readonly #profile: LoadProfile
  readonly #run: RunContext
  readonly #watcher: Watcher
  readonly #iterations: Iterations
  readonly #measurements: Measurements
  readonly #lag = new Latencies()
  /** Ends what is still under way, a caller each: whoever listens to a signal looks through all who do. */
  readonly #endings: AbortController[] = []
  readonly #listener = {
    finished: (result: StepResult): void => {
      // What was broken off says nothing of who was asked.
      if (!this.#isBrokenOff) this.#measurements.ended(result)
    },
  }
  #isBrokenOff = false
  #started = 0
  #begun = 0
  #calling = 0
  #sent = 0

  constructor(plan: Plan, run: RunContext, profile: LoadProfile, watcher: Watcher) {
    this.#profile = profile
    this.#watcher = watcher
    this.#run = run
    this.#iterations = new Iterations(plan, profile.requests)
    this.#measurements = new Measurements(watcher.mask)
  }

  async run(): Promise<Measured> {
    const delays = monitorEventLoopDelay({ resolution: lookInterval })
    delays.enable()
    this.#started = monotonicTime()
    this.#isBrokenOff = this.#run.interrupt.aborted
    const stopTelling = this.#tell()
    const { duration = Infinity } = this.#profile
    const grace = Number.isFinite(duration)
      ? setTimeout(() => {
          this.#breakOff()
        }, duration + graceTime)
      : undefined
    const { interrupt } = this.#run
    const breakOff = (): void => {
      this.#breakOff()
    }
    interrupt.addEventListener('abort', breakOff)
    let unserved = 0
    try {
      if (this.#profile.rate === undefined) await this.#callSideBySide()
      else unserved = await this.#callAtRate()
    } finally {
      interrupt.removeEventListener('abort', breakOff)
      clearTimeout(grace)
      stopTelling()
      delays.disable()
    }
    const ended = this.#elapsed
    if (this.#profile.rate === undefined) this.#addDelays(delays)
    return {
      measurements: this.#measurements,
      duration: ended,
      iterations: this.#begun,
      unserved,
      lag: this.#lag.percentiles,
    }
  }

  /** The closed model: every caller begins anew when its iteration has ended. */
  async #callSideBySide(): Promise<void> {
    const { callers } = this.#profile
    await Promise.all(Array.from({ length: callers }, (_, number) => this.#callAgain(number)))
  }

  async #callAgain(number: number): Promise<void> {
    await this.#until(callerStart(number, this.#profile))
    const caller = this.#newCaller()
    while (!this.#isOver) {
      const turn = this.#iterations.next()
      if (turn === undefined) return
      await this.#iterate(turn, caller, 0)
    }
  }

  /** The open model: iterations begin at their time, or as soon as a caller is free. Answers how many never did. */
  async #callAtRate(): Promise<number> {
    const { callers, duration = Infinity } = this.#profile
    const waiting: { readonly turn: Turn; readonly since: number }[] = []
    const calling = new Set<Promise<void>>()
    const free: RunContext[] = []
    const begin = (turn: Turn, since: number): void => {
      const caller = free.pop() ?? this.#newCaller()
      const call = this.#iterate(turn, caller, Math.max(0, monotonicTime() - since)).then(() => {
        calling.delete(call)
        free.push(caller)
        const next = this.#isBrokenOff ? undefined : waiting.shift()
        if (next !== undefined) begin(next.turn, next.since)
      })
      calling.add(call)
    }
    for (let number = 0; ; number++) {
      const intended = intendedTime(number, this.#profile)
      if (intended >= duration) break
      await this.#until(intended)
      if (this.#isBrokenOff) break
      const turn = this.#iterations.next()
      if (turn === undefined) break
      const now = monotonicTime()
      this.#lag.add(now - this.#started - intended)
      if (calling.size < callers) begin(turn, now)
      else waiting.push({ turn, since: now })
    }
    while (calling.size > 0) await calling.values().next().value
    return waiting.length
  }

  async #iterate(turn: Turn, caller: RunContext, waited: number): Promise<void> {
    const { planned, row } = turn
    const measurements = this.#measurements
    const sent = this.#sent
    let wait = waited
    measurements.wait.add(wait)
    this.#begun++
    this.#calling++
    const measure: Measure = (step, answer) => {
      this.#sent++
      measurements.answered(step, answer, wait)
      wait = 0
    }
    try {
      await iterate(planned, row, caller, () => this.#listener, measure)
    } finally {
      this.#calling--
    }
    // Steps that ask nobody would never let a timer have its turn.
    if (this.#sent === sent) await new Promise(resolve => setImmediate(resolve))
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

  /** Waits for a time since the beginning, or the end. */
  async #until(time: number): Promise<void> {
    for (let left = time - this.#elapsed; left > 0 && !this.#isOver; left = time - this.#elapsed)
      await new Promise(resolve => setTimeout(resolve, Math.min(left, 100)))
  }

  get #elapsed(): number {
    return monotonicTime() - this.#started
  }

  /** Whether nothing new begins. */
  get #isOver(): boolean {
    return this.#isBrokenOff || this.#elapsed >= (this.#profile.duration ?? Infinity)
  }

  /** Tells how far it is, until what this answers is called. */
  #tell(): () => void {
    const { progress, every } = this.#watcher
    if (progress === undefined) return () => undefined
    const timer = setInterval(() => {
      const { requests, errors, latency } = this.#measurements.all
      progress({
        elapsed: this.#elapsed,
        requests,
        errors,
        p95: latency.percentile(95),
        callers: this.#calling,
      })
    }, every)
    return () => {
      clearInterval(timer)
    }
  }

  /** How late timers were: what is beyond the interval between two looks. */
  #addDelays(delays: ReturnType<typeof monitorEventLoopDelay>): void {
    if (delays.count === 0) return
    for (const percent of Array.from({ length: 1000 }, (_, index) => (index + 0.5) / 10))
      this.#lag.add(Math.max(0, delays.percentile(percent) / 1e6 - lookInterval))
  }
}
