import { setImmediate as nextTurn } from 'node:timers/promises'
import { engineOf } from '../actions/http/engine/engine.ts'
import { durationOf } from '../check/load-profile.ts'
import type { Distribution, LoadFailure, LoadProfile, StepFigures, Threshold } from '../model/load-test.ts'
import type { Span } from '../model/span.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import type { RunContext } from '../run/run-context.ts'
import type { IterationListener, Measure } from '../run/iteration.ts'
import { preparedStep } from '../run/prepared-step.ts'
import { runIteration } from '../run/run-iteration.ts'
import { newIteration } from '../run/run-suite.ts'
import { Secrets } from '../secrets/index.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { Counter } from './counter.ts'
import { Division } from './division.ts'
import { countsOfScenario, Iterations, type Turn } from './iterations.ts'
import { Lag } from './lag.ts'
import { Latencies } from './latencies.ts'
import { Measurements } from './measurements.ts'
import { RateCourse, retryInterval } from './rate-course.ts'
import { callerTime } from './schedule.ts'
import type { Interval } from './timeline.ts'

/** So many callers begin in one turn of the event loop. */
const callersInTurn = 50

/** So many callers end with one signal: it takes room, and who listens to one looks through all who do. */
const callersOfSignal = 32

/** Suites that are put under load side by side with others. */
export interface Scenario {
  readonly suites: readonly PlannedSuite[]
  readonly profile: LoadProfile
  /** Conditions that must hold of its own requests. */
  readonly thresholds: readonly Threshold[]
  /** True where nobody said how long it may take, only how many requests there are. */
  readonly isCounted?: boolean
}

/** State that the threads of a load test share. */
export interface SharedLoad {
  /** When it began, on the clock of `monotonicTime()`. */
  readonly started: number
  /** Memory of who does what, and of what each scenario counts. */
  readonly division: SharedArrayBuffer
  readonly counts: SharedArrayBuffer
}

/** The shared state of a load test of so many scenarios that begins now. */
export function newSharedLoad(scenarios: number): SharedLoad {
  return {
    started: monotonicTime(),
    division: new Division().memory,
    counts: new SharedArrayBuffer(scenarios * countsOfScenario * Int32Array.BYTES_PER_ELEMENT),
  }
}

/** The figures that a thread measured of a load test. */
export interface MeasuredPart {
  readonly scenarios: readonly MeasuredScenario[]
  readonly iterations: number
  /** Iterations that no caller was free for until the end. */
  readonly unserved: number
  /** Requests that time was over for. */
  readonly unsent: number
  readonly wait: Distribution
  /** How late the thread itself was. */
  readonly lag: Distribution
}

/** The figures that a thread measured of a scenario. */
export interface MeasuredScenario {
  /** Milliseconds until its last iteration ended. */
  readonly duration: number
  readonly steps: readonly StepFigures[]
  readonly failures: readonly LoadFailure[]
}

/** Options of a part of a load test beside the scenarios. */
interface PartOptions {
  readonly shared: SharedLoad
  /** Which of the threads it is, from 0; it stays the same when there are more. */
  readonly index: number
  /** How a file, given by its absolute path, is told. */
  readonly fileOf: (path: string) => string
}

/** A scenario while it is under load. */
interface UnderLoad {
  readonly profile: LoadProfile
  readonly isCounted: boolean
  readonly iterations: Iterations
  readonly measurements: Measurements
  /** The callers, by number, that call in this thread. */
  readonly callers: Set<number>
  /** Callers at a rate that have no caller to begin with again. */
  readonly free: Caller[]
  course?: RateCourse
}

/** Loads what the steps of suites are carried out by, so that no request waits for it. */
export async function loadActions(scenarios: readonly Scenario[]): Promise<void> {
  for (const planned of scenarios.flatMap(({ suites }) => suites))
    for (const step of [...planned.steps, ...planned.after]) await preparedStep(step, planned, true).action()
}

/** A caller that begins iterations, one after the other. */
interface Caller {
  readonly run: RunContext
  readonly listener: IterationListener
  readonly measure: Measure
  /** Milliseconds that the next request has waited before it could be sent. */
  wait: number
  /** The steps of the iteration that have sent a request, by their spans. */
  readonly sent: Span[]
}

/** The part of a load test that one thread carries out: its callers, and its share of the iterations. */
export class LoadPart {
  readonly #run: RunContext
  readonly #started: number
  readonly #index: number
  readonly #division: Division
  readonly #scenarios: readonly UnderLoad[]
  readonly #fileOf: PartOptions['fileOf']
  readonly #interval = new Counter()
  readonly #wait = new Latencies()
  readonly #lag = new Lag()
  /** All that call, and the scenarios, until each is over. */
  readonly #underWay = new Set<Promise<void>>()
  /** Ends what is still under way. */
  readonly #endings: AbortController[] = []
  #callersMade = 0
  #isOver = false
  #isSilent = false
  #fault: { readonly error: unknown } | undefined
  #begun = 0
  #begunAtInterval = 0
  #calling = 0
  #mostCalling = 0
  #sent = 0

  constructor(scenarios: readonly Scenario[], run: RunContext, { shared, index, fileOf }: PartOptions) {
    this.#run = run
    engineOf(run.resources).countEach()
    this.#started = shared.started
    this.#index = index
    this.#division = new Division(shared.division)
    this.#fileOf = fileOf
    this.#scenarios = scenarios.map(({ suites, profile, isCounted = false }, number) => {
      const counts = new Int32Array(
        shared.counts,
        number * countsOfScenario * Int32Array.BYTES_PER_ELEMENT,
        countsOfScenario,
      )
      return {
        ...{ profile, isCounted },
        measurements: new Measurements(this.#interval),
        iterations: new Iterations({ suites }, counts, profile.requests),
        ...{ callers: new Set(), free: [] },
      }
    })
    if (run.interrupt.aborted) this.breakOff()
  }

  /** Carries it out, until the profiles or `breakOff` end it. What cannot happen is thrown. */
  async carryOut(): Promise<MeasuredPart> {
    for (const scenario of this.#scenarios)
      this.#track(scenario.profile.model === 'rate' ? this.#followRate(scenario) : this.#takeOver(scenario))
    while (this.#underWay.size > 0) await this.#underWay.values().next().value
    this.#lag.end()
    if (this.#fault !== undefined) throw this.#fault.error
    return this.#measured
  }

  /** There are more threads: some callers may be of this one now that were of others. */
  takeOverCallers(): void {
    for (const scenario of this.#scenarios)
      if (scenario.profile.model === 'callers') this.#track(this.#takeOver(scenario))
  }

  /**
   * Ends what is under way, and begins nothing more. What is broken off only counts where it has had its time: otherwise it says
   * nothing of who was asked.
   */
  breakOff(hadTime = false): void {
    this.#isOver = true
    this.#isSilent ||= !hadTime
    for (const ending of this.#endings) ending.abort()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Milliseconds since the load test began. */
  get elapsed(): number {
    return monotonicTime() - this.#started
  }

  /** The figures since the last time that they were asked for. */
  takeInterval(): Interval {
    const interval = {
      figures: this.#interval.figures(0),
      iterations: this.#begun - this.#begunAtInterval,
      callers: this.#mostCalling,
    }
    this.#interval.reset()
    this.#mostCalling = this.#calling
    this.#begunAtInterval = this.#begun
    return interval
  }

  get #measured(): MeasuredPart {
    return {
      scenarios: this.#scenarios.map(({ measurements }) => ({
        duration: measurements.duration,
        steps: measurements.steps(this.#fileOf),
        failures: measurements.failures,
      })),
      iterations: this.#begun,
      unserved: this.#scenarios.reduce((sum, { course }) => sum + (course?.unserved ?? 0), 0),
      // The first thread alone tells what all of them count together.
      unsent: this.#index > 0 || this.#isSilent ? 0 : this.#scenarios.reduce(unsentOf, 0),
      wait: this.#wait.distribution,
      lag: this.#lag.worse.distribution,
    }
  }

  /** Waits at the end for something; where it throws, all else ends. */
  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.#fault ??= { error }
        this.breakOff()
      })
      .then(() => {
        this.#underWay.delete(tracked)
      })
    this.#underWay.add(tracked)
  }

  /** Begins with the callers that are of this thread, as soon as they are. */
  async #takeOver(scenario: UnderLoad): Promise<void> {
    const { profile, callers } = scenario
    await this.#waitUntil(this.#division.latest)
    for (let number = 0; number < profile.callers && !this.#isOver; number++) {
      if (callers.has(number) || !this.#isOwn(number, this.elapsed)) continue
      callers.add(number)
      if (callers.size % callersInTurn === 0) await nextTurn()
      this.#track(this.#callAgain(number, scenario).finally(() => callers.delete(number)))
    }
  }

  /** The closed model: a caller begins anew when its iteration has ended. */
  async #callAgain(number: number, scenario: UnderLoad): Promise<void> {
    const { profile, iterations } = scenario
    const caller = this.#newCaller(scenario)
    for (;;) {
      const time = callerTime(profile.stages, number, this.elapsed)
      if (time === undefined) return
      await this.#waitUntil(time)
      if (this.#isOver || !this.#isOwn(number, this.elapsed)) return
      if (!iterations.enter(profile.callers)) {
        // Its last iteration in another thread has not ended.
        await this.#waitUntil(this.elapsed + retryInterval)
        continue
      }
      const turn = iterations.next()
      const sent = this.#sent
      try {
        if (turn === undefined) return
        await this.#begin(turn, caller, 0)
        this.#ended(scenario)
      } finally {
        iterations.leave()
      }
      // Steps that ask nobody would never let a timer have its turn.
      if (this.#sent === sent) await nextTurn()
    }
  }

  /** The open model. */
  async #followRate(scenario: UnderLoad): Promise<void> {
    const { profile, iterations, free, measurements } = scenario
    scenario.course = new RateCourse(profile, iterations, {
      part: this,
      since: this.#division.latest,
      isOwn: (number, at) => this.#isOwn(number, at),
      waitUntil: time => this.#waitUntil(time),
      noteLag: late => {
        this.#lag.began(late)
      },
      begin: (turn, waited, ended) => {
        const caller = free.pop() ?? this.#newCaller(scenario)
        const begun = this.#begin(turn, caller, waited).finally(() => {
          this.#ended(scenario)
          free.push(caller)
          ended()
        })
        this.#track(begun)
      },
    })
    await scenario.course.run()
    if (!this.#isOver) measurements.duration = Math.max(measurements.duration, durationOf(profile.stages))
  }

  /** Begins an iteration, for whose caller it was waited so many milliseconds. */
  #begin({ planned, row }: Turn, caller: Caller, waited: number): Promise<void> {
    caller.run.secrets.forget()
    caller.sent.length = 0
    caller.wait = waited
    this.#wait.add(waited)
    this.#begun++
    this.#calling++
    this.#mostCalling = Math.max(this.#mostCalling, this.#calling)
    return runIteration(newIteration(planned, row, caller.run, { measure: caller.measure }), caller.listener)
  }

  #ended({ measurements }: UnderLoad): void {
    this.#calling--
    measurements.duration = this.elapsed
  }

  /**
   * The state that the iterations of one more caller share. Secrets that they come by are only secret to them: they
   * would be more and more.
   */
  #newCaller({ measurements }: UnderLoad): Caller {
    const secrets = new Secrets(this.#run.secrets)
    const sent: Span[] = []
    const about = { secrets, wasSent: (step: Span) => sent.includes(step) }
    const caller: Caller = {
      ...{ run: { ...this.#run, secrets, interrupt: this.#signal() }, wait: 0, sent },
      listener: {
        finished: result => {
          if (!this.#isSilent) measurements.ended(result, about)
        },
      },
      measure: (step, answer) => {
        this.#sent++
        if (this.#isSilent) return
        if (sent.at(-1) !== step.span) sent.push(step.span)
        measurements.answered(step, answer, caller.wait)
        caller.wait = 0
      },
    }
    return caller
  }

  /** The signal that ends one more caller. */
  #signal(): AbortSignal {
    if (this.#callersMade++ % callersOfSignal === 0) this.#endings.push(new AbortController())
    const ending = this.#endings.at(-1) as AbortController
    if (this.#isOver) ending.abort()
    return ending.signal
  }

  /** True where a caller or an iteration, by its number, is of this thread then. */
  #isOwn(number: number, at: number): boolean {
    return this.#division.owner(number, at) === this.#index
  }

  /** Waits for a time since the beginning, or for the end. */
  async #waitUntil(time: number): Promise<void> {
    for (let left = time - this.elapsed; left > 0 && !this.#isOver; left = time - this.elapsed)
      await new Promise(resolve => setTimeout(resolve, Math.min(left, 100)))
  }
}

function unsentOf(sum: number, { isCounted, iterations }: UnderLoad): number {
  return sum + (isCounted ? iterations.unsent : 0)
}
