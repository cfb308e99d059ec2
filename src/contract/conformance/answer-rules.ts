import type { Content, ResponseDescription } from '../../api-description/api-description.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import type { ContractFinding, RuleResult } from '../../model/contract.ts'
import type { Exchange } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonValue } from '../../model/json.ts'
import { jsonIn } from '../../util/json-in.ts'
import {
  bodyAs,
  contentOfAnswer,
  isRightlyEmpty,
  typeOfAnswer,
} from '../../validations/answer/answer-body.ts'
import type { ReadSchema, SchemaReader } from '../../validations/answer/schema-reader.ts'
import { undocumentedBody, undocumentedType } from '../../validations/answer/undocumented.ts'
import { headerItems, valueOfText } from '../../api-requests/matching/parameter-value.ts'
import { judged, checkWritten, skipped, unreadableSchema } from '../../api-requests/matching/rule-result.ts'
import { typesOf } from '../../api-requests/matching/written-value.ts'

/** Rules 2 and 3: the content type is declared, and the body matches its schema. One fault is reported once. */
export function bodyRules(
  documented: ResponseDescription,
  exchange: Exchange,
  schemas: SchemaReader,
): readonly RuleResult[] {
  const { contents } = documented
  const unexpected = undocumentedBody(documented, exchange)
  if (unexpected !== undefined)
    return [
      judged('contentType', [{ message: unexpected }]),
      skipped('body', 'no content is documented for this status'),
    ]
  if (contents.length === 0) return both('no content is documented for this status')
  if (isRightlyEmpty(exchange)) return both('such an answer has no body')
  const type = typeOfAnswer(exchange)
  const content = contentOfAnswer(contents, type)
  if (content === undefined)
    return [
      judged('contentType', [{ message: undocumentedType(documented, type ?? '') }]),
      skipped('body', 'its content type is not documented'),
    ]
  return [typeRule(type, exchange), bodyRule(type ?? content.type, content, exchange, schemas)]
}

function both(reason: string): readonly RuleResult[] {
  return [skipped('contentType', reason), skipped('body', reason)]
}

/** An answer without a body need not say what it would be. */
function typeRule(type: string | undefined, { response }: Exchange): RuleResult {
  if (type !== undefined || response.body.size === 0) return judged('contentType', [])
  return judged('contentType', [{ message: 'the answer names no content type' }])
}

function bodyRule(
  type: string,
  { schema: place }: Content,
  exchange: Exchange,
  schemas: SchemaReader,
): RuleResult {
  if (place === undefined) return skipped('body', 'no schema is documented')
  const body = bodyAs(type, exchange.response.body)
  if (body.kind === 'none') return skipped('body', `no schema can look at ${type}`)
  if (body.kind === 'wrong')
    return judged('body', [{ place: '/', message: `expected JSON, got ${body.instead}` }])
  const schema = schemas.read(place, 'response')
  if (!schema.ok) return judged('body', [unreadableSchema('/', schema.problems)])
  const messages = schema.value.validate(isJsonType(type) ? body.value : textAs(body.value, schema.value))
  return judged(
    'body',
    messages.map(({ pointer, message }) => ({ place: pointer, message })),
  )
}

/** Reads the value of a text/plain where its schema allows no text: `12` is a number then. */
function textAs(value: JsonValue, { schema }: ReadSchema): JsonValue {
  if (typeof value !== 'string') return value
  const types = typesOf({ schema, root: schema })
  if (types.size === 0 || types.has('string')) return value
  const read = jsonIn(value)
  return read === undefined ? value : read
}

/** Rule 4: required headers are there, and headers that are there have values as described. */
export function headersRule(
  { headers }: ResponseDescription,
  { response }: Exchange,
  schemas: SchemaReader,
): RuleResult {
  // "Content-Type" is described by the content (OpenAPI "Response Object", `headers`).
  const described = headers.filter(({ name }) => name.toLowerCase() !== 'content-type')
  return judged(
    'headers',
    described.flatMap(({ name, required, schema }): readonly ContractFinding[] => {
      const place = `header ${name}`
      const text = headerValue(response.headers, name)
      if (text === undefined)
        return required ? [{ place, message: 'is required, and the answer does not have it' }] : []
      const read = schema === undefined ? undefined : schemas.read(schema, 'response')
      if (read === undefined) return []
      if (!read.ok) return [unreadableSchema(place, read.problems)]
      return checkWritten(place, read.value, (part, preference) =>
        valueOfText(text, headerItems(text), part, preference),
      )
    }),
  )
}
