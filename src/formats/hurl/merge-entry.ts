import { namesUsed } from '../../compile/variable-flow.ts'
import { editJson } from '../../document/edit-json.ts'
import type { JsonObject } from '../../model/json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { plainLayout } from '../body-layout.ts'
import { silent } from '../told.ts'
import { assertText } from './check-of-assert.ts'
import { EntryNames, type EntryReading } from './entry-reading.ts'
import type { HurlEntry, HurlField, HurlItem, HurlMessage, HurlSection, SectionName } from './hurl-file.ts'
import { commentLines, keyText, linesAbove, lineText } from './hurl-text.ts'
import { fieldsOf, mergedAnswer, nameIn, rawJson, sectionText } from './merge-answer.ts'
import { mergePieces, type Piece, type Written } from './merge-pieces.ts'
import { readHurlFile } from './read-hurl-file.ts'
import { stepOfEntry } from './request-step.ts'
import { checkedName } from './write-captures.ts'
import { writeEntry, type WrittenEntry } from './write-entry.ts'
import type { EntryContext } from './write-options.ts'

const requestSections = ['Options', 'Query', 'BasicAuth', 'Form', 'Multipart'] as const

/** The text of an entry that was none before. */
export function entryText(title: string, written: WrittenEntry): string {
  const { line, headers, body } = written
  const request = requestSections.flatMap(name => sectionLines(written, name))
  // A description above a request without a name would be its name.
  const gap = title === '' && written.description.trim() !== '' ? [''] : []
  const above = [...commentLines(written.description), ...gap, ...commentLines(title)]
  const lines = [...above, line, ...headers, ...request, ...(body === '' ? [] : [body])]
  return `${[...lines, ...answerLines(written)].join('\n')}\n`
}

function sectionLines({ sections }: WrittenEntry, name: SectionName): readonly string[] {
  const lines = sections.get(name)
  return lines === undefined ? [] : [`[${name}]`, ...lines]
}

/** The lines of what an answer must be; none where any is right. */
function answerLines(written: WrittenEntry): readonly string[] {
  const { status, statusRemark } = written
  const parts = (['Captures', 'Asserts'] as const).flatMap(name => sectionLines(written, name))
  const isAsked = status !== 'HTTP *' || statusRemark !== '' || parts.length > 0
  return isAsked ? [...commentLines(statusRemark), status, ...parts] : []
}

/** An entry that has changed, and the comments that went with its lines. */
interface MergedEntry {
  readonly text: string
  readonly comments: readonly string[]
}

/** The text of an entry in which only what differs from the step that it was is written anew; undefined where it is no entry. */
export function mergedText(
  former: string,
  title: string,
  step: JsonObject,
  context: EntryContext,
): MergedEntry | undefined {
  const read = readHurlFile(former, '')
  const [entry, ...others] = read.ok ? read.value.entries : []
  if (entry === undefined || others.length > 0 || !read.ok) return undefined
  const names = new EntryNames({ entries: [entry], rest: '' })
  const reading = { names, tell: silent, tellAt: () => silent, layout: plainLayout }
  const made = stepOfEntry(entry, reading)
  if (made === undefined) return undefined
  const assertsStatus =
    entry.response?.status === undefined &&
    entry.response?.sections.some(({ asserts }) => asserts.some(({ query }) => query.kind === 'status'))
  const alike = { ...context, assertsStatus: assertsStatus === true }
  const before = writeEntry(made.step, { ...alike, used: new Set(), variables: {}, delay: made.delay })
  const now = writeEntry(withoutLeft(step, made.step, context), alike)
  if (before === undefined || now === undefined) return undefined
  const text = new Merger(entry, before, now, reading).text(title) + read.value.rest
  return {
    text: former.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text,
    comments: commentsLeft(entry, text),
  }
}

/** Comments behind lines that a text has otherwise. */
function commentsLeft({ request, response }: HurlEntry, text: string): readonly string[] {
  const sections = [...request.sections, ...(response?.sections ?? [])]
  const lines: readonly (readonly [source: string, beginning: string])[] = [
    [request.source, ''],
    ...[request, ...sections].flatMap(part => ('headers' in part ? part.headers : part.fields)).map(named),
    ...sections.flatMap(({ captures }) => captures.map(named)),
    ...sections.flatMap(({ asserts }) => asserts.map(({ source, query }) => [source, query.text] as const)),
  ]
  return lines.flatMap(([source, beginning]) => {
    const comment = commentBehind(assertText({ source }))
    return comment === undefined || text.includes(comment) || !text.includes(beginning) ? [] : [comment]
  })
}

function named({ source }: HurlItem): readonly [source: string, beginning: string] {
  return [source, /^[^:]*:/.exec(assertText({ source }))?.[0] ?? '']
}

/** The comment behind the end of a line. */
function commentBehind(line: string): string | undefined {
  return /^(?:"(?:\\.|[^"\\])*"|\\.|[^#"\\])*?\s(#.*)$/.exec(line)?.[1]
}

/** The step without the extracts that its asserts needed, where these are gone. */
function withoutLeft(step: JsonObject, made: JsonObject, { used }: EntryContext): JsonObject {
  const asked = new Set(list(step['validations']).flatMap(one => Object.keys(mapping(one))))
  const former = mapping(made['extracts'])
  const own = mapping(step['extracts'])
  const left = Object.keys(own).filter(name => {
    const target = `variable ${name}`
    const isOfAssert = checkedName(target) !== undefined && Object.hasOwn(former, name)
    return isOfAssert && !asked.has(target) && !used.has(name)
  })
  const gone = new Set(left.flatMap(name => [name, ...namesUsed(own[name] ?? null)]))
  const extracts = Object.entries(own).filter(([name]) => !gone.has(name))
  return step['extracts'] === undefined ? step : { ...step, extracts: Object.fromEntries(extracts) }
}

class Merger {
  readonly #entry: HurlEntry
  readonly #before: WrittenEntry
  readonly #now: WrittenEntry
  readonly #reading: EntryReading

  constructor(entry: HurlEntry, before: WrittenEntry, now: WrittenEntry, reading: EntryReading) {
    this.#entry = entry
    this.#before = before
    this.#now = now
    this.#reading = reading
  }

  text(title: string): string {
    const { request, response } = this.#entry
    const headers = mergePieces(
      request.headers.map(fieldPiece),
      fieldsOf(this.#before.headers),
      fieldsOf(this.#now.headers),
    )
    const missing = requestSections.filter(name => !request.sections.some(section => section.name === name))
    return [
      this.#head(title),
      headers.text,
      ...request.sections.map(section => this.#section(section.name, section)),
      ...missing.map(name => this.#section(name)),
      this.#body(request),
      response === undefined
        ? this.#newAnswer()
        : mergedAnswer(response, this.#before, this.#now, this.#reading),
    ].join('')
  }

  /** The comments and the request line. */
  #head(title: string): string {
    const { source } = this.#entry.request
    const own = this.#entry.title ?? ''
    const named = own === title ? source : renamed(source, own, title)
    const told = described(named, title, this.#now.description)
    if (this.#before.line === this.#now.line) return told
    return told.replace(/(^|\n)[ \t]*[A-Z]+[ \t][^\n]*(\r?\n|$)$/, (_, start: string, end: string) => {
      return `${start}${this.#now.line}${end}`
    })
  }

  /** The body; in JSON only what differs is written anew. */
  #body({ body }: HurlMessage): string {
    const { body: now } = this.#now
    const source = body?.source ?? ''
    if (this.#before.body === now) return source
    if (now === '') return ''
    const [raw, wanted] = [rawJson(body), now.trim()]
    if (raw !== undefined && /^[[{]/.test(wanted)) return source.replace(raw, () => editJson(raw, wanted))
    return `${linesAbove(source)}${now}\n`
  }

  #section(name: SectionName, section?: HurlSection): string {
    if (name === 'Cookies') return this.#cookies(section)
    const linesIn = (written: WrittenEntry): readonly Written[] => fieldsOf(written.sections.get(name) ?? [])
    const pieces = section?.fields.map(fieldPiece) ?? []
    const { text } = mergePieces(pieces, linesIn(this.#before), linesIn(this.#now))
    return sectionText(name, section, text)
  }

  /** Cookies of an entry, which a step has as a header. */
  #cookies(section: HurlSection | undefined): string {
    const cookie = ({ headers }: WrittenEntry): string | undefined =>
      headers.find(line => /^cookie:/i.test(line))
    if (section === undefined || cookie(this.#before) !== cookie(this.#now)) return ''
    return section.source + section.fields.map(one => one.source).join('')
  }

  #newAnswer(): string {
    const checks = this.#now.checks.length > 0 || this.#now.sections.has('Captures')
    if (this.#before.status === this.#now.status && this.#now.statusRemark === '' && !checks) return ''
    return answerLines(this.#now)
      .map(line => `${line}\n`)
      .join('')
  }
}

/** A request with its description above its name, or apart from it where it has none. */
function described(source: string, title: string, description: string): string {
  const lines = commentLines(description)
  const there = source.split('\n').map(line => line.trim())
  if (lines.every(line => there.includes(line))) return source
  const [, above = '', rest = source] =
    title === ''
      ? (/^([\s\S]*\n)?([ \t]*[A-Z]+[ \t][^\n]*\n?)$/.exec(source) ?? [])
      : (/^([\s\S]*\n)?([ \t]*#[^\n]*\n[ \t]*[A-Z]+[ \t][^\n]*\n?)$/.exec(source) ?? [])
  return `${above}${lines.join('\n')}\n${title === '' ? '\n' : ''}${rest}`
}

function fieldPiece({ name, value, file, source }: HurlField): Piece<Written> {
  const text = (template: HurlField['name']): string =>
    template.map(piece => (typeof piece === 'string' ? piece : `{{${piece.name}}}`)).join('')
  const shown = file === undefined ? lineText(text(value)) : assertText({ source }).replace(/^[^:]*:\s*/, '')
  const line = `${keyText(text(name))}: ${shown}`.trimEnd()
  return { source, key: line, name: nameIn(line) }
}

/** The comment right above a request with another name. */
function renamed(source: string, own: string, title: string): string {
  const lines = source.split('\n')
  const at =
    own === ''
      ? -1
      : lines.findLastIndex(line => /^\s*#/.test(line) && line.trim().replace(/^#+\s*/, '') === own)
  if (at >= 0) return [...lines.slice(0, at), ...commentLines(title), ...lines.slice(at + 1)].join('\n')
  return title === ''
    ? source
    : source.replace(/[ \t]*[A-Z]+[ \t][^\n]*\n?$/, line => [...commentLines(title), line].join('\n'))
}
