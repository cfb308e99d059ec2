import path from 'node:path'
import { distinctProblems } from '../../check/distinct-problems.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import type { InEnvironments } from '../../model/in-environments.ts'
import type { Result } from '../../model/problem.ts'
import { firstRows, keepsOf, type ReadRows } from '../../parse/data-rows/raw-rows.ts'
import { readDataRows } from '../../parse/data-rows/read-data-rows.ts'
import { hasSetup } from '../../parse/setup-source.ts'
import { defined } from '../../util/defined.ts'
import type { SchemaLibrary } from '../../validations/index.ts'
import type { Loaded } from './check-read.ts'
import { collectionFacts } from './collection-facts.ts'
import { loadSuites, setupIn, withoutSetup } from './load-suites.ts'
import { outerOptions } from './outer-options.ts'
import { requestedRows } from './requested-rows.ts'
import type { ResolvedInput } from './resolve-input.ts'
import type { RunInput } from './run-input.ts'

/** The suites of a project, and the setup in front of them. */
export interface LoadedProject extends Loaded {
  readonly setup?: LoadedSuite
  readonly setupEnvironments?: readonly InEnvironments[]
}

/** Reads and checks the suites of a project with all that they name. */
export async function loadProject(
  input: RunInput,
  {
    files,
    texts,
    sources,
    reads,
    configuration,
    configurationSource,
    processEnvironment,
    missingEnvironmentFile,
  }: ResolvedInput,
  schemas: SchemaLibrary,
): Promise<LoadedProject> {
  const limit = requestedRows(input.rows, input.allowMany === true)
  if (!limit.ok) return { suites: [], problems: limit.problems }
  const count = input.rows === undefined ? undefined : limit.value
  const given = await givenRows(input, keepsOf(count, limit.value))
  if (!given.ok) return { suites: [], problems: given.problems }
  const { rows, problems: left } =
    given.value === undefined ? { rows: undefined, problems: [] } : firstRows(given.value, count)
  const options = defined({
    rowLimit: limit.value,
    firstRows: count,
    schemas,
    texts,
    sources,
    reads,
    ...outerOptions(input, configuration, false),
    collections: collectionFacts,
    processEnvironment: new Set(Object.keys(processEnvironment)),
    missingEnvironmentFile,
    configuration: configurationSource,
    rows,
  })
  const setup = await setupIn(configurationSource, files, options)
  if (input.setup === false && hasSetup(configurationSource)) {
    const { suites, problems } = await loadSuites(files, options)
    return { suites, problems: [...left, ...withoutSetup(problems, setup.given)] }
  }
  const outer = outerOptions(input, configuration, false, setup.given)
  const loaded = await loadSuites(files, { ...options, ...outer })
  const problems = distinctProblems([...left, ...setup.problems, ...loaded.problems])
  const { environments: setupEnvironments } = setup
  return { ...loaded, problems, setupEnvironments, ...defined({ setup: setup.loaded }) }
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
