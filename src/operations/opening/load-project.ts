import path from 'node:path'
import { distinctProblems } from '../../check/distinct-problems.ts'
import type { SetupSuite } from '../../load/loaded-suite.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { firstRows, keepsOf, type ReadRows } from '../../parse/data-rows/raw-rows.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { readDataRows } from '../../parse/data-rows/read-data-rows.ts'
import { hasSetup } from '../../parse/setup-source.ts'
import { defined } from '../../util/defined.ts'
import type { SchemaLibrary } from '../../validations/index.ts'
import type { Loaded } from '../suites/check-read.ts'
import { loadSuites, withoutSetup } from '../suites/load-suites.ts'
import { behindSetup, projectOptions } from './project-options.ts'
import type { ResolvedInput } from './resolve-scope.ts'
import type { RunInput } from '../suites/run-input.ts'

/** The suites of a project, and the setup in front of them. */
export interface LoadedProject extends Loaded {
  readonly setup?: SetupSuite
}

/** Reads and checks the suites of a project with all that they name. */
export async function loadProject(
  input: RunInput,
  resolved: ResolvedInput,
  schemas: SchemaLibrary,
): Promise<LoadedProject> {
  const limit = requestedRows(input.rows, input.allowMany === true)
  if (!limit.ok) return { suites: [], problems: limit.problems }
  const count = input.rows === undefined ? undefined : limit.value
  const given = await givenRows(input, keepsOf(count, limit.value))
  if (!given.ok) return { suites: [], problems: given.problems }
  const { rows, problems: left } =
    given.value === undefined ? { rows: undefined, problems: [] } : firstRows(given.value, count)
  const { files } = resolved
  const own = defined({ rowLimit: limit.value, firstRows: count, schemas, rows })
  const options = projectOptions(resolved, input, own)
  const { setup, options: behind } = await behindSetup(resolved, input, files, options)
  if (input.setup === false && hasSetup(resolved.configurationSource)) {
    const { suites, problems } = await loadSuites(files, options)
    return { suites, problems: [...left, ...withoutSetup(problems, setup.given)] }
  }
  const loaded = await loadSuites(files, behind)
  const problems = distinctProblems([...left, ...setup.problems, ...loaded.problems])
  return { ...loaded, problems, ...defined({ setup: setup.loaded }) }
}

/** The limit that --rows asks for; more than usual are allowed by --allow-many. */
function requestedRows(rows: number | undefined, allowsMany: boolean): Result<number> {
  const most = allowsMany ? rowLimit.many : rowLimit.maximum
  if (rows === undefined) return { ok: true, value: rowLimit.usual }
  if (Number.isInteger(rows) && rows >= 1 && rows <= most) return { ok: true, value: rows }
  const message = `--rows must be a whole number from 1 to ${most}`
  const more = allowsMany ? '' : ` With --allow-many there may be ${rowLimit.many}.`
  return usageRefusal(message, `Without --rows, ${rowLimit.usual} rows run.${more}`)
}

/** The rows of --data. */
async function givenRows(
  { data, workingFolder }: RunInput,
  wanted: ReturnType<typeof keepsOf>,
): Promise<Result<ReadRows | undefined>> {
  return data === undefined
    ? { ok: true, value: undefined }
    : readDataRows(path.resolve(workingFolder, data), { ...wanted, separator: 'any' })
}
