import { existsSync } from 'node:fs'
import { allSteps, type Facts } from '../check/rule.ts'
import { anyName } from '../check/scripts/script-facts.ts'
import { tlsSettings } from '../check/tls-settings.ts'
import { uploadFiles } from '../check/upload-files.ts'
import type { JsonObject } from '../model/json.ts'
import type { DataRow, Step } from '../model/suite.ts'
import { callbackSuites } from '../parse/mocks/callback-suites.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { createSchemaLibrary } from '../validations/index.ts'
import { gatherSchemas, schemasOf } from './gather-schemas.ts'
import { gatherServices } from './gather-services.ts'
import { statusOf } from '../util/status-of.ts'
import { gatherItems, gatherSpecs } from './gather-specs.ts'
import { mapping, valueAt } from '../util/read-values.ts'
import type { LoadedData } from './load-data.ts'
import type { LoadOptions } from './load-options.ts'
import { defined } from '../util/defined.ts'

/** What the rules are told of a suite's surroundings; looks on disk for the files it names. */
export async function gatherFacts(
  parsed: ParsedSuite,
  options: LoadOptions,
  {
    data,
    ...surroundings
  }: Pick<Facts, 'outerVariables' | 'uses' | 'scripts' | 'sharedScripts'> & { readonly data: LoadedData },
): Promise<Facts> {
  const callbacks = callbackSuites(parsed)
  const schemas = schemasOf(parsed)
  const sent = [parsed, ...callbacks]
    .flatMap(uploadFiles)
    .map(({ file }) => ({ file, status: statusOf(file) }))
  const read = [...schemas, ...callbacks.flatMap(schemasOf)].flatMap(({ schema }) =>
    typeof schema === 'string' ? [schema] : [],
  )
  return defined({
    ...surroundings,
    specs: await gatherSpecs(parsed, options.sharedMocks),
    sharedMocks: options.sharedMocks,
    items: gatherItems(parsed),
    services: await gatherServices(parsed),
    schemaProblems:
      schemas.length === 0
        ? []
        : await gatherSchemas(parsed, schemas, options.schemas ?? createSchemaLibrary()),
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
    isSaved: options.texts?.has(parsed.suite.file) === true,
    missingFiles: new Set([
      ...[...read, ...tlsFiles(parsed, options)].filter(file => !existsSync(file)),
      ...sent.filter(({ status }) => status === undefined).map(({ file }) => file),
    ]),
    folders: new Set(sent.filter(({ status }) => status?.isDirectory() === true).map(({ file }) => file)),
  })
}

function stepColumns(parsed: ParsedSuite, rows: LoadedData['stepRows']): Facts['stepColumns'] {
  const columns = new Map<Step, readonly string[]>()
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

function tlsFiles(parsed: ParsedSuite, { configuration }: LoadOptions): readonly string[] {
  return tlsSettings(parsed, configuration).flatMap(({ files }) => files.map(({ file }) => file))
}
