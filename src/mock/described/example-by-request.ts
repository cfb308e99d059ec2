import { isDeepStrictEqual } from 'node:util'
import type { Operation, Parameter } from '../../api-description/api-description.ts'
import type { FoundOperation } from '../../api-requests/matching/find-operation.ts'
import { sentRequest, type SentRequest, sentValue } from '../../api-requests/matching/sent-request.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { valueText } from '../../util/value-text.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { bodyValue, type ReceivedRequest } from '../received-request.ts'

/**
 * The example of an answer that a request asks for: the first whose name its parameters and its body have examples of, too, and
 * which are what was sent. So a document that names its examples alike tells what is answered to what, as Microcks reads it.
 */
export function exampleByRequest(
  found: FoundOperation,
  request: ReceivedRequest,
  record: RequestRecord,
  schemas: SchemaReader,
): string | undefined {
  const { operation } = found
  const names = answeredExamples(operation)
  if (names.length === 0) return undefined
  const parts = sentRequest(found, record)
  return names.find(name => {
    const sent = [
      ...operation.parameters.flatMap(parameter => sentLike(parameter, name, parts, schemas) ?? []),
      ...(bodyLike(operation, name, request) ?? []),
    ]
    return sent.length > 0 && sent.every(Boolean)
  })
}

/** The names of examples of answers, in the order of the document. */
function answeredExamples({ responses }: Operation): readonly string[] {
  const names = responses.flatMap(({ contents }) =>
    contents.flatMap(({ namedExamples = new Map() }) => [...namedExamples.keys()] as string[]),
  )
  return [...new Set(names)]
}

/** Tells if a parameter is as its example of that name; undefined where it has none. */
function sentLike(
  parameter: Parameter,
  example: string,
  sent: SentRequest,
  schemas: SchemaReader,
): boolean | undefined {
  const expected = parameter.namedExamples?.get(example)
  if (expected === undefined) return undefined
  const read = parameter.schema === undefined ? undefined : schemas.read(parameter.schema, 'request')
  const schema = read?.ok === true ? read.value.schema : {}
  const value = sentValue(parameter, sent, { schema, root: schema }, 'text')
  return value !== undefined && isSaidLike(value, expected)
}

function bodyLike(
  { body }: Operation,
  example: string,
  request: ReceivedRequest,
): readonly boolean[] | undefined {
  const expected = (body?.contents ?? []).flatMap(({ namedExamples }) => {
    const value = namedExamples?.get(example)
    return value === undefined ? [] : [value]
  })
  if (expected.length === 0) return undefined
  const sent = bodyValue(request)
  return [expected.some(value => isLike(value, sent, request.isForm))]
}

/** An example may be JSON that is written as text; what came in a form came as text. */
function isLike(expected: JsonValue, sent: JsonValue, isForm: boolean): boolean {
  const read = typeof expected === 'string' ? jsonIn(expected) : undefined
  const ways = read === undefined ? [expected] : [expected, read]
  return ways.some(way => (isForm ? isSaidLike(way, sent) : isDeepStrictEqual(way, sent)))
}

function isSaidLike(one: JsonValue, other: JsonValue): boolean {
  return isDeepStrictEqual(asTexts(one), asTexts(other))
}

/** A value with all in it that is neither an object nor a list as text. */
function asTexts(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(asTexts)
  if (!isObject(value)) return valueText(value)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asTexts(member)]))
}
