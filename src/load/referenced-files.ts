import path from 'node:path'
import { allSteps, type UsedFile } from '../check/rule.ts'
import { isSchemaValidation, schemaTexts } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { mapping } from '../util/read-values.ts'
import { largestWritten, readText } from '../util/read-text.ts'
import { statusOf } from '../util/status-of.ts'
import { loadUses } from './load-uses.ts'

/** Characters above which a text is no name of a file. */
const longestName = 1024

/**
 * The files (absolute) that a suite names: suites it uses, data, bodies and schemas, also while they are missing, whatever
 * else of it leads to a file, and what those suites name.
 */
export async function referencedFiles(file: string): Promise<readonly string[]> {
  const content = readText(file, largestWritten)
  if (content instanceof Error) return []
  const parsed = await parseSuite(content, file)
  const uses = new Map<string, UsedFile>()
  await loadUses(parsed, uses)
  const used = [...uses.values()].flatMap(one => (one.state === 'parsed' ? [one.parsed] : []))
  return [...new Set([...uses.keys(), ...[parsed, ...used].flatMap(namedBy)])]
}

function namedBy(parsed: ParsedSuite): readonly string[] {
  const { suite, source } = parsed
  const sources = [suite.data, ...allSteps(parsed).map(step => step.data)]
  const written = [
    ...sources.map(source => (source?.kind === 'file' ? source.file : undefined)),
    ...allSteps(parsed).flatMap(step => [
      step.input['file'],
      ...Object.values(mapping(step.input['multipart'])).flatMap(filesOfPart),
      ...step.validations.map(validation =>
        isSchemaValidation(validation) ? schemaTexts(validation)[0] : undefined,
      ),
    ]),
  ]
  const folder = path.dirname(suite.file)
  const named = written.flatMap(file =>
    typeof file === 'string' && !file.includes('{{') ? [path.resolve(folder, file)] : [],
  )
  return [...named, ...filesIn(source.value, folder)]
}

/** The texts in a document that lead to a file: certificates, keys, definitions, whatever they are for. */
export function filesIn(value: unknown, folder: string): readonly string[] {
  if (typeof value === 'string') {
    const isName = value !== '' && value.length <= longestName && !/\{\{|\n/.test(value)
    const file = isName ? path.resolve(folder, value) : undefined
    return file !== undefined && statusOf(file)?.isFile() === true ? [file] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(one => filesIn(one, folder))
}

function filesOfPart(part: JsonValue): readonly (JsonValue | undefined)[] {
  return [part].flat().map(item => mapping(item)['file'])
}
