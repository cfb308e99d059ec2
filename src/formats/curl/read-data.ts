import { bodyOfText } from '../../compile/body-of-text.ts'
import { encodeAround } from './encode-around.ts'
import type { Given, Piece } from './given.ts'
import { withoutBreaks } from '../../util/without-breaks.ts'
import type { GivenOption } from './read-arguments.ts'

/** Options whose values are joined by `&`. */
export const isUrlData: readonly string[] = [
  'data',
  'data-ascii',
  'data-raw',
  'data-binary',
  'data-urlencode',
]

const formType = 'application/x-www-form-urlencoded'

/** The text that data options come to. */
export interface DataText {
  readonly text: string
  /** Why it is not known. */
  readonly refused: readonly string[]
}

/** Joins the values of data options as curl does; undefined when none is given. */
export function formText(given: Given, names: readonly string[]): DataText | undefined {
  const options = given.all(...names)
  if (options.length === 0) return undefined
  const pieces = options.map(option => pieceOf(option, given))
  return {
    text: pieces.map(piece => (typeof piece === 'string' ? piece : '')).join('&'),
    refused: pieces.flatMap(piece => (typeof piece === 'string' ? [] : [piece.refused])),
  }
}

function pieceOf({ name, value }: GivenOption, given: Given): string | { refused: string } {
  if (name === 'data-raw') return value
  if (name === 'data-urlencode' || name === 'url-query') return encodedPiece(name, value, given)
  if (!value.startsWith('@')) return value
  const text = given.textOf(value.slice(1))
  if (text === undefined) return { refused: `--${name} ${value}: what is read there is not in the command` }
  return name === 'data-binary' ? text : withoutBreaks(text)
}

/** `content`, `=content`, `name=content`, `name@file` (curl(1), --data-urlencode). */
function encodedPiece(option: string, value: string, given: Given): string | { refused: string } {
  if (option === 'url-query' && value.startsWith('+')) return value.slice(1)
  const [, name = '', sign = '=', content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? ['', '', '=', value]
  const text = sign === '@' ? given.textOf(content) : content
  if (text === undefined) return { refused: `--${option} ${value}: what is read there is not in the command` }
  return name === '' ? encodeAround(text) : `${name}=${encodeAround(text)}`
}

/** The body that the data options give. `header` is the content type that a header names; null where one leaves it out. */
export function readData(given: Given, header: string | null | undefined): Piece {
  const upload = given.last('upload-file')
  if (upload !== undefined) return readUpload(given, upload, header)
  if (given.has('get')) return { keys: {}, refused: formText(given, isUrlData)?.refused ?? [] }
  const json = given.all('json')
  const data = given.all(...isUrlData, 'json')
  const [first] = data
  if (first === undefined) return { keys: {} }
  const type = header ?? (json.length > 0 ? 'application/json' : formType)
  const isFile = first.name !== 'data-raw' && first.name !== 'data-urlencode' && /^@(?!-$)/s.test(first.value)
  if (isFile && data.length === 1) return fileBody(first, type, given)
  const joined = formText(given, isUrlData)
  const jsonText = jsonPieces(json, given)
  const refused = [...(joined?.refused ?? []), ...jsonText.refused]
  const text = [...(joined === undefined ? [] : [joined.text]), ...jsonText.texts].join('')
  return { keys: bodyOfText(text, type), refused }
}

/** Several --json are put together without anything between them. */
function jsonPieces(
  options: readonly GivenOption[],
  given: Given,
): { readonly texts: readonly string[]; readonly refused: readonly string[] } {
  const read = options.map(({ value }) =>
    value.startsWith('@') ? (given.textOf(value.slice(1)) ?? value) : value,
  )
  return {
    texts: read,
    refused: read.filter(value => value.startsWith('@')).map(value => `--json ${value} is one of several`),
  }
}

/** A file that is sent as it is stays a file; of one whose line breaks curl leaves out, the text is sent that is left. */
function fileBody({ name, value }: GivenOption, type: string, given: Given): Piece {
  const isText = name === 'data' || name === 'data-ascii'
  const text = isText ? given.textOf(value.slice(1)) : undefined
  if (text !== undefined && text !== withoutBreaks(text))
    return { keys: bodyOfText(withoutBreaks(text), type) }
  const loss = {
    what: `--${name} ${value}`,
    why: 'curl leaves out the line breaks of the file, a suite sends them',
  }
  return {
    keys: { file: value.slice(1), 'content-type': type },
    ...(isText && text === undefined ? { losses: [loss] } : {}),
  }
}

/** -T sends a file as it is, without naming a type. */
function readUpload(given: Given, upload: string, header: string | null | undefined): Piece {
  const type = typeof header === 'string' ? { 'content-type': header } : {}
  const untyped = typeof header === 'string' ? {} : { headers: { 'content-type': null } }
  if (upload === '-' || upload === '.')
    return given.input === undefined
      ? { keys: {}, refused: ['--upload-file -: standard input is not in the command'] }
      : { keys: { text: given.input, ...type, ...untyped } }
  return { keys: { file: upload, ...type, ...untyped } }
}
