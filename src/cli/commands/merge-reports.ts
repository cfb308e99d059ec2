import { readFile } from 'node:fs/promises'
import type { Problem } from '../../model/problem.ts'
import type { RunReport } from '../../model/result.ts'
import { mergeReports } from '../../report/merge-reports.ts'
import { replayReport } from '../../report/replay.ts'
import { worstExitCode } from '../../report/worst-exit-code.ts'
import { printProblems } from '../print-problems.ts'
import { parseReporters, startReporters } from '../reporters.ts'
import { usage } from '../run-input.ts'

/** `apitest merge-reports`: joins the JSON reports of several shards and reports them as one run. */
export async function mergeReportFiles(
  files: readonly string[],
  chosen: readonly string[] | undefined,
): Promise<number> {
  const reporters = parseReporters(chosen ?? ['pretty'])
  const read = await Promise.all(files.map(readReport))
  const problems = [
    ...(reporters.ok ? [] : reporters.problems),
    ...read.flatMap(one => ('problem' in one ? [one.problem] : [])),
  ]
  if (!reporters.ok || problems.length > 0) {
    printProblems(problems)
    return 2
  }
  const merged = mergeReports(read.flatMap(one => ('report' in one ? [one.report] : [])))
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

async function readReport(file: string): Promise<{ report: RunReport } | { problem: Problem }> {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return { problem: usage(`there is no report ${file}`) }
  try {
    const report = JSON.parse(content) as Partial<RunReport> | null
    if (report?.version === 1 && Array.isArray(report.suites)) return { report: report as RunReport }
  } catch {
    // Said below: whatever it is, it is not a report.
  }
  return { problem: usage(`${file} is not a report`, 'Reports are written by --reporter json=FILE.') }
}
