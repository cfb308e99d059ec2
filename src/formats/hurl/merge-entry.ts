import type { JsonObject } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list } from '../../util/read-values.ts'
import { plainLayout } from '../body-layout.ts'
import { silent } from '../told.ts'
import { assertText, checkOf } from './check-of-assert.ts'
import { EntryNames } from './entry-reading.ts'
import type { HurlEntry, HurlField, HurlItem, HurlMessage, SectionName } from './hurl-file.ts'
import { keyText, lineText } from './hurl-text.ts'
import { readHurlFile } from './read-hurl-file.ts'
import { stepOfEntry } from './request-step.ts'
import { bodyCheck, capturesOf, headerChecks } from './answer-keys.ts'
import { assertsOf, capturesOf as writtenCaptures } from './write-checks.ts'
import { writeEntry, type WrittenEntry } from './write-entry.ts'
import type { EntryContext } from './write-options.ts'

/** The text of an entry that was none before. */
export function entryText(title: string, written: WrittenEntry): string {
  const { line, headers, sections, body, status } = written
  const part = (name: SectionName): readonly string[] => {
    const lines = sections.get(name)
    return lines === undefined ? [] : [`[${name}]`, ...lines]
  }
  const request = (['Options', 'Query', 'BasicAuth', 'Form', 'Multipart'] as const).flatMap(part)
  const isAsked = status !== 'HTTP *' || sections.has('Captures') || sections.has('Asserts')
  const answer = isAsked ? [status, ...part('Captures'), ...part('Asserts')] : []
  const above = title === '' ? [] : [`# ${title}`]
  const lines = [...above, line, ...headers, ...request, ...(body === '' ? [] : [body]), ...answer]
  return `${lines.join('\n')}\n`
}

/** The text of an entry in which only what differs from the step that it was is written anew; undefined where it is no entry. */
export function mergedText(
  former: string,
  title: string,
  step: JsonObject,
  context: EntryContext,
): string | undefined {
  const read = readHurlFile(former, '')
  const [entry, ...others] = read.ok ? read.value.entries : []
  if (entry === undefined || others.length > 0 || !read.ok) return undefined
  const reading = { names: new EntryNames({ entries: [entry], rest: '' }), tell: silent, layout: plainLayout }
  const made = stepOfEntry(entry, reading)
  // A body that must be whole stays as it is laid out, or goes: it is no line of the asserts.
  const body = entry.response?.body === undefined ? undefined : bodyCheck(entry.response.body, reading)
  const without = (one: JsonObject): JsonObject => ({
    ...one,
    validations: list(one['validations']).filter(other => body === undefined || !jsonEqual(other, body)),
  })
  const before = made && writeEntry(without(made.step), { ...context, variables: {}, delay: made.delay })
  const now = writeEntry(without(step), context)
  if (before === undefined || now === undefined) return undefined
  const keepsBody = list(step['validations']).some(one => body !== undefined && jsonEqual(one, body))
  const text = new Merger(entry, before, now, keepsBody).text(title) + read.value.rest
  return former.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text
}

/** A piece of a file, and the lines that the writer makes of what it says. */
interface Piece extends HurlItem {
  readonly lines: readonly string[]
}

class Merger {
  readonly #entry: HurlEntry
  readonly #before: WrittenEntry
  readonly #now: WrittenEntry
  readonly #keepsBody: boolean

  constructor(entry: HurlEntry, before: WrittenEntry, now: WrittenEntry, keepsBody: boolean) {
    this.#entry = entry
    this.#before = before
    this.#now = now
    this.#keepsBody = keepsBody
  }

  text(title: string): string {
    const { request, response } = this.#entry
    const sections = (['Options', 'Query', 'BasicAuth', 'Form', 'Multipart'] as const).map(name =>
      this.#section(name, request),
    )
    const isSameCookie = this.#cookie(this.#before) === this.#cookie(this.#now)
    const cookies = request.sections.find(section => section.name === 'Cookies')
    return [
      this.#head(title),
      this.#lines(request.headers.map(fieldPiece), this.#before.headers, this.#now.headers),
      ...sections,
      cookies === undefined || !isSameCookie
        ? ''
        : cookies.source + cookies.fields.map(one => one.source).join(''),
      this.#body(request),
      response === undefined ? this.#newAnswer() : this.#answer(response),
    ].join('')
  }

  #cookie({ headers }: WrittenEntry): string | undefined {
    return headers.find(line => /^cookie:/i.test(line))
  }

  /** The comments and the request line. */
  #head(title: string): string {
    const { source } = this.#entry.request
    const own = this.#entry.title ?? ''
    const named = own === title ? source : renamed(source, own, title)
    if (this.#before.line === this.#now.line) return named
    return named.replace(/(^|\n)[ \t]*[A-Z]+[ \t][^\n]*(\r?\n|$)$/, (_, start: string, end: string) => {
      return `${start}${this.#now.line}${end}`
    })
  }

  #body({ body }: HurlMessage): string {
    if (this.#before.body === this.#now.body) return body?.source ?? ''
    return this.#now.body === '' ? '' : `${linesAbove(body?.source ?? '')}${this.#now.body}\n`
  }

  #section(name: SectionName, { sections }: HurlMessage): string {
    const section = sections.find(one => one.name === name)
    const pieces = section?.fields.map(fieldPiece) ?? []
    return this.#sectionText(name, section?.source, pieces)
  }

  #sectionText(name: SectionName, source: string | undefined, pieces: readonly Piece[]): string {
    const lines = this.#lines(
      pieces,
      this.#before.sections.get(name) ?? [],
      this.#now.sections.get(name) ?? [],
    )
    if (lines === '') return pieces.length === 0 ? (source ?? '') : ''
    return `${source ?? `[${name}]\n`}${lines}`
  }

  /**
   * Pieces whose lines are still written, or never were; new lines stand where one with the same name stood, or behind all
   * others.
   */
  #lines(pieces: readonly Piece[], before: readonly string[], now: readonly string[]): string {
    const added = now.filter(line => !before.includes(line))
    const take = (name: string): string => {
      const at = added.findIndex(line => nameIn(line) === name)
      return at < 0 ? '' : `${added.splice(at, 1).join('')}\n`
    }
    const kept = pieces.map(({ source, lines }) => {
      const isGone = lines.some(line => before.includes(line) && !now.includes(line))
      const anew = lines.map(line => take(nameIn(line))).join('')
      return anew !== '' ? linesAbove(source) + anew : isGone ? '' : source
    })
    return kept.map(ended).join('') + added.map(line => `${line}\n`).join('')
  }

  #newAnswer(): string {
    const whole = entryText('', {
      ...this.#now,
      line: '',
      headers: [],
      sections: this.#answerSections(),
      body: '',
    })
    return this.#before.status === this.#now.status && this.#answerSections().size === 0
      ? ''
      : whole.replace(/^\n/, '')
  }

  #answerSections(): ReadonlyMap<SectionName, readonly string[]> {
    return new Map([...this.#now.sections].filter(([name]) => name === 'Captures' || name === 'Asserts'))
  }

  #answer(response: NonNullable<HurlEntry['response']>): string {
    const names = new EntryNames({ entries: [this.#entry], rest: '' })
    const reading = { names, tell: silent, layout: plainLayout }
    const written = (checks: readonly JsonObject[]): readonly string[] =>
      checks.flatMap(check => assertsOf(check, () => undefined))
    const before = this.#before.sections.get('Asserts') ?? []
    const now = this.#now.sections.get('Asserts') ?? []
    const remains = (lines: readonly string[]): boolean =>
      !lines.some(line => before.includes(line) && !now.includes(line))
    const headers = headerChecks(response, reading).map(check => written([check]))
    let count = 0
    const asserts = response.sections.flatMap(section => section.asserts)
    const pieces = asserts.map((assert): Piece => {
      const check = checkOf(assert, names, silent, () => names.between(`checked-${++count}`))
      return { source: assert.source, lines: written(check.validations) }
    })
    const captures = response.sections.flatMap(section => section.captures)
    const capturePieces = captures.map((capture): Piece => {
      const section = { name: 'Captures', source: '', fields: [], captures: [capture], asserts: [] } as const
      const extracts = capturesOf({ ...response, sections: [section] }, reading)
      return { source: capture.source, lines: writtenCaptures(extracts, () => undefined) }
    })
    const sourceOf = (name: SectionName): string | undefined =>
      response.sections.find(one => one.name === name)?.source
    const isSameStatus = this.#before.status === this.#now.status
    return [
      isSameStatus
        ? ended(response.source)
        : response.source.replace(/HTTP[^\s]*[ \t]+(?:\*|\d+)/, this.#now.status),
      ...response.headers.map((header, index) => (remains(headers[index] ?? []) ? ended(header.source) : '')),
      this.#sectionText('Captures', sourceOf('Captures'), capturePieces),
      this.#sectionText('Asserts', sourceOf('Asserts'), pieces),
      this.#keepsBody ? (response.body?.source ?? '') : '',
    ].join('')
  }
}

/** The empty lines and comments above a part. */
function linesAbove(source: string): string {
  return /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*/.exec(source)?.[0] ?? ''
}

function fieldPiece({ name, value, file, source }: HurlField): Piece {
  const text = (template: HurlField['name']): string =>
    template.map(piece => (typeof piece === 'string' ? piece : `{{${piece.name}}}`)).join('')
  const shown =
    file === undefined ? lineText(text(value)) : assertText({ source } as never).replace(/^[^:]*:\s*/, '')
  return { source, lines: [`${keyText(text(name))}: ${shown}`.trimEnd()] }
}

/** A piece at the end of a file gets the line break that what follows needs. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** The name of a header, a parameter or a capture, and the query of an assert. */
function nameIn(line: string): string {
  return (
    /^[^\s:"]+(?=:)/.exec(line)?.[0].toLowerCase() ?? /^\w+ (?:"[^"]*"|(?=[=<>!]))/.exec(line)?.[0] ?? line
  )
}

/** The comment right above a request with another name. */
function renamed(source: string, own: string, title: string): string {
  const lines = source.split('\n')
  const at =
    own === ''
      ? -1
      : lines.findLastIndex(line => /^\s*#/.test(line) && line.trim().replace(/^#+\s*/, '') === own)
  if (at >= 0)
    return [...lines.slice(0, at), ...(title === '' ? [] : [`# ${title}`]), ...lines.slice(at + 1)].join('\n')
  return title === '' ? source : source.replace(/[ \t]*[A-Z]+[ \t][^\n]*\n?$/, line => `# ${title}\n${line}`)
}
