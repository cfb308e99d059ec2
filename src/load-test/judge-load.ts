import type { Distribution, LoadResult, Shard, Threshold } from '../model/load-test.ts'
import { defined } from '../util/defined.ts'
import { formatDuration, plural } from '../util/quantity.ts'
import type { MeasuredScenario, Scenario } from './load-part.ts'
import { mergeDistributions, mergeFailures, mergeFigures, mergeSteps, sum } from './merge-figures.ts'
import type { Measured } from './run-load.ts'
import { aboutErrors, judgeThreshold, withErrors } from './thresholds.ts'

/** Milliseconds that the generator may be late, or the share of the latency if that is more, but for one of a hundred cases. */
const toleratedLag = 10
const toleratedShare = 0.05
const toleratedCases = 0.01

/** Milliseconds of a load test that is over before it could be told how late the machine is. */
const shortest = 1000

/** So often it may be late in any case: while it begins, which much of a short load test is. */
const toleratedTimes = 3

/** The measured figures, with thresholds judged, before there is a verdict. */
export type Judged = Omit<LoadResult, 'verdict' | 'exitCode' | 'reasons'>

/** Result of a load test, in figures and a verdict; `given` are the thresholds that are about all scenarios. */
export function judgeLoad(
  measured: Measured,
  scenarios: readonly Scenario[],
  given: readonly Threshold[],
  { startedAt, interrupted, shard }: Judging,
): LoadResult {
  const { parts, duration, stopped, timeline } = measured
  const of = scenarios.map((_, index) => figuresOf(parts.flatMap(part => part.scenarios[index] ?? [])))
  const all = {
    all: mergeFigures(
      of.map(one => one.all),
      duration / 1000,
    ),
    steps: mergeSteps(
      of.flatMap(({ steps }) => steps),
      duration / 1000,
    ),
  }
  const own = scenarios.flatMap(({ thresholds, suites: [suite] }, index) =>
    (aboutErrors(given) ? thresholds : withErrors(thresholds)).map(threshold => {
      const judged = judgeThreshold(threshold, of[index] ?? all)
      return scenarios.length === 1 || suite === undefined ? judged : { ...judged, file: suite.file }
    }),
  )
  const judged = {
    scenarios: scenarios.flatMap(({ suites, profile }, index) => {
      const figures = of[index]?.all
      return figures === undefined ? [] : [{ files: suites.map(({ file }) => file), profile, figures }]
    }),
    startedAt,
    duration,
    ...defined({ stopped, shard }),
    iterations: sum(parts, part => part.iterations),
    threads: parts.length,
    unserved: sum(parts, part => part.unserved),
    unsent: sum(parts, part => part.unsent),
    ...all,
    failures: mergeFailures(parts.flatMap(part => part.scenarios.flatMap(({ failures }) => failures))),
    thresholds: [...own, ...given.map(threshold => judgeThreshold(threshold, all))],
    seconds: timeline.seconds,
    wait: mergeDistributions(parts.map(({ wait }) => wait)),
    lag: mergeDistributions(parts.map(({ lag }) => lag)),
  }
  return withVerdict(judged, interrupted)
}

/** The figures that threads measured of a scenario, and of each of its steps; it may end before others. */
function figuresOf(parts: readonly MeasuredScenario[]): Pick<LoadResult, 'all' | 'steps'> {
  const seconds = Math.max(0, ...parts.map(({ duration }) => duration)) / 1000
  const steps = mergeSteps(
    parts.flatMap(part => part.steps),
    seconds,
  )
  return { all: mergeFigures(steps, seconds), steps }
}

/** Further facts known of a load test. */
interface Judging extends Pick<LoadResult, 'startedAt'> {
  readonly interrupted: boolean
  /** Which part it is, where thresholds are judged later for all of them. */
  readonly shard?: Shard | undefined
}

/** The measured figures, with their verdict; `late` says that one of the machines is known to have been too busy. */
export function withVerdict(judged: Judged, interrupted: boolean, late?: readonly string[]): LoadResult {
  const decided = interrupted
    ? ({ verdict: 'interrupted', exitCode: 130, reasons: ['The load test was interrupted.'] } as const)
    : verdictOf(judged, late)
  return { ...judged, ...decided }
}

function verdictOf(
  judged: Judged,
  late: readonly string[] | undefined,
): Pick<LoadResult, 'verdict' | 'exitCode' | 'reasons'> {
  const { all, lag, stopped, duration, shard } = judged
  const missed = shard === undefined ? missedThresholds(judged) : []
  const { none = 0 } = all.statuses
  if (all.requests === 0) return { verdict: 'fail', exitCode: 3, reasons: ['No request was sent.'] }
  if (none === all.requests || Object.keys(all.statuses).length === 0)
    return { verdict: 'fail', exitCode: 3, reasons: ['No request was answered.', ...missed] }
  if (stopped !== undefined) {
    const end = `Stopped after ${formatDuration(duration)}: ${stopped}.`
    return { verdict: 'fail', exitCode: 4, reasons: [end, ...missed] }
  }
  const busy = late ?? (duration > shortest && isTooLate(lag, all.latency.p99) ? [tooBusy(lag)] : undefined)
  if (busy !== undefined) return { verdict: 'unreliable', exitCode: 3, reasons: busy }
  if (shard !== undefined) return { verdict: 'part', exitCode: 0, reasons: [] }
  const reasons = [...missed, ...undone(judged)]
  return reasons.length === 0
    ? { verdict: 'pass', exitCode: 0, reasons }
    : { verdict: 'fail', exitCode: 4, reasons }
}

function tooBusy({ p99 }: Distribution): string {
  return `This machine was too busy to be believed: one of a hundred times it was ${formatDuration(p99)} late.`
}

/** True where nothing that was measured can be believed, as the generator itself was late too often. */
function isTooLate({ buckets }: Distribution, latency: number): boolean {
  const tolerated = 1000 * Math.max(toleratedLag, toleratedShare * latency)
  const all = sum(buckets, ([, count]) => count)
  const late = sum(buckets, ([microseconds, count]) => (microseconds > tolerated ? count : 0))
  return late > Math.max(toleratedTimes, toleratedCases * all)
}

function missedThresholds({ thresholds }: Judged): readonly string[] {
  return thresholds.flatMap(({ message, file }) =>
    message === undefined ? [] : [file === undefined ? message : `${file}: ${message}`],
  )
}

/** Names the work that was to be done and was not. */
function undone({ unserved, unsent }: Judged): readonly string[] {
  return [
    ...(unserved === 0 ? [] : [`${plural(unserved, 'iteration')} found no free caller until the end.`]),
    ...(unsent === 0 ? [] : [`Time was over before ${plural(unsent, 'request')} could be sent.`]),
  ]
}
