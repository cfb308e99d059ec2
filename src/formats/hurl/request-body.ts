import { bodyOfText, staysText } from '../../compile/body-of-text.ts'
import { literalText } from '../../compile/literal-text.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { jsonIn } from '../../util/json-in.ts'
import type { HurlBody, HurlField, HurlMessage } from './hurl-file.ts'
import {
  encodedPairs,
  type EntryNames,
  type EntryReading,
  fieldsOf,
  keepsOrder,
  pairsOf,
} from './entry-reading.ts'

/** The body of a request, as keys of a step. An empty `content-type` says that none is sent. */
export function bodyKeys(request: HurlMessage, type: string | undefined, reading: EntryReading): JsonObject {
  const form = fieldsOf(request, 'Form')
  const parts = fieldsOf(request, 'Multipart')
  const { body } = request
  const sent = [form.length > 0, parts.length > 0, body !== undefined].filter(Boolean)
  if (sent.length > 1) reading.tell.lose('a second body', 'a request has one')
  if (form.length > 0) return formKeys(form, type, reading)
  if (parts.length > 0) return { multipart: namedValues(parts.map(part => partOf(part, reading))) }
  return body === undefined ? {} : keysOfBody(body, type, reading)
}

const formType = 'application/x-www-form-urlencoded'

function formKeys(
  fields: readonly HurlField[],
  type: string | undefined,
  { names }: EntryReading,
): JsonObject {
  const pairs = pairsOf(fields, names)
  const typed = type === undefined || type === formType ? {} : { 'content-type': type }
  if (keepsOrder(pairs)) return { form: namedValues(pairs), ...typed }
  return { text: encodedPairs(pairs), 'content-type': type ?? formType }
}

/** Types of files by their endings, as Hurl has them. */
const fileTypes: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
}

function partOf({ name, value, file }: HurlField, { names, tell }: EntryReading): [string, JsonValue] {
  const key = names.text(name)
  const text = names.text(value)
  if (file === undefined) return [key, text]
  const written = names.text(file)
  const ending = /\.(\w+)$/.exec(written)?.[1] ?? ''
  if (written.includes('/'))
    tell.note(`filename="${written}"`, 'Hurl sends the path as it is written, and so does this')
  const type = text === '' ? (fileTypes[ending] ?? 'application/octet-stream') : text
  return [
    key,
    { file: written, ...(written.includes('/') ? { filename: written } : {}), 'content-type': type },
  ]
}

function keysOfBody(body: HurlBody, type: string | undefined, reading: EntryReading): JsonObject {
  const { names, tell } = reading
  switch (body.kind) {
    case 'json':
      return escapedJson(textKeys(names.text(body.text), type ?? 'application/json', reading), names)
    case 'xml':
      return textKeys(literalText(body.xml), type ?? 'application/xml', reading)
    case 'graphql':
      return graphqlKeys(body, type, reading)
    case 'file':
      return { file: names.text(body.file), 'content-type': type ?? '' }
    case 'bytes': {
      const text = body.bytes.toString('utf8')
      if (Buffer.from(text).equals(body.bytes)) {
        tell.note(body.written, 'its bytes are sent as text')
        return { text: literalText(text), 'content-type': type ?? '' }
      }
      tell.lose(body.written, 'bytes that are no text: write them to a file, and name that')
      return {}
    }
    case 'block': {
      const usual = { json: 'application/json', xml: 'application/xml', raw: undefined, '': undefined }
      return textKeys(names.text(body.text), type ?? usual[body.language], reading)
    }
    case 'line':
      if (type === undefined) tell.note('a body in back quotes', 'it has no Content-Type, and none is sent')
      return textKeys(names.text(body.text), type, reading)
  }
}

function textKeys(
  text: string,
  type: string | undefined,
  { names, layout }: Pick<EntryReading, 'names' | 'layout'>,
): JsonObject {
  if (type === undefined) return { text, 'content-type': '' }
  const keys = bodyOfText(text, type)
  const { json, graphql } = keys
  const hasParts = json !== undefined && hasPartsOfTexts(text)
  if (json !== undefined && !hasParts && layout.keeps) return { text, 'content-type': type }
  // As data it is filled in by types, which has to come to the same text.
  const isSame = staysText(graphql ?? json ?? null, name => names.isText(name))
  if (!isSame) return { text, 'content-type': type }
  if (json !== undefined) layout.tell(text, json, !hasParts)
  return graphql === undefined ? keys : withErrors(graphql, keys)
}

/** True where a text of JSON has a placeholder among other characters, which Hurl fills in as JSON has them. */
function hasPartsOfTexts(json: string): boolean {
  const texts = json.match(/"(?:\\.|[^"\\])*"(?:\s*:)?/g) ?? []
  return texts.some(text => text.includes('{{') && !/^"\{\{[\w-]+\}\}"$/.test(text))
}

/** JSON that stays text, with texts of variables in it as JSON has them: quotes and line breaks are escaped. */
function escapedJson(keys: JsonObject, names: EntryNames): JsonObject {
  const { text } = keys
  if (typeof text !== 'string') return keys
  const written = text.replace(/"\{\{([\w-]+)\}\}"(?!\s*:)/g, (all, name: string) =>
    names.isText(name) ? `{{${name} | json}}` : all,
  )
  return { ...keys, text: written }
}

/** Errors of GraphQL are judged by what is written alone. */
function withErrors(graphql: JsonValue, { 'content-type': type }: JsonObject): JsonObject {
  const operation = { ...(graphql as JsonObject), 'allow-errors': true }
  return type === undefined ? { graphql: operation } : { graphql: operation, 'content-type': type }
}

function graphqlKeys(
  { query, variables }: HurlBody & { readonly kind: 'graphql' },
  type: string | undefined,
  { names, tell }: EntryReading,
): JsonObject {
  const written = variables === undefined ? undefined : names.text(variables)
  // A value that is nothing but a placeholder keeps its type in quotes.
  const quoted = written?.replace(/"(?:\\.|[^"\\])*"|\{\{[^{}]*\}\}/g, part =>
    part.startsWith('"') ? part : `"${part}"`,
  )
  const values = quoted === undefined ? undefined : jsonIn(quoted)
  if (quoted !== undefined && values === undefined) tell.lose('variables of GraphQL', 'they are no JSON')
  const operation = {
    query: names.text(query).trim(),
    ...(values === undefined ? {} : { variables: values }),
  }
  return withErrors(
    operation,
    type === undefined || type === 'application/json' ? {} : { 'content-type': type },
  )
}
