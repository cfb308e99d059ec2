import type { Content, Operation, Parameter } from '../../api-description/api-description.ts'
import { bareType, contentFor, isJsonType } from '../../api-description/find-response.ts'
import { isIgnoredHeader } from '../../api-description/ignored-header.ts'
import type { ContractFinding, RuleResult } from '../../model/contract.ts'
import type { Exchange, SentPart } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonValue } from '../../model/json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { listed } from '../../util/listed.ts'
import type { ReadSchema, SchemaReader } from '../../validations/answer/schema-reader.ts'
import type { FoundOperation } from './find-operation.ts'
import { type TextPair, valueInPairs } from './parameter-value.ts'
import { judged, checkWritten, unreadableSchema } from './rule-result.ts'
import { sentRequest, type SentRequest, sentValue } from './sent-request.ts'
import { type Preference, propertyPart, type SchemaPart, typesOf } from './written-value.ts'

/** What was sent. */
type Sent = Pick<Exchange, 'request' | 'sentBody'>

/** Rule 5: the request that was sent satisfies the description: required parameters, their values, and the body. */
export function requestRule(found: FoundOperation, exchange: Sent, schemas: SchemaReader): RuleResult {
  const { operation } = found
  const sent = sentRequest(found, exchange.request)
  return judged('request', [
    ...operation.parameters.flatMap(parameter => parameterFindings(parameter, sent, schemas)),
    ...requestBodyFindings(operation, exchange, schemas),
  ])
}

function parameterFindings(
  parameter: Parameter,
  sent: SentRequest,
  schemas: SchemaReader,
): readonly ContractFinding[] {
  const place = `${parameter.in} ${parameter.name}`
  if (isIgnoredHeader(parameter)) return []
  const schema =
    parameter.schema === undefined
      ? ({ ok: true, value: anything } as const)
      : schemas.read(parameter.schema, 'request')
  const { value: known } = schema.ok ? schema : { value: anything }
  const read = (part: SchemaPart, preference: Preference) => sentValue(parameter, sent, part, preference)
  if (read({ schema: known.schema, root: known.schema }, 'typed') === undefined)
    return parameter.required ? [{ place, message: 'is required, and was not sent' }] : []
  return schema.ok ? checkWritten(place, known, read) : [unreadableSchema(place, schema.problems)]
}

const anything: ReadSchema = { schema: {}, validate: () => [] }

/** What is wrong with the body of a request. A body that the description does not mention is not checked. */
function requestBodyFindings(
  { body }: Operation,
  exchange: Sent,
  schemas: SchemaReader,
): readonly ContractFinding[] {
  if (body === undefined) return []
  const { request } = exchange
  const isThere = request.bodySource !== undefined || (request.body !== undefined && request.body.size > 0)
  if (!isThere) return body.required ? [{ place: 'body', message: 'is required, and was not sent' }] : []
  const type = headerValue(request.headers, 'content-type')
  const content = type === undefined ? body.contents[0] : contentFor(body.contents, type)
  if (content === undefined)
    return [
      {
        place: 'body',
        message: `content type ${type ?? ''} is not documented; it documents ${listed(body.contents.map(one => one.type))}`,
      },
    ]
  if (content.schema === undefined) return []
  const schema = schemas.read(content.schema, 'request')
  return schema.ok
    ? contentFindings(type ?? content.type, content, schema.value, exchange)
    : [unreadableSchema('body', schema.problems)]
}

/** Files and other media types are not looked at. */
function contentFindings(
  type: string,
  content: Content,
  schema: ReadSchema,
  exchange: Sent,
): readonly ContractFinding[] {
  const { bodySource } = exchange.request
  if (bodySource?.kind === 'multipart') return formFindings(content, schema, multipartPairs(bodySource.parts))
  const text = sentText(exchange)
  if (bodySource !== undefined || text === undefined) return []
  if (isJsonType(type)) return jsonFindings(text, schema)
  if (bareType(type) === 'application/x-www-form-urlencoded')
    return formFindings(content, schema, [...new URLSearchParams(text)])
  return bareType(type) === 'text/plain' ? bodyMessages(schema, text) : []
}

/** The whole body as text; undefined where only its beginning is known. */
function sentText({ request: { body }, sentBody }: Sent): string | undefined {
  if (sentBody !== undefined) return new TextDecoder().decode(sentBody)
  return body === undefined || body.truncated ? undefined : body.text
}

function jsonFindings(text: string, schema: ReadSchema): readonly ContractFinding[] {
  const value = jsonIn(text)
  if (value !== undefined) return bodyMessages(schema, value)
  return [{ place: 'body', message: 'expected JSON, and it cannot be read as that' }]
}

function bodyMessages({ validate }: ReadSchema, value: JsonValue): readonly ContractFinding[] {
  return validate(value).map(({ pointer, message }) => ({
    place: pointer === '/' ? 'body' : `body ${pointer}`,
    message,
  }))
}

/** The fields of a form are one object, each written in the style of its encoding. */
function formFindings(
  { encoding }: Content,
  schema: ReadSchema,
  pairs: readonly TextPair[],
): readonly ContractFinding[] {
  const names = [...new Set(pairs.map(([name]) => name.replace(/\[.*$/, '')))]
  return checkWritten('body', schema, (part: SchemaPart, preference: Preference) =>
    Object.fromEntries(
      names.map(name => {
        const inner = propertyPart(part, name)
        const { style = 'form', explode = true } = encoding.get(name) ?? {}
        const own = pairs.filter(([key]) => key === name)
        const isJson = typesOf(inner).has('object') && own.length === 1
        const value = isJson ? jsonIn(own[0]?.[1] ?? '') : undefined
        return [name, value ?? valueInPairs({ name, style, explode }, pairs, inner, preference) ?? '']
      }),
    ),
  )
}

/** Files count as text: what is in them cannot be described. */
function multipartPairs(parts: readonly SentPart[]): readonly TextPair[] {
  return parts.map(({ name, text }) => [name, text ?? ''])
}
