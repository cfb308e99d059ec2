import type { JudgedThreshold, LoadProfile, LoadResult } from '../model/load-test.ts'
import { formatDuration, plural } from '../util/quantity.ts'
import type { Measured } from './run-load.ts'
import { judgeThreshold, type Threshold, withErrors } from './thresholds.ts'

/** Milliseconds that the generator may be late, and the share of the latency, in one of a hundred requests. */
const toleratedLag = 10
const toleratedShare = 0.05

/** What a load test comes to, in figures and a verdict. */
export function judgeLoad(
  { measurements, duration, iterations, unserved, lag }: Measured,
  thresholds: readonly Threshold[],
  {
    profile,
    startedAt,
    interrupted,
    fileOf,
  }: Pick<LoadResult, 'startedAt'> & {
    readonly profile: LoadProfile
    readonly interrupted: boolean
    readonly fileOf: (path: string) => string
  },
): LoadResult {
  const measured = {
    profile,
    startedAt,
    duration,
    iterations,
    unserved,
    all: measurements.all.figures(duration / 1000),
    steps: measurements.steps(duration, fileOf),
    failures: measurements.failures,
    wait: measurements.wait.percentiles,
    lag,
  }
  const judged = withErrors(thresholds).map(threshold => judgeThreshold(threshold, measured))
  return { ...measured, thresholds: judged, ...verdictOf(measured, judged, interrupted) }
}

function verdictOf(
  { all, lag, unserved }: Pick<LoadResult, 'all' | 'lag' | 'unserved'>,
  judged: readonly JudgedThreshold[],
  interrupted: boolean,
): Pick<LoadResult, 'verdict' | 'exitCode' | 'reasons'> {
  if (interrupted)
    return { verdict: 'interrupted', exitCode: 130, reasons: ['The load test was interrupted.'] }
  const missed = judged.flatMap(({ message }) => message ?? [])
  const { none = 0 } = all.statuses
  if (all.requests === 0) return { verdict: 'fail', exitCode: 3, reasons: ['No request was sent.'] }
  if (none === all.requests || Object.keys(all.statuses).length === 0)
    return { verdict: 'fail', exitCode: 3, reasons: ['No request was answered.', ...missed] }
  if (lag.p99 > Math.max(toleratedLag, toleratedShare * all.latency.p99)) {
    const late = `This machine was too busy to be believed: one of a hundred requests began ${formatDuration(lag.p99)} late.`
    return { verdict: 'unreliable', exitCode: 3, reasons: [late] }
  }
  const waiting =
    unserved === 0 ? [] : [`${plural(unserved, 'iteration')} found no free caller until the end.`]
  const reasons = [...missed, ...waiting]
  return reasons.length === 0
    ? { verdict: 'pass', exitCode: 0, reasons }
    : { verdict: 'fail', exitCode: 4, reasons }
}
