import { factsOf } from '../../actions/index.ts'
import { type LoadProfile, type LoadStage, longestLoad, type Threshold } from '../../model/load-test.ts'
import type { Problem } from '../../model/problem.ts'
import { holds } from '../../parse/load/threshold.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { formatDuration } from '../../util/quantity.ts'
import { durationOf, limitOfRate } from '../load-profile.ts'
import { allSteps, type Facts, problemAt } from '../rule.ts'
import { limitsOf } from './limits.ts'

/** Thresholds of a suite that cannot be missed, and conditions that end nothing, with items that can all be read. */
export function idleLoad(profile: LoadProfile, parsed: ParsedSuite, facts: Facts): readonly Problem[] {
  return [...idleThresholds(profile, parsed, facts), ...idleStops(profile, parsed, facts)]
}

/** Thresholds that nothing can miss which this load measures. */
function idleThresholds(profile: LoadProfile, parsed: ParsedSuite, facts: Facts): readonly Problem[] {
  return (parsed.suite.load?.thresholds ?? []).flatMap((threshold, index) => {
    if (!threshold.operator.startsWith('<')) return []
    const most = mostMeasured(threshold, profile, parsed, facts)
    if (most === undefined || !holds(most.value, threshold)) return []
    const message = `nothing can miss the threshold "${threshold.written}": ${most.why}`
    return [
      problemAt(parsed.source, ['load', 'thresholds', index], 'bad-value', message, {
        hint: 'Write what is too much.',
        severity: most.severity,
      }),
    ]
  })
}

interface Most {
  readonly value: number
  readonly why: string
  /** The command line may give more requests, and longer. */
  readonly severity: Problem['severity']
}

/** The most that can be measured of what a threshold is about; undefined where nobody knows. */
function mostMeasured(
  { metric, step }: Threshold,
  { model, requests, stages }: LoadProfile,
  parsed: ParsedSuite,
  facts: Facts,
): Most | undefined {
  const sending = allSteps(parsed).filter(({ action }) => factsOf(action).sendsRequests === true)
  if (facts.uses.size > 0 || metric === 'error-rate' || metric === 'throughput') return undefined
  if (metric === 'errors') {
    const isOnce = sending.every(({ retry, rounds, data }) =>
      [retry, rounds, data].every(one => one === undefined),
    )
    if (!isOnce) return undefined
    const count = Math.max(1, sending.length)
    const ofRate = model === 'rate' ? 1.1 * iterationsOf(stages) * count : Infinity
    const most = Math.min(ofRate, requests === undefined ? Infinity : Math.ceil(requests / count) * count)
    if (most < Infinity)
      return { value: most, why: `it sends ${Math.ceil(most)} requests at most`, severity: 'warning' }
    const value = ((limitOfRate * longestLoad) / 1000) * count
    return { value, why: 'no load test sends so many requests', severity: 'error' }
  }
  // By a rate, what waits for its turn takes longer than its own time.
  const asked = sending.filter(({ name }) => step === undefined || name === step)
  const limits = asked.map(one => limitsOf(parsed, facts, one).time)
  if (model === 'rate' || limits.length === 0 || limits.includes(undefined)) return undefined
  // A busy machine may end them later.
  const value = 2 * Math.max(...limits.map(Number))
  return { value, why: 'a request that takes so long is ended before, by its timeout', severity: 'error' }
}

function iterationsOf(stages: readonly LoadStage[]): number {
  return stages.reduce((sum, { from, to, over }) => sum + (((from + to) / 2) * over) / 1000, 0)
}

/** Conditions that nothing can meet, or not for as long as they say, as the load is over before. */
function idleStops(profile: LoadProfile, parsed: ParsedSuite, facts: Facts): readonly Problem[] {
  const length = durationOf(profile.stages)
  return (parsed.suite.load?.stopWhen ?? []).flatMap(({ written, threshold, over }, index) => {
    const most = threshold.operator.startsWith('>')
      ? mostMeasured(threshold, profile, parsed, facts)
      : undefined
    const isNever = most !== undefined && !holds(most.value, threshold)
    if (!isNever && over <= length) return []
    const why = isNever ? most.why : `the load is over after ${formatDuration(length)}`
    return [
      problemAt(
        parsed.source,
        ['load', 'stop-when', index],
        'bad-value',
        `"${written}" ends nothing: ${why}`,
        {
          hint: 'Write what can come.',
          severity: isNever ? most.severity : 'warning',
        },
      ),
    ]
  })
}
