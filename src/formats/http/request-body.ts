import path from 'node:path'
import { bodyOfText, mediaType, staysText } from '../../compile/body-of-text.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { defined } from '../../util/defined.ts'
import { jsonIn } from '../../util/json-in.ts'
import type { HttpRequest } from './http-file.ts'
import type { BodyLayout } from '../body-layout.ts'
import type { Tell } from '../told.ts'

/** The means of reading a body: its placeholders, and the files that it names. */
export interface BodyReading {
  readonly textOf: (written: string) => string
  /** True where a value that is nothing but this placeholder is sure to be text. */
  readonly isText: (placeholder: string) => boolean
  readonly read: (file: string) => string | undefined
  readonly tell: Tell
  readonly layout: BodyLayout
}

/**
 * The body of a request, as keys of a step. `type` is its Content-Type, empty where there is none; an empty `content-type` says that
 * none is sent.
 */
export function bodyKeys(request: HttpRequest, type: string, reading: BodyReading): JsonObject {
  const { body, comments } = request
  if (comments > 0)
    reading.tell.note(`${comments} comment line${comments > 1 ? 's' : ''} in the body`, 'they are not sent')
  if (body.length === 0) return {}
  const media = mediaType(type)
  if (media.startsWith('multipart/')) return multipartKeys(body, type, reading)
  const [only = '', ...others] = body
  const file = others.length === 0 ? fileIn(only) : undefined
  if (file !== undefined && !file.filled) return { file: file.name, 'content-type': type }
  const text = body.map(line => lineText(line, reading)).join('\n') + (media.endsWith('ndjson') ? '\n' : '')
  if (isGraphql(request)) return { graphql: graphqlOf(text, reading) }
  if (media === 'application/x-www-form-urlencoded') return formKeys(body, type, reading)
  return textKeys(text, type, reading)
}

/** True where the body is an operation of GraphQL: as JetBrains says it, or REST Client. */
export function isGraphql({ method, headers }: HttpRequest): boolean {
  return (
    method.toUpperCase() === 'GRAPHQL' ||
    headers.some(([name, value]) => /^x-request-type$/i.test(name) && /^graphql$/i.test(value))
  )
}

/** `< file`, or `<@ file` whose placeholders are filled in; `<@latin1 file` names its encoding. */
function fileIn(line: string): { readonly name: string; readonly filled: boolean } | undefined {
  const [, sign, name] = /^<(@[\w-]*)?\s+(\S.*)$/.exec(line.trimEnd()) ?? []
  return name === undefined ? undefined : { name: path.posix.normalize(name), filled: sign !== undefined }
}

/** A line of a body; one that names a file is the text of it. */
function lineText(line: string, { read, tell }: BodyReading): string {
  const file = fileIn(line)
  if (file === undefined) return line
  const text = read(file.name)
  if (text === undefined)
    tell.lose(line, 'the file is not there, or not below the project, and its text is needed')
  else tell.note(line, 'its text became part of the request')
  return text ?? line
}

function textKeys(text: string, type: string, { textOf, isText, layout }: BodyReading): JsonObject {
  if (type === '') return { text: textOf(text), 'content-type': '' }
  const keys = bodyOfText(text, type)
  const { json } = keys
  if (json !== undefined && (layout.keeps || !staysText(json, isText)))
    return { text: textOf(text), 'content-type': type }
  if (json !== undefined) layout.tell(text, json)
  return translated(keys, textOf) as JsonObject
}

/** A value with its texts, and its keys, as a suite writes them. */
function translated(value: JsonValue, textOf: BodyReading['textOf']): JsonValue {
  if (typeof value === 'string') return textOf(value)
  if (isList(value)) return value.map(item => translated(item, textOf))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [textOf(key), translated(inside, textOf)]),
  )
}

/** The fields of a form, which may go over several lines; text where it has anything but fields. */
function formKeys(body: readonly string[], type: string, reading: BodyReading): JsonObject {
  const text = body.map(line => lineText(line, reading).trim()).join('')
  const fields = text.split('&').filter(field => field !== '')
  if (!fields.every(field => field.includes('='))) return { text: reading.textOf(text), 'content-type': type }
  const decoded = (written: string): string => reading.textOf(decodePercent(written.replaceAll('+', ' ')))
  return {
    form: namedValues(
      fields.map((field): [string, string] => {
        const at = field.indexOf('=')
        return [decoded(field.slice(0, at)), decoded(field.slice(at + 1))]
      }),
    ),
  }
}

/** The query, and its variables behind an empty line. */
function graphqlOf(text: string, { textOf, tell }: BodyReading): JsonObject {
  const lines = text.split('\n')
  const start = lines.findIndex(
    (line, index) => /^\s*\{/.test(line) && index > 0 && lines[index - 1]?.trim() === '',
  )
  const query = (start < 0 ? text : lines.slice(0, start).join('\n')).trimEnd()
  const written = start < 0 ? undefined : lines.slice(start).join('\n')
  const [, operation] = /^\s*(?:query|mutation|subscription)\s+(\w+)/.exec(query) ?? []
  const variables = written === undefined ? undefined : jsonIn(written)
  if (written !== undefined && variables === undefined)
    tell.lose('variables of GraphQL', 'they are JSON only when their placeholders are filled in; quote those')
  return defined({
    query: textOf(query),
    variables: variables === undefined ? undefined : translated(variables, textOf),
    operation,
  })
}

/** The parts of a multipart form (RFC 7578), each text or a file. */
function multipartKeys(body: readonly string[], type: string, reading: BodyReading): JsonObject {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]?.trim() ?? /^--(\S+)/.exec(body[0] ?? '')?.[1]
  const pieces = `\n${body.join('\n')}`.split(`\n--${boundary ?? ''}`).slice(1)
  const parts = pieces.filter(piece => !piece.startsWith('--')).map(piece => partOf(piece, reading))
  const isForm = mediaType(type) === 'multipart/form-data'
  if (boundary === undefined || parts.some(part => part === undefined)) {
    reading.tell.lose('multipart body', 'its parts cannot be told apart; it is sent as text')
    return { text: reading.textOf(body.join('\n')), 'content-type': type }
  }
  return defined({
    multipart: namedValues(parts.flatMap(part => (part === undefined ? [] : [part]))),
    'content-type': isForm ? undefined : mediaType(type),
  })
}

function partOf(piece: string, reading: BodyReading): [string, JsonValue] | undefined {
  const [, head = '', content = ''] = /^\s*\n([\s\S]*?)\n\s*\n([\s\S]*)$/.exec(`${piece}\n`) ?? []
  const parameter = (key: string): string | undefined =>
    new RegExp(`^content-disposition:.*[;\\s]${key}="?([^";\\n]*)"?`, 'im').exec(head)?.[1]
  const name = parameter('name')
  if (name === undefined) return undefined
  const lines = content.replace(/\n$/, '')
  const file = fileIn(lines.trim())
  const sent =
    file === undefined || file.filled
      ? { text: reading.textOf(lineText(lines, reading)) }
      : { file: file.name }
  const type = /^content-type:(.*)$/im.exec(head)?.[1]?.trim()
  const filename = parameter('filename')
  const isOwnName = file !== undefined && filename === path.posix.basename(file.name)
  const part = defined({ ...sent, filename: isOwnName ? undefined : filename, 'content-type': type })
  return [name, 'text' in part && Object.keys(part).length === 1 ? part.text : part]
}
