import { editJson } from '../../document/edit-json.ts'
import type { JsonObject } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { silent } from '../told.ts'
import { bodyCheck, capturesOf as extractsOf, headerChecks } from './answer-keys.ts'
import { checkOf } from './check-of-assert.ts'
import { type EntryReading, plainText } from './entry-reading.ts'
import type { HurlAssert, HurlMessage, HurlResponse, HurlSection, SectionName } from './hurl-file.ts'
import { HurlScanner } from './hurl-scanner.ts'
import { keyText, linesAbove, lineText, withRemark } from './hurl-text.ts'
import { ended, mergePieces, type Piece, type Written } from './merge-pieces.ts'
import { readQuery } from './read-checks.ts'
import { readHurlFile } from './read-hurl-file.ts'
import { hurlJson, textBody } from './write-body.ts'
import { capturesOf } from './write-captures.ts'
import type { WrittenEntry } from './write-entry.ts'
import { type WrittenCheck, writtenChecks } from './written-checks.ts'

type CheckPiece = Piece<WrittenCheck>

/** Writes what an answer must be, with what has changed. */
export function mergedAnswer(
  response: HurlResponse,
  before: WrittenEntry,
  now: WrittenEntry,
  reading: EntryReading,
): string {
  const headers = headerPieces(response, reading)
  const asserts = response.sections.flatMap(section => section.asserts)
  const body = bodyPieces(response, reading)
  const pieces = [...headers, ...body, ...asserts.map(assert => assertPiece(assert, reading))]
  const merged = mergePieces(pieces, before.checks, now.checks)
  const captures = response.sections.flatMap(section => section.captures)
  const linesIn = (written: WrittenEntry): readonly Written[] =>
    fieldsOf(written.sections.get('Captures') ?? [])
  const captured = mergePieces(
    captures.map(capture => capturePiece(capture, response, reading)),
    linesIn(before),
    linesIn(now),
  )
  const textOf = (name: SectionName): string => (name === 'Captures' ? captured.text : merged.text)
  const fixedText = (own: readonly CheckPiece[]): string =>
    own.map(piece => merged.fixed.get(piece) ?? '').join('')
  const missing = (['Captures', 'Asserts'] as const).filter(
    name => !response.sections.some(section => section.name === name),
  )
  return [
    statusText(response, before, now),
    fixedText(headers),
    ...response.sections.map(section => sectionText(section.name, section, textOf(section.name))),
    ...missing.map(name => sectionText(name, undefined, textOf(name))),
    fixedText(body),
  ].join('')
}

/** The line of the answer. */
function statusText({ source }: HurlResponse, before: WrittenEntry, now: WrittenEntry): string {
  const [, status = '*'] = now.status.split(' ')
  const line =
    before.status === now.status ? source : source.replace(/(HTTP\S*[ \t]+)(?:\*|\d+)/, `$1${status}`)
  return ended(withRemark(line, now.statusRemark))
}

/** A section with these lines: one that loses them all goes, and one that never had any stays. */
export function sectionText(name: SectionName, section: HurlSection | undefined, lines: string): string {
  if (lines !== '') return `${section === undefined ? `[${name}]\n` : ended(section.source)}${lines}`
  const isEmpty =
    section !== undefined && section.fields.length + section.captures.length + section.asserts.length === 0
  return isEmpty ? ended(section.source) : ''
}

/** Lines with a name in front, one by one. */
export function fieldsOf(lines: readonly string[]): readonly Written[] {
  return lines.map(line => ({ key: line, name: nameIn(line), lines: [line] }))
}

/** The name of a header, a parameter, a capture or a variable. */
export function nameIn(line: string): string {
  return /^(?:variable: [^=]+(?==)|[^\s:"]+(?=:))/.exec(line)?.[0].toLowerCase() ?? line
}

function capturePiece(
  capture: HurlSection['captures'][number],
  response: HurlResponse,
  reading: EntryReading,
): Piece<Written> {
  const section = { name: 'Captures', source: '', fields: [], captures: [capture], asserts: [] } as const
  const extracts = extractsOf({ ...response, sections: [section] }, reading)
  const [line] = capturesOf(extracts, new Set(), silent.lose)
  const { source } = capture
  return line === undefined ? { source, name: '' } : { source, key: line, name: nameIn(line) }
}

function headerPieces(response: HurlResponse, reading: EntryReading): readonly CheckPiece[] {
  const checks = writtenChecks(headerChecks(response, reading), {}, silent.lose)
  return response.headers.map(({ source, name }, index) => ({
    source,
    name: checks[index]?.name ?? '',
    key: checks[index]?.key ?? '',
    isFixed: true,
    restated: ({ validation = {}, ...now }) => {
      const value = validation[now.name]
      const isPlain = typeof value === 'string' && Object.keys(validation).length === 1
      return isPlain ? `${keyText(plainText(name))}: ${lineText(value)}` : undefined
    },
  }))
}

function bodyPieces({ body }: HurlResponse, reading: EntryReading): readonly CheckPiece[] {
  if (body === undefined) return []
  const [check] = writtenChecks([bodyCheck(body, reading)], {}, silent.lose)
  const restated = ({ validation = {} }: WrittenCheck): string | undefined => changedBody(body, validation)
  return [{ source: body.source, name: check?.name ?? '', key: check?.key ?? '', isFixed: true, restated }]
}

/** A body of the same kind that is all that a validation asks for; undefined where that is no such body. */
function changedBody(body: NonNullable<HurlResponse['body']>, validation: JsonObject): string | undefined {
  const [[target, expected] = ['', null], ...others] = Object.entries(validation)
  if (others.length > 0) return undefined
  const isText = body.kind === 'line' || (body.kind === 'block' && body.language === '')
  if (target === 'text' && typeof expected === 'string') return isText ? textBody(expected) : undefined
  const raw = rawJson(body)
  const { equals = null, ...more } = mapping(expected)
  const isValue = target === '$' && (isObject(equals) || isList(equals)) && Object.keys(more).length === 0
  if (raw === undefined || !isValue) return undefined
  const below = body.source.slice(linesAbove(body.source).length)
  return below.replace(raw, () =>
    editJson(
      raw,
      hurlJson(equals, () => true),
    ),
  )
}

/** An assert, in which only the value changes where that says what is wanted. */
function assertPiece(assert: HurlAssert, reading: EntryReading): CheckPiece {
  const [own] = checksOf(assert, reading)
  const { source, query } = assert
  if (own === undefined) return { source, name: '' }
  const restated = (now: WrittenCheck): string | undefined => {
    const [line, ...others] = now.lines.filter(one => !own.lines.includes(one))
    if (line === undefined || others.length > 0) return undefined
    const written = readQuery(new HurlScanner(line)).text
    if (!own.lines.some(one => one.startsWith(`${written} `))) return undefined
    const predicate = line.slice(written.length).trim()
    // A number that is read out of a text is a text in a suite.
    const isNumber = /\sto(?:Int|Float)$/.test(query.text)
    const text = `${query.text} ${isNumber ? predicate.replace(/^([!=]= )"(.*)"$/, '$1$2') : predicate}\n`
    return checksIn(text, reading).some(one => one.key === now.key) ? text : undefined
  }
  return { source, key: own.key, name: own.name, restated }
}

function checksOf(assert: HurlAssert, { names }: EntryReading): readonly WrittenCheck[] {
  const { validations, extracts } = checkOf(assert, names, silent, () => names.between('checked-1'))
  return writtenChecks(validations, mapping(extracts), silent.lose)
}

/** The checks of an assert that is a text. */
function checksIn(text: string, reading: EntryReading): readonly WrittenCheck[] {
  const read = readHurlFile(`GET http://a\nHTTP *\n[Asserts]\n${text}`, '')
  const sections = read.ok ? (read.value.entries[0]?.response?.sections ?? []) : []
  return sections.flatMap(({ asserts }) => asserts.flatMap(one => checksOf(one, reading)))
}

/** The text of a JSON body as it stands in the file. */
export function rawJson(body: HurlMessage['body']): string | undefined {
  if (body?.kind !== 'json') return undefined
  const raw = plainText(body.text)
  return body.source.includes(raw) ? raw : undefined
}
