import { mergeProblems } from '../../report/merge-problems.ts'
import { mergeReports } from '../../report/merge-reports.ts'
import { replayReport } from '../../report/replay.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { defineCommand, texts } from '../command.ts'
import { printProblems } from '../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { parseReporters, reporterOption, startReporters } from '../reporters.ts'
import { readReport } from '../../operations/suites/read-report.ts'

/** `apitest merge-reports`: joins the JSON reports of several shards and reports them as one run. */
export const command = defineCommand({
  positionals: {
    files: { ...texts, demandOption: true, describe: 'Reports written by --reporter json=FILE' },
  },
  options: { reporter: reporterOption },
  needs: ['the files to join', 'Name the JSON reports of the shards.'],
  run: ({ files, reporter }) => mergeReportFiles(files, reporter),
})

async function mergeReportFiles(
  files: readonly string[],
  chosen: readonly string[] | undefined,
): Promise<number> {
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
