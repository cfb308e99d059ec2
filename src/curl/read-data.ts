import { formPairs, type Pairs, splitPair } from '../compile/named-values.ts'
import type { Problem, Result } from '../model/problem.ts'
import { encodePercent } from '../util/encode-percent.ts'
import { withoutBreaks } from '../util/without-breaks.ts'
import type { CurlOptions, GivenOption } from './given-options.ts'

/** Options whose values are joined by `&`. */
export const dataOptions: readonly string[] = [
  'data',
  'data-ascii',
  'data-raw',
  'data-binary',
  'data-urlencode',
]

/** The text that data options come to. */
export interface DataText {
  readonly text: string
  /** Its fields in their order; undefined where it is no list of fields. */
  readonly pairs: Pairs | undefined
  /** True where it was typed as it is sent. */
  readonly isPlain: boolean
}

/** Joins the values of data options as curl does; --json is joined without anything between. */
export function dataText(options: CurlOptions, names: readonly string[]): Result<DataText> {
  const given = options.all(...names)
  const problems: Problem[] = []
  const fields: (Pairs | undefined)[] = []
  let text = ''
  for (const [index, option] of given.entries()) {
    const piece = pieceOf(option, options)
    if (!piece.ok) {
      problems.push(...piece.problems)
      continue
    }
    const own = typeof piece.value === 'string' ? piece.value : encodedField(piece.value, options)
    fields.push(typeof piece.value === 'string' ? fieldsOf(own) : [piece.value])
    text += (index === 0 || option.name === 'json' ? '' : '&') + own
  }
  if (problems.length > 0) return { ok: false, problems }
  const isEncoded = given.some(({ name }) => encoding.includes(name))
  const isRead = given.some(({ name, value }) => name !== 'data-raw' && /^@(?!-$)/s.test(value))
  const isPlain = !isEncoded && !isRead
  return { ok: true, value: { text, pairs: isEncoded ? allOf(fields) : fieldsOf(text), isPlain } }
}

/** The options that encode their values. `query` is one of `apitest send`. */
const encoding: readonly string[] = ['data-urlencode', 'url-query', 'query']

function fieldsOf(text: string): Pairs | undefined {
  return text === '' ? [] : formPairs(text)
}

function allOf(fields: readonly (Pairs | undefined)[]): Pairs | undefined {
  const isNamed = fields.every(some => some !== undefined && some.every(([name]) => name !== ''))
  return isNamed ? fields.flatMap(some => some ?? []) : undefined
}

/** A text as it is sent, or a field that is still to be encoded. */
function pieceOf({ name, value }: GivenOption, options: CurlOptions): Result<string | Pairs[number]> {
  if (name === 'data-raw') return { ok: true, value }
  if (name === 'query') return { ok: true, value: splitPair(value) ?? ['', value] }
  if (encoding.includes(name)) return encodedPiece(name, value, options)
  if (!value.startsWith('@')) return { ok: true, value }
  const text = options.textOf(`--${name}`, value.slice(1))
  return text.ok && (name === 'data' || name === 'data-ascii')
    ? { ok: true, value: withoutBreaks(text.value) }
    : text
}

/** `content`, `=content`, `name=content`, `name@file` (curl(1), --data-urlencode). */
function encodedPiece(option: string, value: string, options: CurlOptions): Result<string | Pairs[number]> {
  if (option === 'url-query' && value.startsWith('+')) return { ok: true, value: value.slice(1) }
  const [, name = '', sign = '=', content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? ['', '', '=', value]
  const text: Result<string> =
    sign === '@' ? options.textOf(`--${option}`, content) : { ok: true, value: content }
  return text.ok ? { ok: true, value: [name, text.value] } : text
}

/** A field as it stands in a URL-encoded text; one without a name is its value alone. */
function encodedField([name, value]: Pairs[number], { marks }: CurlOptions): string {
  const encoded = encodeAround(value, marks).replaceAll('%20', '+')
  return name === '' ? encoded : `${name}=${encoded}`
}

/** A text percent-encoded as curl does (RFC 3986, unreserved characters stay); marks stay, too. */
export function encodeAround(text: string, marks: RegExp): string {
  return text
    .split(marks)
    .map((piece, index) => (index % 2 === 1 ? piece : encode(piece)))
    .join('')
}

function encode(text: string): string {
  return encodePercent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Where a URL names a folder, curl uploads a file under its own name. */
export function withUploadName(url: string, options: CurlOptions): string {
  const file = options.last('upload-file')
  const [, base = '', rest = ''] = /^([^?#]*\/)([?#].*)?$/s.exec(url) ?? []
  if (file === undefined || isInput(file) || base === '') return url
  return base + encodeAround(file.split(/[/\\]/).at(-1) ?? '', options.marks) + rest
}

/** True for a name of -T that means standard input. */
export function isInput(file: string): boolean {
  return file === '-' || file === '.' || file === '@-'
}
