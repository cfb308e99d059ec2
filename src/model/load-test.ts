import type { StepResult } from './result.ts'

/** The most callers that a load test has unless more are asked for, and the milliseconds that it lasts at most (mission, Limits). */
export const mostCallers = 200
export const longestLoad = 600_000

/** How load is put on a target. */
export interface LoadProfile {
  /** How many call side by side; with a rate, how many at most. */
  readonly callers: number
  /** Milliseconds in which the callers begin one after the other, or the rate rises from nothing. */
  readonly rampUp: number
  /** Milliseconds after which nothing new begins. */
  readonly duration?: number
  /** How many requests are sent in all, up to whole iterations. */
  readonly requests?: number
  /** Iterations that begin in a second, whatever became of those before; without it a caller begins the next at the end of the one before. */
  readonly rate?: number
}

/** Milliseconds that a share of the requests took at most. */
export interface Percentiles {
  readonly p50: number
  readonly p90: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** What was measured of a step, or of all of them. */
export interface LoadFigures {
  readonly requests: number
  readonly ok: number
  readonly errors: number
  /** From 0 to 1. */
  readonly errorRate: number
  /** Requests in a second. */
  readonly throughput: number
  /** From the time at which a request was meant to begin, the generator's own delay apart, to the last byte of its answer. */
  readonly latency: Percentiles
  /** From sending to the last byte. */
  readonly service: Percentiles
  /** How often each status was answered; `none` where no answer came. */
  readonly statuses: Readonly<Record<string, number>>
}

/** A step that was measured. */
export interface StepFigures extends LoadFigures {
  readonly step: string
  /** The suite, relative to the working folder. */
  readonly file: string
}

/** One way in which requests failed, how often it did, and the first of them whole. */
export interface LoadFailure {
  readonly step: string
  readonly reason: string
  readonly count: number
  readonly first: StepResult
}

/** A threshold, and what was measured. */
export interface JudgedThreshold {
  /** As it was written. */
  readonly threshold: string
  /** Absent where nothing was measured. */
  readonly actual?: number
  readonly met: boolean
  /** Why it was missed. */
  readonly message?: string
}

/** What a load test comes to. */
export interface LoadResult {
  /** Unreliable where the generator was late, so that nothing can be judged. */
  readonly verdict: 'pass' | 'fail' | 'unreliable' | 'interrupted'
  readonly exitCode: number
  /** Why it is not `pass`, a sentence each. */
  readonly reasons: readonly string[]
  readonly profile: LoadProfile
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds until the last answer. */
  readonly duration: number
  readonly iterations: number
  /** Iterations that no caller was free for until the end. */
  readonly unserved: number
  readonly all: LoadFigures
  readonly steps: readonly StepFigures[]
  readonly failures: readonly LoadFailure[]
  readonly thresholds: readonly JudgedThreshold[]
  /** How long iterations waited for a free caller. */
  readonly wait: Percentiles
  /** How late the generator itself was. */
  readonly lag: Percentiles
}

/** How far a load test is. */
export interface LoadProgress {
  /** Milliseconds since it began. */
  readonly elapsed: number
  readonly requests: number
  readonly errors: number
  /** Milliseconds, of all so far. */
  readonly p95: number
  /** Who is calling now. */
  readonly callers: number
}
