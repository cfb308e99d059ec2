import path from 'node:path'
import type { Problem, Result } from '../model/problem.ts'
import type { DataRow, DataSource } from '../model/suite.ts'
import { readDataRows, rowsFromValues } from '../parse/data-rows/index.ts'
import type { YamlSource } from '../parse/yaml-source.ts'

/** The rows of a data source; a problem with the file itself points at the line of the suite that names it. */
export async function loadRows(
  data: DataSource,
  source: YamlSource,
  limit: number,
): Promise<Result<readonly DataRow[]>> {
  const rows =
    data.kind === 'inline'
      ? rowsFromValues(data.rows, { limit })
      : await readDataRows(path.resolve(path.dirname(source.file), data.file), { limit })
  if (rows.ok) return rows
  return { ok: false, problems: rows.problems.map(problem => placed(problem, data, source)) }
}

function placed(problem: Problem, data: DataSource, source: YamlSource): Problem {
  return problem.span === undefined
    ? { ...problem, span: data.span, sourceLine: source.lineText(data.span.start.line) }
    : problem
}
