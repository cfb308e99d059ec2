import path from 'node:path'
import type { LoadResult } from '../model/load-test.ts'
import { type Problem, type Result, usageProblem } from '../model/problem.ts'
import { type LoadReportName, loadReportNames, loadReports } from '../report/load/index.ts'
import { loadLines } from '../report/load/load-lines.ts'
import { isSystemError } from '../util/is-system-error.ts'
import { WholeFile } from '../util/whole-file.ts'
import { type Collector, readCollector } from './collector.ts'
import { print } from './print.ts'
import { outputPalette } from './print-result.ts'
import { columnsOf } from './terminal.ts'

/** Prints what a load test came to as a table. */
export function printLoad(result: LoadResult): void {
  const columns = columnsOf(process.stdout, process.env)
  const format = { colors: outputPalette(), verbose: false, workingFolder: process.cwd(), columns }
  print(
    loadLines(result, format)
      .map(line => `${line}\n`)
      .join(''),
  )
}

/** A report, and the file that it goes to. */
export interface LoadReportFile {
  readonly name: LoadReportName
  readonly file: string
}

/** Where what a load test came to goes. */
export interface LoadReports {
  readonly files: readonly LoadReportFile[]
  readonly collectors: readonly Collector[]
}

/** The reports that can be written, for people. */
export const loadReporters = `${loadReportNames.join(', ')}, or otlp=URL of a collector`

/** Reads `html=load.html` and `otlp=http://127.0.0.1:4318`. */
export function parseLoadReports(
  written: readonly string[],
  environment: NodeJS.ProcessEnv,
): Result<LoadReports> {
  const files: LoadReportFile[] = []
  const collectors: Collector[] = []
  const problems: Problem[] = []
  for (const text of written) {
    const [, word = text.replace(/=$/, ''), place] = /^([^=]*)=(.+)$/.exec(text) ?? []
    const name = loadReportNames.find(one => one === word)
    if (word === 'otlp') {
      const collector = readCollector(place ?? '', environment)
      if (collector.ok) collectors.push(collector.value)
      else problems.push(...collector.problems)
    } else if (name !== undefined && place !== undefined) files.push({ name, file: place })
    else {
      const hint = `Write ${name ?? 'html'}=FILE; reports are ${loadReporters}.`
      const message =
        name === undefined
          ? `there is no report "${word}" of a load test`
          : `--reporter ${text} names no file`
      problems.push(usageProblem(message, hint))
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { files, collectors } }
}

/** A report whose file is open, and there as a whole when the report is written. */
export interface OpenReport extends LoadReportFile {
  readonly whole: WholeFile
}

/** Opens the files of reports, with their folders; why one cannot be opened is told. */
export async function openLoadReports(
  files: readonly LoadReportFile[],
): Promise<{ readonly opened: readonly OpenReport[]; readonly problems: readonly Problem[] }> {
  const opened: OpenReport[] = []
  const problems: Problem[] = []
  for (const one of files)
    try {
      opened.push({ ...one, whole: await WholeFile.open(path.resolve(one.file)) })
    } catch (error) {
      problems.push(unwritable(one, error))
    }
  return { opened, problems }
}

/** Writes the reports; why one could not be written is told, and the others are. */
export async function writeLoadReports(
  reports: readonly OpenReport[],
  result: LoadResult,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const one of reports)
    try {
      await one.whole.write(loadReports[one.name](result))
      await one.whole.close()
    } catch (error) {
      problems.push(unwritable(one, error))
    }
  return problems
}

/** Leaves the files of reports that were not written as they were. */
export async function discardLoadReports(reports: readonly OpenReport[]): Promise<void> {
  for (const { whole } of reports) await whole.discard()
}

function unwritable({ name, file }: LoadReportFile, error: unknown): Problem {
  if (!isSystemError(error)) throw error
  return usageProblem(`--reporter ${name}=${file} cannot be written: ${error.message}`)
}
