import { mergeSummaries } from '../model/merge-summaries.ts'
import type { RunReport, SuiteReport } from '../model/result.ts'

/**
 * Several reports, such as those of the shards of a run, as one: files one after the other, counts summed, the worst
 * outcome, from the earliest start to the latest end. Of files with the same name the second becomes `name (2)`.
 */
export function mergeReports(reports: readonly RunReport[]): RunReport {
  const names = new Map<string, number>()
  return {
    version: 1,
    summary: mergeSummaries(reports.map(report => report.summary)),
    suites: reports.flatMap(report => report.suites).map(suite => withOwnName(suite, names)),
  }
}

function withOwnName(suite: SuiteReport, names: Map<string, number>): SuiteReport {
  const count = (names.get(suite.file) ?? 0) + 1
  names.set(suite.file, count)
  return count === 1 ? suite : { ...suite, file: `${suite.file} (${count})` }
}
