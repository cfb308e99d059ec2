import type { JudgedThreshold, LoadResult, Threshold } from '../model/load-test.ts'
import { formatDuration, plural } from '../util/quantity.ts'
import type { Measured, Scenario } from './run-load.ts'
import { aboutErrors, judgeThreshold, withErrors } from './thresholds.ts'

/** Milliseconds that the generator may be late, and the share of the latency, in one of a hundred requests. */
const toleratedLag = 10
const toleratedShare = 0.05

/** What a load test comes to, in figures and a verdict; `given` are the thresholds that are about all scenarios. */
export function judgeLoad(
  { measurements, duration, iterations, unserved, unsent, stopped, lag }: Measured,
  scenarios: readonly Scenario[],
  given: readonly Threshold[],
  { startedAt, interrupted, fileOf }: Judging,
): LoadResult {
  const of = measurements.scenarios.map(one => ({
    all: one.all.figures(one.duration / 1000),
    steps: one.steps(fileOf),
  }))
  const measured = {
    scenarios: scenarios.flatMap(({ suites, profile }, index) => {
      const figures = of[index]?.all
      return figures === undefined ? [] : [{ files: suites.map(({ file }) => file), profile, figures }]
    }),
    startedAt,
    duration,
    ...(stopped === undefined ? {} : { stopped }),
    iterations,
    unserved,
    all: measurements.all.figures(duration / 1000),
    steps: of.flatMap(({ steps }) => steps),
    failures: measurements.failures,
    seconds: measurements.timeline.seconds,
    wait: measurements.wait.distribution,
    lag,
  }
  const own = scenarios.flatMap(({ thresholds, suites: [suite] }, index) =>
    (aboutErrors(given) ? thresholds : withErrors(thresholds)).map(threshold => {
      const judged = judgeThreshold(threshold, of[index] ?? measured)
      return scenarios.length === 1 || suite === undefined ? judged : { ...judged, file: suite.file }
    }),
  )
  const judged = [...own, ...given.map(threshold => judgeThreshold(threshold, measured))]
  return { ...measured, thresholds: judged, ...verdictOf(measured, judged, unsent, interrupted) }
}

/** What else is known of a load test. */
interface Judging extends Pick<LoadResult, 'startedAt'> {
  readonly interrupted: boolean
  /** How a file, given by its absolute path, is told. */
  readonly fileOf: (path: string) => string
}

function verdictOf(
  {
    all,
    lag,
    unserved,
    stopped,
    duration,
  }: Omit<LoadResult, 'verdict' | 'exitCode' | 'reasons' | 'thresholds'>,
  judged: readonly JudgedThreshold[],
  unsent: number,
  interrupted: boolean,
): Pick<LoadResult, 'verdict' | 'exitCode' | 'reasons'> {
  if (interrupted)
    return { verdict: 'interrupted', exitCode: 130, reasons: ['The load test was interrupted.'] }
  const missed = judged.flatMap(({ message, file }) =>
    message === undefined ? [] : [file === undefined ? message : `${file}: ${message}`],
  )
  const { none = 0 } = all.statuses
  if (all.requests === 0) return { verdict: 'fail', exitCode: 3, reasons: ['No request was sent.'] }
  if (none === all.requests || Object.keys(all.statuses).length === 0)
    return { verdict: 'fail', exitCode: 3, reasons: ['No request was answered.', ...missed] }
  if (stopped !== undefined)
    return {
      verdict: 'fail',
      exitCode: 4,
      reasons: [`Stopped after ${formatDuration(duration)}: ${stopped}.`, ...missed],
    }
  if (lag.p99 > Math.max(toleratedLag, toleratedShare * all.latency.p99)) {
    const busy = `This machine was too busy to be believed: one of a hundred requests began ${formatDuration(lag.p99)} late.`
    return { verdict: 'unreliable', exitCode: 3, reasons: [busy] }
  }
  const waiting =
    unserved === 0 ? [] : [`${plural(unserved, 'iteration')} found no free caller until the end.`]
  const late = unsent === 0 ? [] : [`Time was over before ${plural(unsent, 'request')} could be sent.`]
  const reasons = [...missed, ...waiting, ...late]
  return reasons.length === 0
    ? { verdict: 'pass', exitCode: 0, reasons }
    : { verdict: 'fail', exitCode: 4, reasons }
}
