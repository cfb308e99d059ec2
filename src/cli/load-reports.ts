import path from 'node:path'
import type { LoadResult } from '../model/load-test.ts'
import { type Problem, type Result, usageProblem } from '../model/problem.ts'
import { type LoadReportName, loadReportNames, loadReports } from '../report/load/index.ts'
import { loadLines } from '../report/load/load-lines.ts'
import { isSystemError } from '../util/is-system-error.ts'
import { type Collector, readCollector } from './collector.ts'
import { fileOutput } from './output.ts'
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

/** What can be written, for people. */
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

/** Writes the reports; why one could not be written is told, and the others are. */
export async function writeLoadReports(
  reports: readonly LoadReportFile[],
  result: LoadResult,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const { name, file } of reports)
    try {
      const output = await fileOutput(path.resolve(file))
      await output.write(loadReports[name](result))
      await output.close()
    } catch (error) {
      if (!isSystemError(error)) throw error
      problems.push(usageProblem(`--reporter ${name}=${file} cannot be written: ${error.message}`))
    }
  return problems
}
