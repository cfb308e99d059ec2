import { authOfHeader } from '../compile/auth-of-header.ts'
import { namedValues } from '../compile/named-values.ts'
import { type Problem, type Result, usageRefusal } from '../model/problem.ts'
import { defined } from '../util/defined.ts'
import type { CurlOptions } from './given-options.ts'
import { argument, type Part } from '../parse/argument-part.ts'

/** A header line. */
export interface HeaderLine {
  readonly name: string
  /** Null for a header that is left out. */
  readonly value: string | null
  readonly written: string
}

/** The lines of -H, -A, -e, -b and -r, and those that --json and -T add. A header takes the place of an option for it. */
export function headerLines(options: CurlOptions): {
  readonly lines: readonly HeaderLine[]
  readonly problems: readonly Problem[]
} {
  const read = options.all('header').flatMap(({ value }) => linesOf(value, options))
  const lines = read.flatMap(line => (line.ok ? [line.value] : []))
  const added = addedLines(options).filter(({ name }) => !lines.some(line => isSame(line, name)))
  return { lines: [...lines, ...added], problems: read.flatMap(line => (line.ok ? [] : line.problems)) }
}

/**
 * The lines as keys of a step: a bearer or basic Authorization becomes `auth`, so that it is masked like others. `warn` finds
 * what is suspicious about a line.
 */
export function headersPart(
  lines: readonly HeaderLine[],
  warn: (line: HeaderLine) => Problem | undefined = () => undefined,
): Part {
  const authorizations = lines.filter(line => isSame(line, 'authorization'))
  const credentials = authorizations.length === 1 ? authorizations[0]?.value : undefined
  const auth = typeof credentials === 'string' ? authOfHeader(credentials) : undefined
  const sent = lines.filter((line, index) => !isIdle(line, lines.slice(0, index), lines))
  const headers = auth === undefined ? sent : sent.filter(line => !isSame(line, 'authorization'))
  return {
    keys: defined({
      auth,
      headers:
        headers.length === 0 ? undefined : namedValues(headers.map(({ name, value }) => [name, value])),
    }),
    given: sent.map(line => {
      const path = headers.includes(line) ? ['headers', line.name] : ['auth']
      return { ...argument('--header', line.written, ...path), ...defined({ warning: warn(line) }) }
    }),
    problems: [],
  }
}

/** The content type that lines name: null where it is left out, undefined where none of them is about it. */
export function contentTypeOf(lines: readonly HeaderLine[]): string | null | undefined {
  return lines.findLast(line => isSame(line, 'content-type'))?.value
}

/** True for a line of this header, which is named in lower case. */
export function isSame({ name }: HeaderLine, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

/** A header that another line gives, too, is not left out. */
function isIdle(line: HeaderLine, before: readonly HeaderLine[], all: readonly HeaderLine[]): boolean {
  if (line.value !== null) return false
  const isAgain = before.some(other => isSame(other, line.name))
  return isAgain || all.some(other => isSame(other, line.name) && other.value !== null)
}

/** A header line, or those of a file. */
function linesOf(written: string, options: CurlOptions): readonly Result<HeaderLine>[] {
  if (!written.startsWith('@')) return [headerLine(written)]
  const text = options.textOf('--header', written.slice(1))
  return text.ok
    ? text.value
        .split(/\r?\n/)
        .filter(line => line !== '')
        .map(headerLine)
    : [text]
}

/** `Name: value`; `Name:` leaves a header out, and `Name;` sends it empty. */
function headerLine(written: string): Result<HeaderLine> {
  const [, name, sign, value = ''] = /^([^\s:;]+)\s*([:;])\s*(.*?)\s*$/s.exec(written) ?? []
  if (name === undefined || (sign === ';' && value !== ''))
    return usageRefusal(
      "--header needs 'Name: value'",
      "'Name:' leaves a header out, 'Name;' sends it empty.",
    )
  return { ok: true, value: { name, value: sign === ';' ? '' : value === '' ? null : value, written } }
}

/** Headers that options of their own add. */
function addedLines(options: CurlOptions): readonly HeaderLine[] {
  const cookies = options.all('cookie').flatMap(({ value }) => (value.includes('=') ? [value] : []))
  const agent = options.last('user-agent')
  const referer = options.last('referer')?.replace(/;auto$/, '')
  const range = options.last('range')
  const json = options.last('json') === undefined ? undefined : 'application/json'
  const queryType = options.has('get') ? json : undefined
  const lines: readonly (readonly [name: string, value: string | null | undefined])[] = [
    ['Cookie', cookies.length === 0 ? undefined : cookies.join(';')],
    ['User-Agent', agent === '' ? null : agent],
    ['Referer', referer === '' ? undefined : referer],
    ['Range', range === undefined ? undefined : `bytes=${range}`],
    ['Content-Type', options.last('upload-file') === undefined ? queryType : null],
    ['Accept', json],
  ]
  return lines.flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value, written: `${name}: ${value ?? ''}`.trimEnd() }],
  )
}
