import { type Problem, usageProblem } from '../../model/problem.ts'
import type { RunReport } from '../../model/result.ts'
import { list, mapping } from '../../parse/read-values.ts'
import { mergeProblems, type NamedReport } from '../../report/merge-problems.ts'
import { mergeReports } from '../../report/merge-reports.ts'
import { replayReport } from '../../report/replay.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { printProblems } from '../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { parseReporters, startReporters } from '../reporters.ts'
import { readBytes } from '../../util/read-text.ts'
import { isSystemError } from '../../util/is-system-error.ts'
import { isObject } from '../../util/is-json.ts'

/** `apitest merge-reports`: joins the JSON reports of several shards and reports them as one run. */
export async function mergeReportFiles(
  files: readonly string[],
  chosen: readonly string[] | undefined,
): Promise<number> {
  const reporters = parseReporters(chosen ?? ['pretty'])
  const read = files.map(readReport)
  const destinations = reporters.ok ? reportFiles(reporters.value) : []
  const named = read.flatMap(one => ('report' in one ? [one] : []))
  const problems = [
    ...(reporters.ok ? [] : reporters.problems),
    ...read.flatMap(one => ('problem' in one ? [one.problem] : [])),
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

function readReport(file: string): NamedReport | { problem: Problem } {
  try {
    const report: unknown = JSON.parse(readBytes(file).toString('utf8'))
    if (isReport(report)) return { name: file, report }
  } catch (error) {
    if (isSystemError(error)) return { problem: usageProblem(unreadable(file, error)) }
    // Said below: whatever it is, it is not a report.
  }
  return { problem: usageProblem(`${file} is not a report`, 'Reports are written by --reporter json=FILE.') }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EISDIR') return `${file} is a folder; name the reports in it`
  return code === 'ENOENT' ? `there is no report ${file}` : `the report ${file} cannot be read: ${message}`
}

/** Whether a value has the parts of a report that everything else hangs on. */
function isReport(value: unknown): value is RunReport {
  const { version, summary, suites } = mapping(value)
  return version === 1 && isObject(summary) && isObject(summary['steps']) && list(suites).every(isSuite)
}

function isSuite(value: unknown): boolean {
  const { file, results } = mapping(value)
  return typeof file === 'string' && Array.isArray(results)
}
