import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { allSteps, problemAt } from '../check/rule.ts'
import { writtenIn } from '../check/written.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { errorProblem, type Problem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import { targetsOf } from '../model/targets-of.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { readWithPlaces, type YamlSource } from '../document/index.ts'
import { list, mapping, valueAt } from '../util/read-values.ts'
import { isObject } from '../util/is-json.ts'
import { readText } from '../util/read-text.ts'
import { createSchemaLibrary, type SchemaFinding, type SchemaLibrary } from '../validations/index.ts'
import { defined } from '../util/defined.ts'

/** The problems of a suite's schemas, each in the file where it stands. Files that are missing are told elsewhere. */
export async function gatherSchemas(
  parsed: ParsedSuite,
  schemas: SchemaLibrary = createSchemaLibrary(),
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  if (!writtenIn(parsed.source).has(['schema'])) return problems
  const seen = new Set<string>()
  const sourceOf = sourceReader()
  for (const { schema, place } of schemasOf(parsed)) {
    if (typeof schema === 'string' && (seen.has(schema) || !existsSync(schema))) continue
    if (typeof schema === 'string') seen.add(schema)
    const findings = await schemas.examine(schema, parsed.suite.file)
    for (const finding of findings) problems.push(await problemOf(parsed, schema, place, finding, sourceOf))
  }
  return problems
}

/** The problems of a schema file that no suite names, given by absolute path. `name` is what it was called. */
export async function schemaFileProblems(
  file: string,
  name: string,
  schemas: SchemaLibrary,
): Promise<readonly Problem[]> {
  const sourceOf = sourceReader()
  const findings = await schemas.examine(file, file)
  return Promise.all(
    findings.map(async finding => {
      const placed = await placedProblem(finding, sourceOf)
      const { severity, message, hint } = finding
      return (
        placed ?? {
          ...errorProblem({ code: 'bad-schema', message: `${name}: ${message}`, hint }),
          severity,
        }
      )
    }),
  )
}

/** Gives the texts of schema files by their addresses; each is read once. */
type SourceOf = (address: string) => Promise<YamlSource | undefined>

function sourceReader(): SourceOf {
  const sources = new Map<string, Promise<YamlSource | undefined>>()
  return address => {
    const source = sources.get(address) ?? readSource(address)
    sources.set(address, source)
    return source
  }
}

/** A schema that a validation holds, or the file (absolute) that it names, with its place in the suite. */
interface WrittenSchema {
  readonly schema: string | JsonObject
  readonly place: DocumentPath
}

/** The schemas of all validations of a suite. */
export function schemasOf({ source, suite }: ParsedSuite): readonly WrittenSchema[] {
  const steps = allSteps({ suite }).filter(step =>
    targetsOf(step).some(({ target }) => target.kind === 'schema'),
  )
  return steps.flatMap(({ path: step }) =>
    [
      [...step, 'validations'],
      [...step, 'retry', 'stop-when'],
    ].flatMap(validations =>
      list(valueAt(source.value, validations)).flatMap((validation, index) => {
        const schema = schemaIn(mapping(validation)['schema'], path.dirname(suite.file))
        return schema === undefined ? [] : [{ schema, place: [...validations, index, 'schema'] }]
      }),
    ),
  )
}

function schemaIn(written: JsonValue | undefined, folder: string): string | JsonObject | undefined {
  if (typeof written === 'string')
    return written === '' || written.includes('{{') ? undefined : path.resolve(folder, written)
  const isOperation = ['spec', 'operation'].some(key => Object.hasOwn(mapping(written), key))
  return isObject(written) && !isOperation ? written : undefined
}

async function problemOf(
  { source, suite }: ParsedSuite,
  schema: string | JsonObject,
  place: DocumentPath,
  finding: SchemaFinding,
  sourceOf: SourceOf,
): Promise<Problem> {
  const { address, path: inside, message } = finding
  const isInSuite = typeof schema !== 'string' && address === pathToFileURL(suite.file).href
  if (isInSuite) return problemAt(source, [...place, ...inside], 'bad-schema', message, moreOf(finding))
  return (
    (await placedProblem(finding, sourceOf)) ??
    problemAt(source, place, 'bad-schema', message, moreOf(finding))
  )
}

/** A finding in the schema file where it stands, if that can be read. */
async function placedProblem(finding: SchemaFinding, sourceOf: SourceOf): Promise<Problem | undefined> {
  const document = await sourceOf(finding.address)
  return document === undefined
    ? undefined
    : problemAt(document, finding.path, 'bad-schema', finding.message, moreOf(finding))
}

function moreOf({ severity, hint }: SchemaFinding): Parameters<typeof problemAt>[4] {
  return defined({ severity, atKey: true, hint })
}

/** The text of a schema file, for the places in it. */
async function readSource(address: string): Promise<YamlSource | undefined> {
  if (!address.startsWith('file:')) return undefined
  const file = fileURLToPath(address)
  const text = readText(file)
  if (text instanceof Error) return undefined
  const source = await readWithPlaces(text, file, '')
  return source.problems.length === 0 ? source : undefined
}
