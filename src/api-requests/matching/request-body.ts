import { decodeText } from '../../actions/body/charset.ts'
import type { Content, Operation } from '../../api-description/api-description.ts'
import { bareType, contentFor, isJsonType } from '../../api-description/find-response.ts'
import { fieldStyle } from '../../api-description/styles.ts'
import type { ContractFinding } from '../../model/contract.ts'
import type { Exchange, SentPart } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { listed } from '../../util/listed.ts'
import { multipartBoundary, multipartParts } from '../../util/multipart-parts.ts'
import type { ReadSchema, SchemaReader } from '../../validations/answer/schema-reader.ts'
import { type TextPair, valueInPairs } from './parameter-value.ts'
import { checkWritten, unreadableSchema } from './rule-result.ts'
import { itemPart, type Preference, propertyPart, type SchemaPart, typesOf } from './written-value.ts'
import { xmlFault } from './xml-fault.ts'

/** The parts of an exchange that were sent. */
export type Sent = Pick<Exchange, 'request' | 'sentBody'>

/** An error in a request; where not even its body or the schema of a part could be read, the reason. */
export interface RequestFinding extends ContractFinding {
  readonly fault?: 'media-type' | 'syntax' | 'description'
}

/** Finds errors in the body of a request. A body that the description does not mention is not checked. */
export function requestBodyFindings(
  { body }: Operation,
  exchange: Sent,
  schemas: SchemaReader,
): readonly RequestFinding[] {
  if (body === undefined) return []
  const { request } = exchange
  const isThere = request.bodySource !== undefined || (request.body !== undefined && request.body.size > 0)
  if (!isThere) return body.required ? [{ place: 'body', message: 'is required, and was not sent' }] : []
  const type = headerValue(request.headers, 'content-type')
  const content = type === undefined ? body.contents[0] : contentFor(body.contents, type)
  if (content === undefined) {
    const documented = listed(body.contents.map(one => one.type))
    const message = `content type ${type ?? ''} is not documented; it documents ${documented}`
    return [{ place: 'body', message, fault: 'media-type' }]
  }
  const schema = content.schema === undefined ? undefined : schemas.read(content.schema, 'request')
  if (schema?.ok === false) return [{ ...unreadableSchema('body', schema.problems), fault: 'description' }]
  return contentFindings(type ?? content.type, content, schema?.value ?? anything, exchange)
}

export const anything: ReadSchema = { schema: {}, validate: () => [] }

/** Files and other media types are not looked at; of XML, whether it is any. */
function contentFindings(
  type: string,
  content: Content,
  schema: ReadSchema,
  exchange: Sent,
): readonly RequestFinding[] {
  const { bodySource } = exchange.request
  if (bodySource?.kind === 'multipart' && bodySource.type !== undefined) return []
  if (bodySource?.kind === 'multipart') return formFindings(content, schema, multipartPairs(bodySource.parts))
  const { body } = exchange.request
  const { sentBody } = exchange
  if (bodySource !== undefined || (sentBody ?? body) === undefined) return []
  if (sentBody === undefined && body?.truncated === true) return []
  const bare = bareType(type)
  if (bare === 'multipart/form-data')
    return multipartFindings(type, content, schema, Buffer.from(sentBody ?? body?.text ?? ''))
  // A recorded body is a text already; only bytes are to be read by the charset.
  const text = sentBody === undefined ? (body?.text ?? '') : decodeText(Buffer.from(sentBody), type)
  if (isJsonType(type)) return jsonFindings(text, schema)
  if (/[/+]xml$/.test(bare)) return xmlFindings(sentBody === undefined ? text : Buffer.from(sentBody), type)
  if (bare === 'application/x-www-form-urlencoded')
    return formFindings(content, schema, [...new URLSearchParams(text)])
  return bare === 'text/plain' ? bodyMessages(schema, text) : []
}

function jsonFindings(text: string, schema: ReadSchema): readonly RequestFinding[] {
  const value = jsonIn(text)
  return value === undefined ? unreadable('JSON') : bodyMessages(schema, value)
}

function xmlFindings(written: string | Buffer, contentType: string): readonly RequestFinding[] {
  const fault = xmlFault(written, contentType)
  return fault === undefined ? [] : unreadable('XML', fault)
}

function unreadable(format: string, reason?: string): readonly RequestFinding[] {
  const more = reason === undefined ? '' : `: ${reason}`
  const message = `expected ${format}, and it cannot be read as that${more}`
  return [{ place: 'body', message, fault: 'syntax' }]
}

function bodyMessages({ validate }: ReadSchema, value: JsonValue): readonly ContractFinding[] {
  return validate(value).map(({ pointer, message }) => ({
    place: pointer === '/' ? 'body' : `body ${pointer}`,
    message,
  }))
}

/** The fields of a form are one object, each written in the style of its encoding, or as JSON. */
export function formFindings(
  { encoding }: Content,
  schema: ReadSchema,
  pairs: readonly TextPair[],
): readonly ContractFinding[] {
  const names = [...new Set(pairs.map(([name]) => name.replace(/\[.*$/, '')))]
  return checkWritten('body', schema, (part: SchemaPart, preference: Preference) =>
    Object.fromEntries(
      names.map(name => {
        const inner = propertyPart(part, name)
        const { style, explode } = fieldStyle(encoding.get(name))
        const own = pairs.flatMap(([key, text]) => (key === name ? [text] : []))
        const value = jsonOfField(own, inner, explode)
        return [name, value ?? valueInPairs({ name, style, explode }, pairs, inner, preference) ?? '']
      }),
    ),
  )
}

/** The value of a field that is written as JSON: an object, or a list, whose items may have a field each. */
function jsonOfField(texts: readonly string[], part: SchemaPart, explode: boolean): JsonValue | undefined {
  const types = typesOf(part)
  const [first] = texts
  if (first === undefined) return undefined
  if (types.has('object') && texts.length === 1) return jsonIn(first) ?? (explode ? first : undefined)
  if (!types.has('array')) return undefined
  const values = texts.map(jsonIn)
  if (values.length === 1 && isList(values[0] ?? '')) return values[0]
  const isOfObjects = typesOf(itemPart(part)).has('object')
  return isOfObjects && values.every(value => value !== undefined && isObject(value)) ? values : undefined
}

/** The parts of a form as they were on the wire (RFC 7578). */
function multipartFindings(
  type: string,
  content: Content,
  schema: ReadSchema,
  bytes: Buffer,
): readonly RequestFinding[] {
  const boundary = multipartBoundary(type)
  if (boundary === undefined) return unreadable('the parts of a form', 'its content type names no boundary')
  if (!bytes.includes(`--${boundary}--`))
    return unreadable('the parts of a form', `it does not end with the boundary ${JSON.stringify(boundary)}`)
  const pairs = multipartParts(bytes, boundary).flatMap(({ name, headers, bytes: own }): TextPair[] => {
    if (name === undefined) return []
    const partType = headers.get('content-type') ?? 'text/plain'
    const text = decodeText(Buffer.from(own), partType)
    const json = isJsonType(partType) ? jsonIn(text) : undefined
    return [[name, typeof json === 'string' ? json : text]]
  })
  return formFindings(content, schema, pairs)
}

/** Files count as text: what is in them cannot be described. */
function multipartPairs(parts: readonly SentPart[]): readonly TextPair[] {
  return parts.map(({ name, text }) => [name, text ?? ''])
}
