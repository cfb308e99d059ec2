import path from 'node:path'
import { allSteps, type UsedFile } from '../check/rule.ts'
import { isSchemaValidation, schemaTexts } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { namesIn } from '../util/names-in.ts'
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

/**
 * The texts in a document that lead to a file: certificates, keys, definitions, whatever they are for. Where they have
 * placeholders, `key` says whether a file is meant.
 */
export function filesIn(value: unknown, folder: string, key = ''): readonly string[] {
  if (typeof value === 'string') {
    if (value === '' || value.length > longestName || value.includes('\n')) return []
    const files = value.includes('{{') ? placesLike(value, folder, key) : [path.resolve(folder, value)]
    return files.filter(file => statusOf(file)?.isFile() === true)
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, one]) =>
    filesIn(one, folder, Array.isArray(value) ? key : inner),
  )
}

/** What is there of the name of a file with placeholders; of one that says nothing beside them, anything could be. */
function placesLike(written: string, folder: string, key: string): readonly string[] {
  const name = written.replaceAll(placeholder, '*')
  if (!/^(?:file|schema)$/.test(key) || !/\w/.test(name.replace(/\.\w+$/, ''))) return []
  const { root } = path.parse(name)
  let places = [root === '' ? folder : root]
  for (const segment of name.slice(root.length).split('/')) {
    const parts = segment.split('*').map(part => part.replaceAll(/\W/g, String.raw`\$&`))
    const pattern = new RegExp(`^${parts.join('.+')}$`)
    places = places.flatMap(place =>
      parts.length === 1
        ? [path.resolve(place, segment)]
        : namesIn(place).flatMap(one => (pattern.test(one) ? [path.join(place, one)] : [])),
    )
  }
  return places
}

const placeholder = /\{\{[^{}]*\}\}/g

function filesOfPart(part: JsonValue): readonly (JsonValue | undefined)[] {
  return [part].flat().map(item => mapping(item)['file'])
}
