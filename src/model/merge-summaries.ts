import { addCoverage, type Coverage, missedShares, nothingHeld } from './contract.ts'
import { worstExitCode } from './exit-code.ts'
import { addCounts, noCounts, type OutcomeCounts, worstOutcome } from './outcome.ts'
import type { RunSummary } from './result.ts'
import { defined } from '../util/defined.ts'

/** Summaries of several runs, such as those of the shards of one, as one. */
export function mergeSummaries(summaries: readonly RunSummary[]): RunSummary {
  const startedAt = summaries.length === 0 ? 0 : Math.min(...summaries.map(summary => summary.startedAt))
  const end = Math.max(startedAt, ...summaries.map(summary => summary.startedAt + summary.duration))
  const leftOut = new Map(summaries.flatMap(summary => summary.leftOut ?? []).map(one => [one.file, one]))
  const repeats = summaries.reduce((count, summary) => count + (summary.repeats ?? 0), 0)
  const standIns = new Set(summaries.flatMap(summary => summary.standIns ?? []))
  const coverages = summaries.flatMap(summary => summary.coverage ?? [])
  const coverage = coverages
    .slice(1)
    .reduce<Coverage | undefined>(
      (whole, part) => (whole === undefined ? part : addCoverage(whole, part)),
      coverages[0],
    )
  const missed = coverage !== undefined && missedShares(coverage).length > 0
  const outcome = worstOutcome(summaries.map(summary => summary.outcome))
  const unheld = outcome === 'passed' ? nothingHeld(coverage) : undefined
  return defined({
    outcome: unheld === undefined ? outcome : 'errored',
    interrupted: summaries.some(summary => summary.interrupted),
    exitCode: worstExitCode([
      ...summaries.map(summary => summary.exitCode),
      ...(unheld === undefined ? [] : [2]),
      ...(missed ? [4] : []),
    ]),
    startedAt,
    duration: end - startedAt,
    suites: sum(summaries.map(summary => summary.suites)),
    steps: sum(summaries.map(summary => summary.steps)),
    rows: sum(summaries.map(summary => summary.rows)),
    requests: summaries.reduce((count, summary) => count + summary.requests, 0),
    ...(repeats === 0 ? {} : { repeats }),
    repeat: sameIn(summaries.map(({ repeat }) => repeat)),
    seed: sameIn(summaries.flatMap(({ seed }) => seed ?? [])),
    shuffle: sameIn(summaries.map(({ shuffle }) => shuffle)),
    overtime: addOvertime(summaries),
    ...(leftOut.size === 0 ? {} : { leftOut: [...leftOut.values()] }),
    ...(standIns.size === 0 ? {} : { standIns: [...standIns] }),
    coverage,
    failsOnFlaky: summaries.some(summary => summary.failsOnFlaky === true) ? true : undefined,
    problems: [...summaries.flatMap(summary => summary.problems), ...(unheld === undefined ? [] : [unheld])],
  })
}

/** Returns the value that all machines were given, if it is the same. */
function sameIn(values: readonly (number | undefined)[]): number | undefined {
  const [first] = values
  return values.every(value => value === first) ? first : undefined
}

function addOvertime(summaries: readonly RunSummary[]): RunSummary['overtime'] {
  const all = summaries.flatMap(({ overtime }) => overtime ?? [])
  const [first] = all
  return first && { ...first, steps: all.reduce((sum, { steps }) => sum + steps, 0) }
}

function sum(counts: readonly OutcomeCounts[]): OutcomeCounts {
  return counts.reduce(addCounts, noCounts)
}
