import { existsSync } from 'node:fs'
import { mergeProblems } from '../../report/merge-problems.ts'
import { mergeReports } from '../../report/merge-reports.ts'
import { replayReport } from '../../report/replay.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { mergeLoads } from '../../load-test/merge-loads.ts'
import type { LoadResult } from '../../model/load-test.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { readLoadReport } from '../../operations/load-test/read-load-report.ts'
import {
  loadReporters,
  openLoadReports,
  parseLoadReports,
  printLoad,
  writeLoadReports,
} from '../load-reports.ts'
import { defineCommand, texts } from '../command.ts'
import { MetricsPush } from '../metrics-push.ts'
import { printProblems } from '../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { parseReporters, reporterOption, startReporters } from '../reporters.ts'
import { readReport } from '../../operations/suites/read-report.ts'

/** `apitest merge-reports`: joins the JSON reports of several shards and reports them as one run. */
export const command = defineCommand({
  positionals: {
    files: { ...texts, demandOption: true, describe: 'Reports written by --reporter json=FILE' },
  },
  options: {
    reporter: {
      ...reporterOption,
      describe: `${reporterOption.describe}; of load tests, beside the table: ${loadReporters}`,
    },
  },
  needs: ['the files to join', 'Name the JSON reports of the shards.'],
  run: ({ files, reporter }) => mergeReportFiles(files, reporter),
})

async function mergeReportFiles(
  files: readonly string[],
  chosen: readonly string[] | undefined,
): Promise<number> {
  const loads = files.map(name => ({ name, result: readLoadReport(name) }))
  if (loads.some(({ result }) => result !== undefined)) return mergeLoadFiles(loads, chosen ?? [])
  const reporters = parseReporters(chosen ?? ['pretty'])
  const read = files.map(name => ({ name, report: readReport(name) }))
  const destinations = reporters.ok ? reportFiles(reporters.value) : []
  const named = read.flatMap(({ name, report }) => (report.ok ? [{ name, report: report.value }] : []))
  const problems = [
    ...(reporters.ok ? [] : reporters.problems),
    ...read.flatMap(({ report }) => (report.ok ? [] : report.problems)),
    ...(named.length === read.length ? mergeProblems(named) : []),
    ...(await refuseOverInputs(destinations, process.cwd(), () => files)),
  ]
  if (!reporters.ok || problems.length > 0) {
    printProblems(problems)
    return 2
  }
  const merged = mergeReports(named.map(({ report }) => report))
  const working = startReporters(reporters.value, {
    workingFolder: process.cwd(),
    verbose: false,
    environment: process.env,
  })
  for (const event of replayReport(merged)) working.emit(event)
  const unwritten = await working.finish()
  if (unwritten.length > 0) printProblems(unwritten)
  return worstExitCode([merged.summary.exitCode, ...unwritten.map(() => 2)])
}

/** The parts of a load test: judged as one. */
async function mergeLoadFiles(
  loads: readonly { readonly name: string; readonly result: LoadResult | undefined }[],
  chosen: readonly string[],
): Promise<number> {
  const reports = parseLoadReports(chosen, process.env)
  const results = loads.flatMap(({ result }) => result ?? [])
  const files = loads.map(({ name }) => name)
  const problems = [
    ...(reports.ok ? [] : reports.problems),
    ...loads.flatMap(({ name, result }) => (result === undefined ? [noLoadReport(name)] : [])),
    ...missingParts(results, files),
    ...(reports.ok
      ? await refuseOverInputs(reportFiles(reports.value.files), process.cwd(), () => files)
      : []),
  ]
  const [first, ...others] = results
  const merged = problems.length > 0 || first === undefined ? undefined : mergeLoads([first, ...others])
  if (!reports.ok || merged === undefined) {
    const hint = 'Give the reports of one load test, each of which had its --shard.'
    printProblems(
      problems.length > 0 ? problems : [usageProblem('these are not parts of the same load test', hint)],
    )
    return 2
  }
  printLoad(merged)
  const { opened, problems: unopened } = await openLoadReports(reports.value.files)
  const unwritten = [...unopened, ...(await writeLoadReports(opened, merged))]
  for (const collector of reports.value.collectors)
    unwritten.push(...(await new MetricsPush(collector).finish(merged, new AbortController().signal)))
  printProblems(unwritten)
  return worstExitCode([merged.exitCode, ...unwritten.map(() => 2)])
}

function noLoadReport(name: string): Problem {
  return existsSync(name)
    ? usageProblem(`${name} is no report of a load test, as others here are`)
    : usageProblem(`there is no report ${name}`)
}

/** Why reports are not the whole of a load test: a part that is there twice, or one that is missing. */
function missingParts(results: readonly LoadResult[], files: readonly string[]): readonly Problem[] {
  const whole = results.findIndex(({ shard }) => shard === undefined)
  if (whole !== -1)
    return [
      usageProblem(
        `${files[whole] ?? ''} is no part of a load test, but a whole one`,
        'Give each machine its --shard.',
      ),
    ]
  const count = results[0]?.shard?.count ?? 0
  const indexes = results.map(({ shard }) => shard?.index ?? 0)
  return Array.from({ length: count }, (_, at) => at + 1).flatMap(index => {
    const times = indexes.filter(one => one === index).length
    if (times === 1) return []
    const message =
      times === 0
        ? `part ${index} of ${count} is missing`
        : `part ${index} of ${count} is there ${times} times`
    return [usageProblem(message, 'Name the report of every part once.')]
  })
}
