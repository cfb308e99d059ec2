import { durationOf } from '../check/load-profile.ts'
import type { Distribution, LoadFailure, LoadProfile, StepFigures, Threshold } from '../model/load-test.ts'
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
import { Latencies } from './latencies.ts'
import { Measurements } from './measurements.ts'
import { callerTime, intendedTime } from './schedule.ts'
import type { Interval } from './timeline.ts'

/** Milliseconds between two looks at how late the thread is. */
const lookInterval = 10

/** Milliseconds after which a caller that others are in the way of tries again. */
const retryInterval = 5

/** So many callers begin in one turn of the event loop. */
const callersInTurn = 50

/** So many callers end with one signal: it takes room, and who listens to one looks through all who do. */
const callersOfSignal = 32

/** Suites that are put under load side by side with others. */
export interface Scenario {
  readonly suites: readonly PlannedSuite[]
  readonly profile: LoadProfile
  /** What must hold of its own requests. */
  readonly thresholds: readonly Threshold[]
  /** Whether nobody said how long it may take, only how many requests there are. */
  readonly isCounted?: boolean
}

/** What the threads of a load test share. */
export interface SharedLoad {
  /** When it began, on the clock of `monotonicTime()`. */
  readonly started: number
  /** Memory of who does what, and of what each scenario counts. */
  readonly division: SharedArrayBuffer
  readonly counts: SharedArrayBuffer
}

/** What a load test of so many scenarios shares that begins now. */
export function newSharedLoad(scenarios: number): SharedLoad {
  return {
    started: monotonicTime(),
    division: new Division().memory,
    counts: new SharedArrayBuffer(scenarios * countsOfScenario * Int32Array.BYTES_PER_ELEMENT),
  }
}

/** What a thread measured of a load test. */
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

/** What a thread measured of a scenario. */
export interface MeasuredScenario {
  /** Milliseconds until its last iteration ended. */
  readonly duration: number
  readonly steps: readonly StepFigures[]
  readonly failures: readonly LoadFailure[]
}

/** What a part of a load test needs beside the scenarios. */
interface PartOptions {
  readonly shared: SharedLoad
  /** Which of the threads it is, from 0. */
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
}

/** Loads what steps are carried out by, so that no request waits for it. */
export async function loadActions(scenarios: readonly Scenario[]): Promise<void> {
  for (const planned of scenarios.flatMap(({ suites }) => suites))
    for (const step of [...planned.steps, ...planned.after]) await preparedStep(step, planned, true).action()
}

/** Who begins iterations, one after the other. */
interface Caller {
  readonly run: RunContext
  readonly listener: IterationListener
  readonly measure: Measure
  /** Milliseconds that the next request has waited before it could be sent. */
  wait: number
}

/** What one thread does of a load test: its callers, and its share of the iterations. */
export class LoadPart {
  readonly #run: RunContext
  readonly #started: number
  readonly #index: number
  readonly #division: Division
  readonly #scenarios: readonly UnderLoad[]
  readonly #fileOf: PartOptions['fileOf']
  readonly #interval = new Counter()
  readonly #wait = new Latencies()
  readonly #lag = new Latencies()
  /** All that call, and the scenarios, until each is over. */
  readonly #underWay = new Set<Promise<void>>()
  /** Ends what is still under way. */
  readonly #endings: AbortController[] = []
  #made = 0
  #isBrokenOff = false
  #begun = 0
  #toldBegun = 0
  #calling = 0
  #sent = 0
  #unserved = 0

  constructor(scenarios: readonly Scenario[], run: RunContext, { shared, index, fileOf }: PartOptions) {
    this.#run = run
    this.#started = shared.started
    this.#index = index
    this.#division = new Division(shared.division)
    this.#fileOf = fileOf
    this.#isBrokenOff = run.interrupt.aborted
    this.#scenarios = scenarios.map(({ suites, profile, isCounted = false }, number) => {
      const counts = new Int32Array(
        shared.counts,
        number * countsOfScenario * Int32Array.BYTES_PER_ELEMENT,
        countsOfScenario,
      )
      const measurements = new Measurements(this.#interval)
      return {
        ...{ profile, isCounted, measurements },
        iterations: new Iterations({ suites }, counts, profile.requests),
        callers: new Set(),
      }
    })
  }

  /** Carries it out, until the profiles or `breakOff` end it. */
  async carryOut(): Promise<MeasuredPart> {
    const delays = new Delays()
    for (const scenario of this.#scenarios)
      this.#goOn(
        scenario,
        scenario.profile.model === 'rate' ? this.#callAtRate(scenario) : this.#takeOver(scenario),
      )
    try {
      while (this.#underWay.size > 0) await this.#underWay.values().next().value
    } finally {
      delays.end()
    }
    return { ...this.#measured, lag: laterOf(this.#lag, delays.all).distribution }
  }

  /** There are more threads: some callers may be of this one now that were of others. */
  grown(): void {
    for (const scenario of this.#scenarios)
      if (scenario.profile.model === 'callers') this.#goOn(scenario, this.#takeOver(scenario))
  }

  /** Ends what is under way, and begins nothing more. */
  breakOff(): void {
    this.#isBrokenOff = true
    for (const ending of this.#endings) ending.abort()
  }

  /** How many of its callers are calling now. */
  get calling(): number {
    return this.#calling
  }

  get isBrokenOff(): boolean {
    return this.#isBrokenOff
  }

  /** Milliseconds since the load test began. */
  get elapsed(): number {
    return monotonicTime() - this.#started
  }

  /** What there was since the last time that somebody asked. */
  takeInterval(): Interval {
    const interval = {
      figures: this.#interval.figures(0),
      iterations: this.#begun - this.#toldBegun,
      callers: this.#calling,
    }
    this.#interval.reset()
    this.#toldBegun = this.#begun
    return interval
  }

  get #measured(): Omit<MeasuredPart, 'lag'> {
    return {
      scenarios: this.#scenarios.map(({ measurements }) => ({
        duration: measurements.duration,
        steps: measurements.steps(this.#fileOf),
        failures: measurements.failures,
      })),
      iterations: this.#begun,
      unserved: this.#unserved,
      // The first thread alone tells what all of them count together.
      unsent: this.#index > 0 || this.#isBrokenOff ? 0 : this.#scenarios.reduce(unsentOf, 0),
      wait: this.#wait.distribution,
    }
  }

  /** Waits at the end for something that is of a scenario. */
  #goOn({ measurements }: UnderLoad, work: Promise<void>): void {
    const going = work.then(() => {
      measurements.duration = this.elapsed
      this.#underWay.delete(going)
    })
    this.#underWay.add(going)
  }

  /** Begins with the callers that are of this thread, as soon as they are. */
  async #takeOver(scenario: UnderLoad): Promise<void> {
    const { profile, callers } = scenario
    await this.#until(this.#division.latest)
    for (let number = 0; number < profile.callers; number++) {
      if (callers.has(number) || this.#division.owner(number, this.elapsed) !== this.#index) continue
      callers.add(number)
      if (callers.size % callersInTurn === 0) await nextTurn()
      const called = this.#callAgain(number, scenario).finally(() => callers.delete(number))
      this.#goOn(scenario, called)
    }
  }

  /** The closed model: a caller begins anew when its iteration has ended. */
  async #callAgain(number: number, scenario: UnderLoad): Promise<void> {
    const { profile, iterations } = scenario
    const caller = this.#newCaller(scenario)
    for (;;) {
      const time = callerTime(profile.stages, number, this.elapsed)
      if (time === undefined) return
      await this.#until(time)
      if (this.#division.owner(number, this.elapsed) !== this.#index) return
      const isFree = iterations.enter(profile.callers)
      if (!isFree) {
        // Its last iteration in another thread has not ended.
        await this.#until(this.elapsed + retryInterval)
        continue
      }
      const turn = this.#isBrokenOff ? undefined : iterations.next()
      if (turn === undefined) {
        iterations.leave()
        return
      }
      const sent = this.#sent
      await this.#begin(turn, caller, 0)
      this.#calling--
      iterations.leave()
      // Steps that ask nobody would never let a timer have its turn.
      if (this.#sent === sent) await nextTurn()
    }
  }

  /** The open model: iterations begin at their time, or as soon as a caller is free. */
  async #callAtRate(scenario: UnderLoad): Promise<void> {
    const { iterations, profile } = scenario
    const { stages, callers } = profile
    const waiting = new Waiting()
    const calling = new Set<Promise<void>>()
    const free: Caller[] = []
    const begin = (since: number): boolean => {
      if (!iterations.enter(callers)) return false
      const turn = this.#isBrokenOff ? undefined : iterations.next()
      if (turn === undefined) {
        iterations.leave()
        return true
      }
      const caller = free.pop() ?? this.#newCaller(scenario)
      const call = this.#begin(turn, caller, Math.max(0, monotonicTime() - since)).then(() => {
        this.#calling--
        calling.delete(call)
        free.push(caller)
        iterations.leave()
        beginWaiting()
      })
      calling.add(call)
      return true
    }
    const beginWaiting = (): void => {
      for (let since = waiting.first; since !== undefined && !this.#isBrokenOff; since = waiting.first) {
        if (!begin(since)) return
        waiting.drop()
      }
    }
    for (let number = 0; !iterations.isDone; number++) {
      const intended = intendedTime(stages, number)
      // Those of others are passed over; those that are soon to be of others are, too, when their time has come.
      if (intended !== undefined && this.#division.owner(number, intended) !== this.#index) continue
      // The course goes on to its end, though nothing begins any more.
      await this.#until(intended ?? durationOf(stages))
      if (intended === undefined || this.#isBrokenOff) break
      if (this.#division.owner(number, intended) !== this.#index) continue
      const now = monotonicTime()
      this.#lag.add(now - this.#started - intended)
      beginWaiting()
      if (waiting.first !== undefined || !begin(now)) waiting.add(now)
    }
    while (calling.size > 0 || (waiting.size > 0 && !iterations.isDone && !this.#isBrokenOff)) {
      await (calling.values().next().value ?? this.#until(this.elapsed + retryInterval))
      beginWaiting()
    }
    if (!iterations.isDone) this.#unserved += waiting.size
  }

  /** Begins an iteration, for whose caller it was waited so many milliseconds. */
  #begin({ planned, row }: Turn, caller: Caller, waited: number): Promise<void> {
    caller.run.secrets.forget()
    caller.wait = waited
    this.#wait.add(waited)
    this.#begun++
    this.#calling++
    return runIteration(newIteration(planned, row, caller.run, caller.measure), caller.listener)
  }

  /** What the iterations of one more caller share. What they come by is only secret to them: it would be more and more. */
  #newCaller({ measurements }: UnderLoad): Caller {
    const secrets = new Secrets(this.#run.secrets)
    const caller: Caller = {
      ...{ run: { ...this.#run, secrets, interrupt: this.#signal() }, wait: 0 },
      listener: {
        finished: result => {
          // What was broken off says nothing of who was asked.
          if (!this.#isBrokenOff) measurements.ended(result, secrets)
        },
      },
      measure: (step, answer) => {
        this.#sent++
        measurements.answered(step, answer, caller.wait)
        caller.wait = 0
      },
    }
    return caller
  }

  /** What ends one more caller. */
  #signal(): AbortSignal {
    if (this.#made++ % callersOfSignal === 0) this.#endings.push(new AbortController())
    const ending = this.#endings.at(-1) ?? new AbortController()
    if (this.#isBrokenOff) ending.abort()
    return ending.signal
  }

  /** Waits for a time since the beginning, or for the end. */
  async #until(time: number): Promise<void> {
    for (let left = time - this.elapsed; left > 0 && !this.#isBrokenOff; left = time - this.elapsed)
      await new Promise(resolve => setTimeout(resolve, Math.min(left, 100)))
  }
}

/** How late the thread comes to what is due, looked at every few milliseconds. */
class Delays {
  readonly all = new Latencies()
  #due = monotonicTime() + lookInterval
  readonly #looking = setInterval(() => {
    const now = monotonicTime()
    // Where it was held up for long, all the looks that were due meanwhile would have been late.
    let late = Math.max(0, now - this.#due)
    do this.all.add(late)
    while ((late -= lookInterval) > 0)
    this.#due = now + lookInterval
  }, lookInterval)

  end(): void {
    clearInterval(this.#looking)
  }
}

/** Iterations that begin late, and a thread that reads answers late, are two sides of one thing: the worse counts. */
function laterOf(one: Latencies, other: Latencies): Latencies {
  return one.percentile(99) > other.percentile(99) ? one : other
}

function nextTurn(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(resolve)
  })
}

function unsentOf(sum: number, { isCounted, iterations }: UnderLoad): number {
  return sum + (isCounted ? iterations.unsent : 0)
}

/** The times since which iterations wait for a free caller, the longest first. */
class Waiting {
  #times: number[] = []
  #next = 0

  get size(): number {
    return this.#times.length - this.#next
  }

  /** Undefined where none waits. */
  get first(): number | undefined {
    return this.#times[this.#next]
  }

  add(time: number): void {
    this.#times.push(time)
  }

  /** The first one waits no more. */
  drop(): void {
    this.#next++
    // What is at the front of a long list is cut off now and then, since to cut it off each time moves all of the rest.
    if (this.#next > 1000 && this.#next * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#next)
      this.#next = 0
    }
  }
}
