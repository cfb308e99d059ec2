import { type Problem, usageProblem, isError } from '../model/problem.ts'
import type { RunReport, Shard } from '../model/result.ts'

/** A report and the name of the file it was read from. */
export interface NamedReport {
  readonly name: string
  readonly report: RunReport
}

/** Why reports are not the whole of one run: a run that is there twice, or a shard that is missing. */
export function mergeProblems(reports: readonly NamedReport[]): readonly Problem[] {
  const repeated = reports.flatMap((second, index) => {
    const first = reports
      .slice(0, index)
      .find(other => other.name === second.name || isSameRun(other.report, second.report))
    return first === undefined ? [] : [repeatedRun(first.name, second.name)]
  })
  return repeated.length > 0 ? repeated : shardProblems(reports)
}

/** No file begins twice at the same millisecond: the second report is a copy of the first. */
function isSameRun(first: RunReport, second: RunReport): boolean {
  const begun = new Set(first.suites.map(suite => `${suite.startedAt} ${suite.file}`))
  return second.suites.some(suite => begun.has(`${suite.startedAt} ${suite.file}`))
}

function repeatedRun(first: string, second: string): Problem {
  const message =
    first === second
      ? `${first} is named twice`
      : `${second} reports a run that ${first} has already reported`
  return usageProblem(message, 'Name every report once, and give every shard a file of its own.')
}

function shardProblems(reports: readonly NamedReport[]): readonly Problem[] {
  const shards = reports.flatMap(({ report }) => report.summary.shard ?? [])
  const count = shards[0]?.count ?? 0
  const other = shards.find(shard => shard.count !== count)
  if (other !== undefined)
    return [
      usageProblem(
        `shards of ${count} and shards of ${other.count} do not make one run`,
        'Use one --shard */N.',
      ),
    ]
  const rejected = reports.find(
    ({ report: { suites, summary } }) => suites.length === 0 && summary.shard !== undefined,
  )
  const [problem] = rejected?.report.summary.problems.filter(isError) ?? []
  const astray = shards.find(({ by, split }) => by !== shards[0]?.by || split !== shards[0]?.split)
  if (astray !== undefined && rejected !== undefined && problem !== undefined)
    return [
      usageProblem(
        `${rejected.name} is of a run that was rejected: ${problem.message}`,
        'Leave that machine out, and count the shards without it; or mend what it says, and run it again.',
      ),
    ]
  if (astray !== undefined && shards[0] !== undefined)
    return [
      usageProblem(
        `shard ${wayOf(shards[0])} and shard ${wayOf(astray)} do not make one run: some files may be in both of them, or in none`,
        'Give every machine the same suites and the same .tool/durations.json, or none.',
      ),
    ]
  const indexes = shards.map(({ index }) => index)
  const twice = indexes.find((index, position) => indexes.indexOf(index) !== position)
  if (twice !== undefined)
    return [usageProblem(`shard ${twice}/${count} is there twice`, 'Name its newest report.')]
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    index => !indexes.includes(index),
  )
  if (missing.length === 0) return []
  const names = missing.map(index => `${index}/${count}`).join(', ')
  return [usageProblem(`shard ${names} is missing`, 'Without it, what is merged is not the whole run.')]
}

function wayOf({ index, count, by, split }: Shard): string {
  return `${index}/${count}${by === undefined ? '' : ` by ${by}, of ${split ?? ''}`}`
}
