import path from 'node:path'
import { allSteps, type UsedFile } from '../check/rule.ts'
import { isSchemaValidation, schemaTexts } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { namesIn } from '../util/names-in.ts'
import { mapping } from '../util/read-values.ts'
import { realPath } from '../util/is-within.ts'
import { largestWritten, readText } from '../util/read-text.ts'
import { statusOf } from '../util/status-of.ts'
import { loadUses } from './load-uses.ts'
import { isCollection } from '../util/is-json.ts'

/** Characters above which a text is no name of a file. */
const longestName = 1024

/**
 * The files (absolute) that a suite names: suites it uses, data, bodies and schemas, also while they are missing, whatever
 * else of it leads to a file, and what those suites name.
 */
export async function referencedFiles(file: string): Promise<readonly string[]> {
  const { parsed, uses } = await readWithUses(file)
  return [...new Set([...uses, ...parsed.flatMap(namedBy)])]
}

/** The names of files that a suite, and those that it uses, fill in while they run. */
export async function openNames(file: string): Promise<readonly OpenName[]> {
  const { parsed } = await readWithUses(file)
  return parsed.flatMap(({ suite, source }) => openNamesIn(source.value, path.dirname(suite.file)))
}

/** A name of a file with placeholders, as it is written, and the folder that it starts from. */
export interface OpenName {
  readonly written: string
  readonly folder: string
}

/** True where a file (absolute) may be what such a name leads to: a value may have any text, that of a folder as well. */
export function mayLeadTo({ written, folder }: OpenName, file: string): boolean {
  const name = path.normalize(written.replaceAll(placeholder, '*'))
  const [from, to] = [realPath(folder), realPath(file)]
  return patternOf(name).test(path.isAbsolute(name) ? to : path.relative(from, to))
}

async function readWithUses(file: string) {
  const content = readText(file, largestWritten)
  if (content instanceof Error) return { parsed: [], uses: [] }
  const parsed = await parseSuite(content, file)
  const uses = new Map<string, UsedFile>()
  await loadUses(parsed, uses)
  const used = [...uses.values()].flatMap(one => (one.state === 'parsed' ? [one.parsed] : []))
  return { parsed: [parsed, ...used], uses: [...uses.keys()] }
}

/** The files (absolute) that a suite itself names. */
export function namedBy(parsed: ParsedSuite): readonly string[] {
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
  return [...named, ...filesIn(source.readIn?.written ?? source.value, folder)]
}

/**
 * The texts in a document that lead to a file: certificates, keys, definitions, whatever they are for. Where they have
 * placeholders, their key says whether a file is meant.
 */
export function filesIn(value: unknown, folder: string): readonly string[] {
  return namesOfFiles(value).flatMap(({ text, key }) => {
    const files = text.includes('{{') ? placesLike(text, folder, key) : [path.resolve(folder, text)]
    return files.filter(file => statusOf(file)?.isFile() === true)
  })
}

function openNamesIn(value: unknown, folder: string): readonly OpenName[] {
  return namesOfFiles(value).flatMap(({ text, key }) =>
    fileKeys.test(key) && text.includes('{{') ? [{ written: text, folder }] : [],
  )
}

/** The texts in a document that may be names of files, each with the key that it stands at. */
function namesOfFiles(value: unknown, key = ''): readonly { readonly text: string; readonly key: string }[] {
  if (typeof value === 'string')
    return value === '' || value.length > longestName || value.includes('\n') ? [] : [{ text: value, key }]
  if (!isCollection(value)) return []
  return Object.entries(value).flatMap(([inner, one]) =>
    namesOfFiles(one, Array.isArray(value) ? key : inner),
  )
}

const fileKeys = /^(?:file|schema)$/

/** The places that fit the name of a file with placeholders; of one that says nothing beside them, anything could be. */
function placesLike(written: string, folder: string, key: string): readonly string[] {
  const name = written.replaceAll(placeholder, '*')
  if (!fileKeys.test(key) || !/\w/.test(name.replace(/\.\w+$/, ''))) return []
  const { root } = path.parse(name)
  let places = [root === '' ? folder : root]
  for (const segment of name.slice(root.length).split('/')) {
    const pattern = patternOf(segment)
    places = places.flatMap(place =>
      !segment.includes('*')
        ? [path.resolve(place, segment)]
        : namesIn(place).flatMap(one => (pattern.test(one) ? [path.join(place, one)] : [])),
    )
  }
  return places
}

/** The pattern for a name in which an asterisk stands for any text. */
function patternOf(name: string): RegExp {
  const parts = name.split('*').map(part => part.replaceAll(/\W/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`)
}

const placeholder = /\{\{[^{}]*\}\}/g

function filesOfPart(part: JsonValue): readonly (JsonValue | undefined)[] {
  return [part].flat().map(item => mapping(item)['file'])
}
