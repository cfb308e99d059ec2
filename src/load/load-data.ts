import path from 'node:path'
import { allSteps } from '../check/rule.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { DataRow, DataSource, Step } from '../model/suite.ts'
import { readDataSource } from '../parse/data-rows/read-data-rows.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import type { LoadOptions } from './load-options.ts'
import { defined } from '../util/defined.ts'

/** The rows of a suite and of those of its steps that have data of their own. */
export interface LoadedData {
  readonly rows?: readonly DataRow[]
  readonly stepRows: ReadonlyMap<Step, readonly DataRow[]>
  readonly problems: readonly Problem[]
}

/** Reads every data source of a suite; rows from --data replace the suite's, not those of a step. */
export async function loadData(
  parsed: ParsedSuite,
  options: Pick<LoadOptions, 'rows' | 'rowLimit'>,
): Promise<LoadedData> {
  const problems: Problem[] = []
  const stepRows = new Map<Step, readonly DataRow[]>()
  let { rows } = options
  if (rows === undefined && parsed.suite.data !== undefined) {
    const loaded = await loadRows(parsed.suite.data, parsed, options)
    if (loaded.ok) rows = loaded.value
    else problems.push(...loaded.problems)
  }
  for (const step of allSteps(parsed)) {
    if (step.data === undefined) continue
    const loaded = await loadRows(step.data, parsed, options)
    if (loaded.ok) stepRows.set(step, loaded.value)
    else problems.push(...loaded.problems)
  }
  return defined({ stepRows, problems, rows })
}

/** The rows of a data source; a file's path is relative to the suite. */
function loadRows(
  data: DataSource,
  { suite }: ParsedSuite,
  { rowLimit }: Pick<LoadOptions, 'rowLimit'>,
): Promise<Result<readonly DataRow[]>> {
  const source =
    data.kind === 'file' ? { ...data, file: path.resolve(path.dirname(suite.file), data.file) } : data
  return readDataSource(source, rowLimit)
}
