import { typeByName } from '../../actions/http/body/file-source.ts'
import { bodyOfText, mediaType } from '../../compile/body-of-text.ts'
import { literalText } from '../../compile/literal-text.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isCredentialField, looksLikeCredential } from '../../secrets/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { RecordedBody, RecordedField } from './har-document.ts'
import type { RecordedSecrets } from './recorded-secrets.ts'
import { defined } from '../../util/defined.ts'

/** The body of a recorded call as keys of a step, and what of it was not in the recording. */
export interface RequestBody {
  readonly keys: JsonObject
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** The body as a suite has it: `graphql`, `json`, `form`, `multipart`, `xml` or `text`, credentials as placeholders. */
export function requestBody(body: RecordedBody, secrets: RecordedSecrets): RequestBody {
  if (mediaType(body.type) === 'multipart/form-data') return multipartBody(body, secrets)
  const [file, ...others] = body.fields
  if (body.text === undefined && file?.filename !== undefined && others.length === 0)
    return fileBody(file, body.type)
  const text = body.text ?? encoded(body.fields)
  if (!isText(text)) return binaryBody(body.type)
  return { keys: hideInBody(bodyOfText(text, usualSpelling(body.type)), secrets), losses: [] }
}

/** The type that a suite sends for a text by itself, however it is spelt, and for one whose type was not recorded. */
function usualSpelling(type: string): string {
  return /^(?:text\/plain\s*;\s*charset="?utf-8"?\s*)?$/i.test(type) ? 'text/plain; charset=utf-8' : type
}

/** Every credential of a body, found by what is known of its kind. */
function hideInBody(keys: JsonObject, secrets: RecordedSecrets): JsonObject {
  return Object.fromEntries(
    Object.entries(keys).map(([key, value]): [string, JsonValue] => {
      if (key === 'content-type') return [key, value]
      return [key, key === 'graphql' ? hideInGraphql(value, secrets) : hideInPart(value, secrets)]
    }),
  )
}

function hideInPart(value: JsonValue, secrets: RecordedSecrets): JsonValue {
  return typeof value === 'string' ? hideInText(value, secrets) : hideInJson(value, secrets)
}

function hideInGraphql(operation: JsonValue, secrets: RecordedSecrets): JsonValue {
  return Object.fromEntries(
    Object.entries(operation as JsonObject).map(([key, value]) => [key, hideInPart(value, secrets)]),
  )
}

function multipartBody(body: RecordedBody, secrets: RecordedSecrets): RequestBody {
  const fields =
    body.text === undefined ? body.fields : (multipartFields(body.type, body.text) ?? body.fields)
  if (fields.length === 0) return binaryBody(body.type)
  const missing = fields.filter(
    ({ filename, file, value }) => filename !== undefined && file === undefined && !hasContents(value),
  )
  const parts = fields.map((field): readonly [string, JsonValue] => [field.name, partOf(field, secrets)])
  return {
    keys: { multipart: namedValues(parts) },
    losses: missing.map(({ filename = '' }) => missingFile(filename)),
  }
}

/** A file that is the whole body. */
function fileBody({ filename = '', file = filename }: RecordedField, type: string): RequestBody {
  const isUsual = type === '' || type === typeByName(file)
  return {
    keys: { file, ...(isUsual ? {} : { 'content-type': type }) },
    losses: file === filename ? [missingFile(filename)] : [],
  }
}

function missingFile(filename: string): RequestBody['losses'][number] {
  return {
    what: `the contents of the file ${filename}`,
    why: 'it is not in the recording; put it beside the suite',
  }
}

function partOf(
  { name, value, filename, file, type, headers }: RecordedField,
  secrets: RecordedSecrets,
): JsonValue {
  const details: JsonObject = defined({ 'content-type': type, headers: partHeaders(headers, secrets) })
  if (file !== undefined) return { file, ...defined({ filename }), ...details }
  if (filename !== undefined && !hasContents(value)) return { file: filename, ...details }
  const text = hideInField(name, value, secrets)
  if (filename !== undefined) return { text, filename, ...details }
  return Object.keys(details).length === 0 ? text : { text, ...details }
}

function partHeaders(
  headers: RecordedField['headers'],
  secrets: RecordedSecrets,
): Readonly<Record<string, string>> | undefined {
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    hideInField(name, value, secrets),
  ])
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Readonly<Record<string, string>>)
}

/** Recorders leave the contents of files out, or write what their bytes would be as text. */
function hasContents(value: string): boolean {
  return value !== '' && isText(value)
}

function encoded(fields: readonly RecordedField[]): string {
  return new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value])).toString()
}

function binaryBody(type: string): RequestBody {
  const what = type === '' ? 'the body' : `the body (${type})`
  return { keys: {}, losses: [{ what, why: 'its bytes are not in the recording; send a file instead' }] }
}

/** A recorded text as a suite writes it: members of JSON, arguments of GraphQL and elements of XML are looked at. */
export function hideInText(text: string, secrets: RecordedSecrets): string {
  const hide = (whole: string, before: string, name: string, between: string, value: string, end: string) =>
    isCredentialField(name) && value !== ''
      ? `${before}${name}${between}${secrets.placeholder(name, value)}${end}`
      : whole
  return literalText(text)
    .replace(/(["']?)([\w.-]+)(\1\s*:\s*")((?:[^"\\]|\\.)*)(")/g, hide)
    .replace(/((?<![\w.-]))([\w.-]{1,64})(=)([^\s"'&,;<>]+)()/g, hide)
    .replace(/(^[ \t]{0,40}(?:- )?)([\w.-]{1,64})(:[ \t]{1,40})([^\s"'{}[\]]+)([ \t]*$)/gm, hide)
    .replace(/(<(?:[\w.-]+:)?)([\w.-]+)((?:\s[^<>]*)?>)([^<>]+)(<\/)/g, hide)
}

/** A recorded JSON value as a suite writes it: credentials are placeholders, and other braces are literal. */
function hideInJson(value: JsonValue, secrets: RecordedSecrets, name = ''): JsonValue {
  if (typeof value === 'string') return hideInField(name, value, secrets)
  // The environment gives texts.
  if (typeof value === 'number' && isCredentialField(name))
    return secrets.placeholder(name, String(value)).replace(/\}\}$/, ' | times 1}}')
  if (isList(value)) return value.map(item => hideInJson(item, secrets, name))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [literalText(key), hideInJson(inside, secrets, key)]),
  )
}

/** The value of a recorded field as a suite writes it. */
function hideInField(name: string, value: string, secrets: RecordedSecrets): string {
  const isSecret = value !== '' && (isCredentialField(name) || looksLikeCredential(value))
  return isSecret ? secrets.placeholder(name, value) : hideInText(value, secrets)
}

/** The parts of a multipart form that was recorded as text (RFC 7578); undefined when it is none. */
function multipartFields(type: string, text: string): readonly RecordedField[] | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1] ?? /^--([^\r\n]+)/.exec(text)?.[1]
  if (boundary === undefined) return undefined
  const pieces = `\n${text}`.split(`\n--${boundary}`).slice(1)
  const fields = pieces.filter(piece => !piece.startsWith('--')).map(fieldOf)
  return fields.every(field => field !== undefined) ? fields : undefined
}

function fieldOf(piece: string): RecordedField | undefined {
  const [, head, value] = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?$/.exec(piece) ?? []
  if (head === undefined || value === undefined) return undefined
  const name = parameter(head, 'name')
  const filename = parameter(head, 'filename')
  const type = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1]
  if (name === undefined) return undefined
  const others = [...head.matchAll(/^([\w-]+):[ \t]*(.*?)[ \t]*$/gm)].filter(
    ([, line = '']) => !/^content-(?:disposition|type|length)$/i.test(line),
  )
  const headers =
    others.length === 0
      ? undefined
      : Object.fromEntries(others.map(([, line = '', text = '']) => [line, text]))
  return defined({ name, value, filename, type, headers })
}

function parameter(head: string, name: string): string | undefined {
  const found = new RegExp(`^content-disposition:.*[;\\s]${name}="((?:[^"\\\\]|\\\\.)*)"`, 'im').exec(
    head,
  )?.[1]
  return found?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"')
}

/** True where a recorded text is text, and not bytes that a recorder wrote as if they were. */
function isText(text: string): boolean {
  return !/\ufffd|(?![\t\n\v\f\r])\p{Cc}/u.test(text)
}
