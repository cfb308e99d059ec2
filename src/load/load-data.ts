import path from 'node:path'
import { allSteps } from '../check/rule.ts'
import type { Problem } from '../model/problem.ts'
import type { DataRow, DataSource, Step } from '../model/suite.ts'
import { readDataSource } from '../parse/data-rows/read-data-rows.ts'
import { firstRows } from '../parse/data-rows/raw-rows.ts'
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
  options: Pick<LoadOptions, 'rows' | 'rowLimit' | 'firstRows'>,
): Promise<LoadedData> {
  const problems: Problem[] = []
  const stepRows = new Map<Step, readonly DataRow[]>()
  const load = async (data: DataSource): Promise<readonly DataRow[] | undefined> => {
    const { rows: loaded, problems: told } = await loadRows(data, parsed, options)
    problems.push(...told)
    return loaded
  }
  let { rows } = options
  if (rows === undefined && parsed.suite.data !== undefined) rows = await load(parsed.suite.data)
  for (const step of allSteps(parsed)) {
    const own = step.data === undefined ? undefined : await load(step.data)
    if (own !== undefined) stepRows.set(step, own)
  }
  return defined({ stepRows, problems, rows })
}

/** The rows of a data source; a file's path is relative to the suite. */
async function loadRows(
  data: DataSource,
  { suite }: ParsedSuite,
  { rowLimit, firstRows: count }: Pick<LoadOptions, 'rowLimit' | 'firstRows'>,
): Promise<Pick<LoadedData, 'rows' | 'problems'>> {
  const source =
    data.kind === 'file' ? { ...data, file: path.resolve(path.dirname(suite.file), data.file) } : data
  const read = await readDataSource(source, count === undefined ? rowLimit : Infinity)
  return read.ok ? firstRows(read.value, count) : read
}
