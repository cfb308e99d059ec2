import { existsSync } from 'node:fs'
import { allSteps, type Facts } from '../check/rule.ts'
import { anyName } from '../check/scripts/script-facts.ts'
import { tlsSettings } from '../check/tls-settings.ts'
import { filesNamedUnder, uploadFiles } from '../check/upload-files.ts'
import { writtenIn } from '../check/written.ts'
import type { JsonObject } from '../model/json.ts'
import type { DataRow, Step } from '../model/suite.ts'
import { callbackSuites } from '../parse/mocks/callback-suites.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { gatherSchemas, schemasOf } from './gather-schemas.ts'
import { gatherAnswers, gatherServices } from './gather-services.ts'
import { statusOf } from '../util/status-of.ts'
import { gatherItems, gatherSpecs } from './gather-specs.ts'
import { mapping, valueAt } from '../util/read-values.ts'
import type { LoadedData } from './load-data.ts'
import type { LoadOptions } from './load-options.ts'
import { defined } from '../util/defined.ts'

/** Gathers the facts of a suite's surroundings for the rules; looks on disk for the files it names. */
export async function gatherFacts(
  parsed: ParsedSuite,
  options: LoadOptions,
  surroundings: Pick<Facts, 'outerVariables' | 'outerOrigins' | 'uses' | 'scripts' | 'sharedScripts'> & {
    readonly data: LoadedData
  },
): Promise<Facts> {
  const { data } = surroundings
  const { missing, folders } = unsendable(parsed)
  const sharedMocks = options.sharedMocks?.(parsed.suite)
  return defined({
    outerVariables: surroundings.outerVariables,
    outerOrigins: surroundings.outerOrigins,
    uses: surroundings.uses,
    scripts: surroundings.scripts,
    sharedScripts: surroundings.sharedScripts,
    specs: await gatherSpecs(parsed, options, sharedMocks),
    sharedMocks,
    items: gatherItems(parsed),
    services: await gatherServices(parsed),
    answers: await gatherAnswers(parsed),
    schemaProblems: await gatherSchemas(parsed, options.schemas),
    processEnvironment: options.processEnvironment,
    missingEnvironmentFile: options.missingEnvironmentFile,
    environments: options.environments,
    configuration: options.configuration,
    rows: data.rows,
    stepRows: data.stepRows,
    columns: columnsFor(mapping(parsed.source.value), data.rows),
    stepColumns: stepColumns(parsed, data.stepRows),
    rowsWithout: rowsWithout(data.rows),
    stepRowsWithout: new Map([...data.stepRows].map(([step, rows]) => [step, rowsWithout(rows)])),
    isSaved: options.texts?.has(parsed.suite.file) === true || parsed.source.isForeign === true,
    missingFiles: new Set([...filesRead(parsed, options).filter(file => !existsSync(file)), ...missing]),
    folders: new Set(folders),
  })
}

/** Files (absolute) that are only read. */
function filesRead(parsed: ParsedSuite, { configuration }: LoadOptions): readonly string[] {
  const written = writtenIn(parsed.source)
  const schemas = written.has(['schema']) ? [parsed, ...callbackSuites(parsed)].flatMap(schemasOf) : []
  const tls = configuration !== undefined || written.has(['tls']) ? tlsSettings(parsed, configuration) : []
  return [
    ...schemas.flatMap(({ schema }) => (typeof schema === 'string' ? schema : [])),
    ...tls.flatMap(({ files }) => files.map(({ file }) => file)),
  ]
}

/** Of the files (absolute) that are sent those that do not exist, and those that are folders. */
function unsendable(parsed: ParsedSuite): { missing: readonly string[]; folders: readonly string[] } {
  if (!writtenIn(parsed.source).has(filesNamedUnder)) return { missing: [], folders: [] }
  const files = [parsed, ...callbackSuites(parsed)].flatMap(uploadFiles).map(({ file }) => file)
  return {
    missing: files.filter(file => statusOf(file) === undefined),
    folders: files.filter(file => statusOf(file)?.isDirectory() === true),
  }
}

function stepColumns(parsed: ParsedSuite, rows: LoadedData['stepRows']): Facts['stepColumns'] {
  const columns = new Map<Step, readonly string[]>()
  if (!writtenIn(parsed.source).has(['data'])) return columns
  for (const step of allSteps(parsed)) {
    const written = mapping(valueAt(parsed.source.value, step.path))
    if (written['data'] !== undefined) columns.set(step, columnsFor(written, rows.get(step)))
  }
  return columns
}

/** Where data is written and none of it could be read, only that is told: any name may be one of its columns. */
function columnsFor(owner: JsonObject, rows: readonly DataRow[] = []): readonly string[] {
  return rows.length === 0 && owner['data'] !== undefined ? [anyName] : columnsOf(rows)
}

function columnsOf(rows: readonly DataRow[] = []): readonly string[] {
  if (rows.length === 0) return []
  return [...new Set(rows.flatMap(row => Object.keys(row.values)))]
}

/** The columns that not all rows have, and the number of the first row without each. */
function rowsWithout(rows: readonly DataRow[] = []): ReadonlyMap<string, number> {
  return new Map(
    columnsOf(rows).flatMap(column => {
      const row = rows.find(({ values }) => !Object.hasOwn(values, column))
      return row === undefined ? [] : [[column, row.number] as const]
    }),
  )
}
