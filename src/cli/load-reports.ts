import path from 'node:path'
import type { LoadResult } from '../model/load-test.ts'
import { type Problem, type Result, usageProblem } from '../model/problem.ts'
import { type LoadReportName, loadReportNames, loadReports } from '../report/load/index.ts'
import { loadLines } from '../report/load/load-lines.ts'
import { isSystemError } from '../util/is-system-error.ts'
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

/** Reads `html=load.html`. */
export function parseLoadReports(written: readonly string[]): Result<readonly LoadReportFile[]> {
  const read = written.map(text => {
    const [, word = text, file] = /^([^=]*)=(.+)$/.exec(text) ?? []
    const name = loadReportNames.find(one => one === word)
    if (name !== undefined && file !== undefined) return { name, file }
    const hint = `Write ${name ?? 'html'}=FILE; reports are ${loadReportNames.join(', ')}.`
    return name === undefined
      ? usageProblem(`there is no report "${word}" of a load test`, hint)
      : usageProblem(`--reporter ${text} names no file`, hint)
  })
  const problems = read.flatMap(one => ('code' in one ? [one] : []))
  const files = read.flatMap(one => ('code' in one ? [] : [one]))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: files }
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
