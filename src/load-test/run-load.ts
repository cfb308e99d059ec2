import { availableParallelism, cpus } from 'node:os'
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { durationOf } from '../check/load-profile.ts'
import type { LoadFigures, LoadProgress, StopCondition } from '../model/load-test.ts'
import type { RunContext } from '../run/run-context.ts'
import { defined } from '../util/defined.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { Division } from './division.ts'
import {
  loadActions,
  LoadPart,
  type MeasuredPart,
  newSharedLoad,
  type Scenario,
  type SharedLoad,
} from './load-part.ts'
import { type Interval, Timeline } from './timeline.ts'

/** Milliseconds that iterations may take to end when the time is over; then they are broken off. */
const graceTime = 30_000

/** Milliseconds between two tellings of how far it is, and between two looks at what threads measured. */
export const tellingInterval = 250

/** The measurements of a load test. */
export interface Measured {
  /** The measurements of each thread; there is at least one. */
  readonly parts: readonly MeasuredPart[]
  /** Milliseconds until the last iteration ended. */
  readonly duration: number
  /** The reason that ended it before its time. */
  readonly stopped?: string
  readonly timeline: Timeline
}

/** Watcher of a load test. */
interface Watcher {
  /** How a file, given by its absolute path, is told. */
  readonly fileOf: (path: string) => string
  readonly stopWhen: readonly StopCondition[]
  /** Told how far it is, and what was measured so far, made when asked for. */
  readonly progress?: (now: LoadProgress, measured: () => LoadFigures) => void
  readonly threads: MoreThreads
}

/** The threads that a load test can have beside the first. */
export interface MoreThreads {
  /** How many there are in all at most; as many as are of use when absent. */
  readonly most?: number
  /** Starts one, which gets ready by itself and then waits until it has a share. */
  start(shared: SharedLoad, measured: (interval: Interval) => void): LoadThread
}

/** Another thread of a load test. */
export interface LoadThread {
  /** True where it can begin; false where it has ended before. */
  readonly ready: Promise<boolean>
  /** Its measurements, when it has ended; undefined where it never began. Rejects where something happened that cannot. */
  readonly ended: Promise<MeasuredPart | undefined>
  /** There are more threads than before, of which this one is the one with that number: it begins, or has other callers. */
  share(index: number): void
  breakOff(hadTime: boolean): void
  /** Ends the cleaning up, too. */
  insist(): void
  /** How busy it has been since a time before, which is told by what this gave then. */
  utilization(since?: EventLoopUtilization): EventLoopUtilization
}

/** Puts load on scenarios, side by side, until their profiles, the interrupt of the run or a condition ends it. */
export async function runLoad(
  scenarios: readonly Scenario[],
  run: RunContext,
  watcher: Watcher,
): Promise<Measured> {
  await loadActions(scenarios)
  const shared = newSharedLoad(scenarios.length)
  const part = new LoadPart(scenarios, run, { ...watcher, shared, index: 0 })
  const timeline = new Timeline()
  const threads = new Threads(part, shared, timeline, watcher.threads)
  const pulse = new Pulse(part, threads, timeline, {
    ...watcher,
    longest: Math.max(...scenarios.map(({ profile }) => durationOf(profile.stages))),
  })
  const breakOff = (): void => {
    threads.breakOff(false)
  }
  const insist = (): void => {
    threads.insist()
  }
  run.interrupt.addEventListener('abort', breakOff)
  run.insist.addEventListener('abort', insist)
  try {
    const own = await part.carryOut()
    const others = await threads.ended()
    const { duration, stopped } = pulse.end()
    return { parts: [own, ...others], timeline, duration, ...defined({ stopped }) }
  } finally {
    run.interrupt.removeEventListener('abort', breakOff)
    run.insist.removeEventListener('abort', insist)
    pulse.end()
    threads.breakOff(false)
  }
}

/** How a load test ended: after how many milliseconds, and what ended it before its time. */
interface Ending {
  readonly duration: number
  readonly stopped: string | undefined
}

/** The work that is done again and again while a load test runs. */
class Pulse {
  readonly #part: LoadPart
  readonly #threads: Threads
  readonly #timeline: Timeline
  readonly #grace: NodeJS.Timeout
  readonly #progressTimer: NodeJS.Timeout
  readonly #secondTimer: NodeJS.Timeout
  #stopped: string | undefined
  #ending: Ending | undefined
  /** The most callers at work since progress was told, and in this second. */
  #callers = 0
  #callersOfSecond = 0

  /** `longest` are the milliseconds that the profiles take. */
  constructor(
    part: LoadPart,
    threads: Threads,
    timeline: Timeline,
    { longest, progress, stopWhen }: Pick<Watcher, 'progress' | 'stopWhen'> & { readonly longest: number },
  ) {
    this.#part = part
    this.#threads = threads
    this.#timeline = timeline
    this.#grace = setTimeout(() => {
      threads.breakOff(true)
    }, longest + graceTime)
    this.#progressTimer = setInterval(() => {
      this.#takeInterval()
      this.#tell(progress)
    }, tellingInterval)
    this.#secondTimer = setInterval(() => {
      this.#endSecond()
      this.#stopped ??= stopWhen.find(condition => timeline.fits(condition))?.written
      if (this.#stopped !== undefined) threads.breakOff(false)
      else if (part.elapsed < longest) threads.growWhereFull()
    }, 1000)
  }

  /** Ends all of it; how long it took, and what ended it before its time. */
  end(): Ending {
    if (this.#ending !== undefined) return this.#ending
    clearTimeout(this.#grace)
    clearInterval(this.#progressTimer)
    clearInterval(this.#secondTimer)
    this.#endSecond()
    this.#ending = { duration: this.#part.elapsed, stopped: this.#stopped }
    return this.#ending
  }

  #endSecond(): void {
    this.#takeInterval()
    this.#timeline.end(this.#part.elapsed, this.#callersOfSecond)
    this.#callersOfSecond = 0
  }

  #takeInterval(): void {
    const interval = this.#part.takeInterval()
    this.#timeline.add(interval)
    this.#callers = interval.callers + this.#threads.callersOfOthers
    this.#callersOfSecond = Math.max(this.#callersOfSecond, this.#callers)
  }

  #tell(progress: Watcher['progress']): void {
    const { all, iterations } = this.#timeline
    const { requests, errors, latency } = all
    const { elapsed } = this.#part
    const now = { elapsed, iterations, requests, errors, p95: latency.percentile(95), callers: this.#callers }
    progress?.(now, () => all.figures(elapsed / 1000))
  }
}

/** A thread is full that waits less than the rest of this share of its time. */
const fullShare = 0.8

/** The share of a core that must have nothing to do for one more thread. */
const neededShare = 0.75

/** Milliseconds until threads share what there is to do anew: until all of them know. */
const noticeTime = 100

/** The threads of a load test: one until it is full, then as many as the machine has room for. */
class Threads {
  readonly #part: LoadPart
  readonly #shared: SharedLoad
  readonly #division: Division
  readonly #timeline: Timeline
  readonly #more: MoreThreads
  /** Threads that have a share. */
  readonly #others: OtherThread[] = []
  /** Threads that get ready. */
  #starting: OtherThread[] = []
  #own = performance.eventLoopUtilization()
  #idle = idleTime()

  constructor(part: LoadPart, shared: SharedLoad, timeline: Timeline, more: MoreThreads) {
    this.#part = part
    this.#shared = shared
    this.#division = new Division(shared.division)
    this.#timeline = timeline
    this.#more = more
  }

  /** The most callers at work in the other threads, as they told last. */
  get callersOfOthers(): number {
    return this.#others.reduce((sum, { callers }) => sum + callers, 0)
  }

  /** Starts more threads where all that there are have been full since the last time. */
  growWhereFull(): void {
    const isFull = this.#utilizations().every(share => share > fullShare)
    const idle = this.#idle
    this.#idle = idleTime()
    const coresLeft = (this.#idle.idle - idle.idle) / (this.#idle.at - idle.at)
    if (isFull && this.#starting.length === 0 && !this.#part.isOver && !this.#division.isFull)
      void this.#start(this.#wanted(coresLeft))
  }

  /** Ends what is under way in all of them. */
  breakOff(hadTime: boolean): void {
    this.#part.breakOff(hadTime)
    for (const { thread } of [...this.#others, ...this.#starting]) thread.breakOff(hadTime)
  }

  /** Ends the cleaning up of the others. */
  insist(): void {
    for (const { thread } of this.#others) thread.insist()
  }

  /** The measurements of the other threads, when they have ended. */
  async ended(): Promise<readonly MeasuredPart[]> {
    for (const { thread } of this.#starting) thread.breakOff(true)
    const parts = await Promise.all(this.#others.map(({ thread }) => thread.ended))
    return parts.filter(part => part !== undefined)
  }

  /** How many more threads there should be: twice as many as there are, as far as there are cores, or as somebody says. */
  #wanted(coresLeft: number): number {
    const { most } = this.#more
    const count = 1 + this.#others.length
    const twice = Math.min(2 * count, most ?? availableParallelism()) - count
    return most === undefined ? Math.min(twice, Math.floor(coresLeft + 1 - neededShare)) : twice
  }

  /** Starts so many, and has those that get ready share what there is to do. */
  async #start(added: number): Promise<void> {
    this.#starting = Array.from({ length: Math.max(0, added) }, () => this.#startOne())
    const starting = this.#starting
    const isReady = await Promise.all(starting.map(({ thread }) => thread.ready))
    this.#starting = []
    const ready = starting.filter((_, index) => isReady[index])
    if (this.#part.isOver) for (const { thread } of ready) thread.breakOff(true)
    else if (ready.length > 0) this.#share(ready)
  }

  #startOne(): OtherThread {
    const other: OtherThread = {
      callers: 0,
      thread: this.#more.start(this.#shared, interval => {
        other.callers = interval.callers
        this.#timeline.add(interval)
      }),
    }
    return other
  }

  #share(ready: readonly OtherThread[]): void {
    this.#others.push(...ready)
    this.#division.grow(1 + this.#others.length, this.#part.elapsed + noticeTime)
    this.#part.takeOverCallers()
    for (const [index, { thread }] of this.#others.entries()) thread.share(index + 1)
    // An error that cannot happen in a thread ends all, and is thrown at the end.
    for (const { thread } of ready)
      thread.ended.catch(() => {
        this.breakOff(false)
      })
  }

  /** How busy each thread was since the last time, from 0 to 1. */
  #utilizations(): readonly number[] {
    const own = performance.eventLoopUtilization(this.#own)
    this.#own = performance.eventLoopUtilization()
    return [
      own.utilization,
      ...this.#others.map(other => {
        const { utilization } = other.thread.utilization(other.before)
        other.before = other.thread.utilization()
        return utilization
      }),
    ]
  }
}

/** Another thread, and what is known of it. */
interface OtherThread {
  readonly thread: LoadThread
  callers: number
  before?: EventLoopUtilization
}

/** Milliseconds that the cores of the machine had nothing to do, all together, and when that was. */
function idleTime(): { readonly idle: number; readonly at: number } {
  return { idle: cpus().reduce((sum, { times }) => sum + times.idle, 0), at: monotonicTime() }
}
