import type { Content, Operation } from '../../api-description/api-description.ts'
import { bareType, contentFor, isJsonType } from '../../api-description/find-response.ts'
import type { ContractFinding } from '../../model/contract.ts'
import type { Exchange, SentPart } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { listed } from '../../util/listed.ts'
import { headerValue } from './header-value.ts'
import { judgeWritten } from './judge-written.ts'
import { type TextPair, valueInPairs } from './parameter-value.ts'
import type { ReadSchema, SchemaReader } from '../../validations/answer/schema-reader.ts'
import { unreadableSchema } from './unreadable-schema.ts'
import { type Preference, propertyPart, type SchemaPart, typesOf } from './written-value.ts'

/** What is wrong with the body of a request. A body that the description knows nothing of is nobody's business. */
export function requestBodyFindings(
  { body }: Operation,
  exchange: Exchange,
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
  exchange: Exchange,
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
function sentText({ request: { body }, sentBody }: Exchange): string | undefined {
  if (sentBody !== undefined) return new TextDecoder().decode(sentBody)
  return body === undefined || body.truncated ? undefined : body.text
}

function jsonFindings(text: string, schema: ReadSchema): readonly ContractFinding[] {
  try {
    return bodyMessages(schema, JSON.parse(text) as JsonValue)
  } catch {
    return [{ place: 'body', message: 'expected JSON, and it cannot be read as that' }]
  }
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
  return judgeWritten('body', schema, (part: SchemaPart, preference: Preference) =>
    Object.fromEntries(
      names.map(name => {
        const inner = propertyPart(part, name)
        const { style = 'form', explode = true } = encoding.get(name) ?? {}
        const own = pairs.filter(([key]) => key === name)
        const isJson = typesOf(inner).has('object') && own.length === 1
        const value = isJson ? parsed(own[0]?.[1] ?? '') : undefined
        return [name, value ?? valueInPairs({ name, style, explode }, pairs, inner, preference) ?? '']
      }),
    ),
  )
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** Files count as text: what is in them cannot be described. */
function multipartPairs(parts: readonly SentPart[]): readonly TextPair[] {
  return parts.map(({ name, text }) => [name, text ?? ''])
}
