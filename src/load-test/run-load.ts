import { availableParallelism, cpus } from 'node:os'
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { durationOf } from '../check/load-profile.ts'
import type { LoadFigures, LoadProgress, StopCondition } from '../model/load-test.ts'
import type { RunContext } from '../run/run-context.ts'
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

/** What a load test measured. */
export interface Measured {
  /** What each thread measured; there is at least one. */
  readonly parts: readonly MeasuredPart[]
  /** Milliseconds until the last iteration ended. */
  readonly duration: number
  /** What ended it before its time. */
  readonly stopped?: string
  readonly timeline: Timeline
}

/** Who watches a load test. */
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
  /** Starts one, which gets ready by itself. */
  start(shared: SharedLoad, index: number, report: ThreadReport): LoadThread
}

/** What a thread tells while it is under way. */
export interface ThreadReport {
  /** It can begin. */
  ready(): void
  measured(interval: Interval): void
}

/** Another thread of a load test. */
export interface LoadThread {
  /** What it measured, when it has ended; undefined where it never began. */
  readonly ended: Promise<MeasuredPart | undefined>
  /** There are more threads than before: it begins, or has other callers. */
  grown(): void
  breakOff(): void
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
  let stopped: string | undefined
  const breakOff = (): void => {
    part.breakOff()
    threads.breakOff()
  }
  const longest = Math.max(...scenarios.map(({ profile }) => durationOf(profile.stages)))
  const grace = setTimeout(breakOff, longest + graceTime)
  const telling = setInterval(() => {
    timeline.add(part.takeInterval())
    const { all, iterations } = timeline
    const { requests, errors, latency } = all
    const { elapsed } = part
    const now = {
      elapsed,
      iterations,
      requests,
      errors,
      p95: latency.percentile(95),
      callers: threads.callers,
    }
    watcher.progress?.(now, () => all.figures(elapsed / 1000))
  }, tellingInterval)
  const seconds = setInterval(() => {
    timeline.add(part.takeInterval())
    timeline.end(part.elapsed, threads.callers)
    stopped ??= watcher.stopWhen.find(condition => timeline.fits(condition))?.written
    if (stopped !== undefined) breakOff()
    else if (part.elapsed < longest) threads.growWhereFull()
  }, 1000)
  run.interrupt.addEventListener('abort', breakOff)
  try {
    const own = await part.carryOut()
    const others = await threads.ended()
    const duration = part.elapsed
    timeline.add(part.takeInterval())
    timeline.end(duration, 0)
    return {
      parts: [own, ...others],
      ...{ duration, timeline },
      ...(stopped === undefined ? {} : { stopped }),
    }
  } finally {
    run.interrupt.removeEventListener('abort', breakOff)
    clearTimeout(grace)
    clearInterval(telling)
    clearInterval(seconds)
    threads.breakOff()
  }
}

/** A thread is full that waits less than this share of its time; the machine has room for one more that has so much of a core left. */
const fullShare = 0.8
const neededShare = 0.75

/** Milliseconds until threads share what there is to do anew: until all of them know. */
const noticeTime = 100

/** The threads of a load test: one until it is full, then as many as the machine has room for. */
class Threads {
  readonly #part: LoadPart
  readonly #shared: SharedLoad
  readonly #timeline: Timeline
  readonly #more: MoreThreads
  readonly #others: OtherThread[] = []
  #own: EventLoopUtilization
  #idle = idleTime()
  #isStarting = false

  constructor(part: LoadPart, shared: SharedLoad, timeline: Timeline, more: MoreThreads) {
    this.#part = part
    this.#shared = shared
    this.#timeline = timeline
    this.#more = more
    this.#own = performance.eventLoopUtilization()
  }

  /** Who is calling now. */
  get callers(): number {
    return this.#others.reduce((sum, { callers }) => sum + callers, this.#part.calling)
  }

  /** Starts more threads where all that there are have been full since the last time. */
  growWhereFull(): void {
    const { most } = this.#more
    const count = 1 + this.#others.length
    const isFull = this.#utilizations().every(share => share > fullShare)
    const idle = this.#idle
    this.#idle = idleTime()
    const coresLeft = (this.#idle.idle - idle.idle) / (this.#idle.at - idle.at)
    const wanted = Math.min(2 * count, most ?? availableParallelism())
    const added =
      most === undefined ? Math.min(wanted - count, Math.floor(coresLeft + 1 - neededShare)) : wanted - count
    if (this.#isStarting || !isFull || added < 1) return
    this.#isStarting = true
    let ready = 0
    for (let index = count; index < count + added; index++)
      this.#others.push(
        this.#start(index, () => {
          ready++
          if (ready === added) this.#begin(count + added)
        }),
      )
  }

  /** Ends what is under way in the others. */
  breakOff(): void {
    for (const { thread } of this.#others) thread.breakOff()
  }

  /** What the others measured, when they have ended. */
  async ended(): Promise<readonly MeasuredPart[]> {
    if (this.#isStarting) this.breakOff()
    const parts = await Promise.all(this.#others.map(({ thread }) => thread.ended))
    return parts.filter(part => part !== undefined)
  }

  #start(index: number, ready: () => void): OtherThread {
    const other: OtherThread = {
      callers: 0,
      thread: this.#more.start(this.#shared, index, {
        ready,
        measured: interval => {
          other.callers = interval.callers
          this.#timeline.add(interval)
        },
      }),
    }
    return other
  }

  /** All are ready: what there is to do is shared by so many. */
  #begin(count: number): void {
    this.#isStarting = false
    if (this.#part.isBrokenOff) return
    new Division(this.#shared.division).grow(count, this.#part.elapsed + noticeTime)
    this.#part.grown()
    for (const { thread } of this.#others) thread.grown()
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
  return { idle: cpus().reduce((sum, { times }) => sum + times.idle, 0), at: performance.now() }
}
