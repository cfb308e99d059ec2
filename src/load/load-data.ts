import path from 'node:path'
import { allSteps } from '../check/rule.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { DataRow, DataSource, Step } from '../model/suite.ts'
import { readDataSource } from '../parse/data-rows/read-data-rows.ts'
import { firstRows, keepsOf } from '../parse/data-rows/raw-rows.ts'
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
  const { data } = parsed.suite
  let rows = data === undefined || options.rows !== undefined ? undefined : await load(data)
  if (options.rows !== undefined) {
    const typed = await typedAs(data, options.rows)
    if (typed.ok) rows = typed.value
    else problems.push(...typed.problems)
  }
  for (const step of allSteps(parsed)) {
    const own = step.data === undefined ? undefined : await load(step.data)
    if (own !== undefined) stepRows.set(step, own)
  }
  return defined({ stepRows, problems, rows })
}

/** The rows of --data as values of the types that the suite says for its own. */
async function typedAs(
  data: DataSource | undefined,
  rows: readonly DataRow[],
): Promise<Result<readonly DataRow[]>> {
  if (data?.kind !== 'file' || data.types === undefined) return { ok: true, value: rows }
  const { typedRows } = await import('../parse/data-rows/typed-rows.ts')
  return typedRows(rows, data.types)
}

/** The rows of a data source; a file's path is relative to the suite. */
async function loadRows(
  data: DataSource,
  { suite }: ParsedSuite,
  { rowLimit, firstRows: count }: Pick<LoadOptions, 'rowLimit' | 'firstRows'>,
): Promise<Pick<LoadedData, 'rows' | 'problems'>> {
  const source =
    data.kind === 'file' ? { ...data, file: path.resolve(path.dirname(suite.file), data.file) } : data
  const read = await readDataSource(source, keepsOf(count, rowLimit))
  return read.ok ? firstRows(read.value, count) : read
}
