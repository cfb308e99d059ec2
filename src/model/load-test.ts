import type { StepResult } from './result.ts'

/** The most callers that a load test has unless more are asked for, and the milliseconds that it lasts at most (mission, Limits). */
export const mostCallers = 200
export const longestLoad = 600_000

/** A measured figure, with how it is written. */
export type LoadMetric = keyof Percentiles | 'error-rate' | 'errors' | 'throughput'

/** Limit that a load test must keep to. */
export interface Threshold {
  /** `p95<300ms` */
  readonly written: string
  /** The step that it is about; all of them when absent. */
  readonly step?: string
  readonly metric: LoadMetric
  readonly operator: '<' | '<=' | '>' | '>='
  /** Milliseconds, a share from 0 to 1, requests or requests in a second. */
  readonly limit: number
}

/** Condition that ends a load test that has gone wrong: something that was so in every one of the last seconds. */
export interface StopCondition {
  readonly written: string
  readonly threshold: Threshold
  /** Milliseconds. */
  readonly over: number
}

/** The load settings of a suite or a command, malformed parts left out. Durations are milliseconds. */
export interface LoadSection {
  readonly callers?: number
  /** With a rate: how many call at most. */
  readonly atMost?: number
  readonly duration?: number
  readonly requests?: number
  readonly rampUp?: number
  /** Iterations that begin in a second. */
  readonly rate?: number
  readonly stages?: readonly WrittenStage[]
  readonly thresholds: readonly Threshold[]
  readonly stopWhen: readonly StopCondition[]
}

/** A stage as it is written: to how many callers, or to which rate. */
export interface WrittenStage extends Pick<LoadStage, 'to' | 'over'> {
  readonly isRate: boolean
}

/** A part of the course of a load: from a level to another, in a line. */
export interface LoadStage {
  readonly from: number
  readonly to: number
  /** Milliseconds. */
  readonly over: number
}

/** How load is put on a target. */
export interface LoadProfile {
  /**
   * Levels are callers, each of whom begins the next iteration at the end of the one before, or iterations that begin in a
   * second, whatever became of those before.
   */
  readonly model: 'callers' | 'rate'
  readonly stages: readonly LoadStage[]
  /** How many call side by side at most. */
  readonly callers: number
  /** How many requests are sent in all, up to whole iterations. */
  readonly requests?: number
}

/** Suites that were put under load with a profile of their own, and what was measured of them. */
export interface LoadScenario {
  /** The suites, relative to the working folder. */
  readonly files: readonly string[]
  readonly profile: LoadProfile
  readonly figures: LoadFigures
}

/** The figures measured in a second. */
export interface LoadSecond extends Percentiles {
  /** Milliseconds from the beginning to the end of it. */
  readonly at: number
  readonly requests: number
  readonly errors: number
  /** Callers at work at the end of it. */
  readonly callers: number
}

/** Milliseconds that a share of the requests took at most. */
export interface Percentiles {
  readonly p50: number
  readonly p90: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** Microseconds in the middle of a range of times, and how many were in it. */
export type Bucket = readonly [microseconds: number, count: number]

/** How long things took, with what that is made of, so that several can be added. */
export interface Distribution extends Percentiles {
  readonly buckets: readonly Bucket[]
}

/** The figures measured of a step, or of all of them. */
export interface LoadFigures {
  readonly requests: number
  readonly ok: number
  readonly errors: number
  /** From 0 to 1. */
  readonly errorRate: number
  /** Requests in a second. */
  readonly throughput: number
  /** From the time at which a request was meant to begin, the generator's own delay apart, to the last byte of its answer. */
  readonly latency: Distribution
  /** From sending to the last byte. */
  readonly service: Distribution
  /** How often each status was answered; `none` where no answer came. */
  readonly statuses: Readonly<Record<string, number>>
  /** Requests that went out again by themselves, as the server had not begun with them; absent when none did. */
  readonly repeats?: number
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
  /** The suite whose requests it is about; all of them when absent. */
  readonly file?: string
  /** Absent where nothing was measured. */
  readonly actual?: number
  readonly met: boolean
  /** Why it was missed. */
  readonly message?: string
}

/** Result of a load test. */
export interface LoadResult {
  /**
   * Unreliable where the generator was late, so that nothing can be judged; part where it is one of several, which are judged
   * together.
   */
  readonly verdict: 'pass' | 'fail' | 'unreliable' | 'interrupted' | 'part'
  readonly exitCode: number
  /** Why it is not `pass`, a sentence each. */
  readonly reasons: readonly string[]
  readonly scenarios: readonly LoadScenario[]
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds until the last answer. */
  readonly duration: number
  /** The reason that ended it before its time. */
  readonly stopped?: string
  readonly iterations: number
  /** How many threads put it on in the end. */
  readonly threads: number
  /** Iterations that no caller was free for until the end. */
  readonly unserved: number
  /** Requests that time was over for. */
  readonly unsent: number
  /** The services in whose place mocks answered. */
  readonly standIns?: readonly string[]
  /** Which of several parts it is, from 1. */
  readonly shard?: Shard
  readonly all: LoadFigures
  readonly steps: readonly StepFigures[]
  readonly failures: readonly LoadFailure[]
  readonly thresholds: readonly JudgedThreshold[]
  /** Second by second. */
  readonly seconds: readonly LoadSecond[]
  /** How long iterations waited for a free caller. */
  readonly wait: Distribution
  /** How late the generator itself was. */
  readonly lag: Distribution
}

/** A part of a whole that several machines share, from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** How far a load test is. */
export interface LoadProgress {
  /** Milliseconds since it began. */
  readonly elapsed: number
  /** Iterations that began. */
  readonly iterations: number
  readonly requests: number
  readonly errors: number
  /** Milliseconds, of all so far. */
  readonly p95: number
  /** Callers at work now. */
  readonly callers: number
}
