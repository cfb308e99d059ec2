import type { LoadProfile, LoadResult, LoadScenario, LoadSecond } from '../model/load-test.ts'
import { parseThreshold } from '../parse/load/threshold.ts'
import { withVerdict } from './judge-load.ts'
import { mergeDistributions, mergeFailures, mergeFigures, mergeSteps, sum } from './merge-figures.ts'
import { judgeThreshold } from './thresholds.ts'

/**
 * Merges the results of several parts of a load test: histograms added, thresholds judged once. Undefined where they
 * are not parts of the same. There is at least one.
 */
export function mergeLoads(parts: readonly [LoadResult, ...LoadResult[]]): LoadResult | undefined {
  const [first] = parts
  const isSame = (one: LoadResult): boolean =>
    namesOf(one) === namesOf(first) && one.thresholds.length === first.thresholds.length
  if (!parts.every(isSame)) return undefined
  const { shard: _, verdict: __, exitCode: ___, reasons: ____, ...rest } = first
  const scenarios = first.scenarios.map((_, index) =>
    mergeScenarios(parts.flatMap(part => part.scenarios[index] ?? [])),
  )
  const measured = {
    ...rest,
    scenarios,
    startedAt: Math.min(...parts.map(part => part.startedAt)),
    duration: Math.max(...parts.map(part => part.duration)),
    iterations: sum(parts, part => part.iterations),
    threads: sum(parts, part => part.threads),
    unserved: sum(parts, part => part.unserved),
    unsent: sum(parts, part => part.unsent),
    all: mergeFigures(parts.map(part => part.all)),
    steps: mergeSteps(parts.flatMap(({ steps }) => steps)),
    failures: mergeFailures(parts.flatMap(({ failures }) => failures)),
    seconds: mergeSeconds(parts),
    wait: mergeDistributions(parts.map(part => part.wait)),
    lag: mergeDistributions(parts.map(part => part.lag)),
  }
  const standIns = [...new Set(parts.flatMap(part => part.standIns ?? []))]
  const stopped = parts.find(part => part.stopped !== undefined)?.stopped
  const judged = {
    ...measured,
    ...(stopped === undefined ? {} : { stopped }),
    ...(standIns.length === 0 ? {} : { standIns }),
    thresholds: judgeAgain(first, measured),
  }
  const isInterrupted = parts.some(({ verdict }) => verdict === 'interrupted')
  return withVerdict(judged, isInterrupted, parts.find(({ verdict }) => verdict === 'unreliable')?.reasons)
}

/** Names the scenarios put under load, by which two parts of the same are known. */
function namesOf({ scenarios, thresholds, shard }: LoadResult): string {
  const files = scenarios.map(one => [one.files, one.profile.model])
  return JSON.stringify([files, thresholds.map(({ threshold, file }) => [threshold, file]), shard?.count])
}

function judgeAgain(
  { thresholds }: LoadResult,
  measured: Pick<LoadResult, 'all' | 'steps' | 'scenarios'>,
): LoadResult['thresholds'] {
  return thresholds.map(({ threshold: written, file }) => {
    const threshold = parseThreshold(written)
    if ('message' in threshold) throw new Error(`A report has a threshold that is none: ${written}`)
    if (file === undefined) return judgeThreshold(threshold, measured)
    const scenario = measured.scenarios.find(({ files }) => files.includes(file))
    const all = scenario?.figures ?? measured.all
    // Steps of suites that it uses are in files of their own.
    const own = measured.steps.filter(one => one.file === file)
    const steps = own.some(({ step }) => step === threshold.step) ? own : measured.steps
    return { ...judgeThreshold(threshold, { all, steps }), file }
  })
}

function mergeScenarios(parts: readonly LoadScenario[]): LoadScenario {
  const [first] = parts
  if (first === undefined) throw new Error('There is no part of a scenario.')
  return {
    files: first.files,
    profile: mergeProfiles(
      parts.map(({ profile }) => profile),
      first.profile,
    ),
    figures: mergeFigures(parts.map(({ figures }) => figures)),
  }
}

function mergeProfiles(parts: readonly LoadProfile[], { model, stages, requests }: LoadProfile): LoadProfile {
  const levels = (index: number, end: 'from' | 'to'): number =>
    Number(sum(parts, part => part.stages[index]?.[end] ?? 0).toPrecision(12))
  return {
    model,
    stages: stages.map(({ over }, index) => ({ from: levels(index, 'from'), to: levels(index, 'to'), over })),
    callers: sum(parts, part => part.callers),
    ...(requests === undefined ? {} : { requests: sum(parts, part => part.requests ?? 0) }),
  }
}

/** Seconds with the same number; of percentiles, which cannot be added, the worst. */
function mergeSeconds(parts: readonly LoadResult[]): readonly LoadSecond[] {
  const count = Math.max(...parts.map(({ seconds }) => seconds.length))
  return Array.from({ length: count }, (_, index) => {
    const all = parts.flatMap(({ seconds }) => seconds[index] ?? [])
    const worst = (of: (second: LoadSecond) => number): number => Math.max(...all.map(of))
    return {
      at: worst(one => one.at),
      requests: sum(all, one => one.requests),
      errors: sum(all, one => one.errors),
      p50: worst(one => one.p50),
      p90: worst(one => one.p90),
      p95: worst(one => one.p95),
      p99: worst(one => one.p99),
      max: worst(one => one.max),
      callers: sum(all, one => one.callers),
    }
  })
}
