import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { InputOf } from '../../action.ts'
import { isCollection } from '../../../util/is-json.ts'
import { andThen, type Maybe } from '../../../util/maybe.ts'
import { charsetOf, encodeText, isUtf8Name } from '../../body/charset.ts'
import { prepared, type Prepared, unfit } from '../../failure.ts'
import { graphqlOperation, graphqlParameters } from '../graphql-operation.ts'
import { headerProblem } from '../header-lines.ts'
import { encodePairs, namedValues } from '../query.ts'
import { bodyKeys } from '../facts.ts'
import { type PreparedBody, textBody } from './prepared-body.ts'
import { writeJson } from '../../../util/exact-number.ts'
import { mapping } from '../../../util/read-values.ts'

/** Makes any kind of body from its value, the step's `content-type`, and the folder files are relative to. */
type MakeBody = (
  value: JsonValue,
  contentType: string | undefined,
  directory: string,
) => Maybe<Prepared<PreparedBody>>

type BodyKey = (typeof bodyKeys)[number]

/** How each kind of body is made. */
const kinds: Readonly<Record<BodyKey, MakeBody>> = {
  json: (value, contentType) => sentText(writeJson(value), contentType, 'application/json'),
  form: formBody,
  text: (value, contentType) => writtenBody('text', value, contentType, 'text/plain; charset=utf-8'),
  xml: (value, contentType) => writtenBody('xml', value, contentType, 'application/xml'),
  graphql: (value, contentType) => graphqlBody(value, contentType),
  multipart: async (value, contentType, directory) =>
    (await import('./multipart.ts')).multipartBody(value, contentType, directory),
  file: async (value, contentType, directory) =>
    (await import('./file.ts')).fileBody(value, contentType, directory),
}

/**
 * The body a step's input asks for; undefined when it asks for none. `header` is the content type that the step's own headers
 * say, which is the one that is sent.
 */
export function prepareBody(
  input: InputOf<'request'>,
  directory: string,
  header?: string,
): Maybe<Prepared<PreparedBody | undefined>> {
  let found: BodyKey | undefined
  for (const key of bodyKeys) {
    if (input[key] === undefined) continue
    if (found !== undefined) return unfit(`the step has two bodies, ${found} and ${key}`, 'Keep one of them.')
    found = key
  }
  const contentType = input['content-type']
  if (contentType !== undefined) {
    const problem = contentTypeProblem(contentType, found)
    if (problem !== undefined) return problem
  }
  const value = found === undefined ? undefined : input[found]
  if (found === undefined || value === undefined) return prepared(undefined)
  const written = typeof contentType === 'string' ? contentType : undefined
  return kinds[found](value, found === 'multipart' ? written : (header ?? written), directory)
}

function contentTypeProblem(contentType: JsonValue, kind: string | undefined): Prepared<never> | undefined {
  if (kind === undefined) return unfit('content-type needs a body beside it')
  if (typeof contentType !== 'string') return unfit('content-type must be text')
  if (kind === 'multipart' && !/^multipart\/[^\s;]/i.test(contentType))
    return unfit(
      `content-type "${contentType}" does not go with multipart`,
      'It is another kind of multipart, such as multipart/related. Each part can have its own type.',
    )
  return headerProblem('content-type', contentType)
}

function formBody(value: JsonValue, contentType: string | undefined): Maybe<Prepared<PreparedBody>> {
  const pairs = namedValues('form', value)
  if (!pairs.ok) return pairs
  const type = contentType ?? 'application/x-www-form-urlencoded'
  if (isUtf8Name(charsetOf(type))) return prepared(textBody(encodePairs(pairs.value), type))
  return import('./form-in-charset.ts')
    .then(({ formInCharset }) => formInCharset(pairs.value, type))
    .then(form => (form.ok ? prepared(textBody(form.value, type)) : form))
}

function writtenBody(
  key: string,
  value: JsonValue,
  contentType: string | undefined,
  usual: string,
): Maybe<Prepared<PreparedBody>> {
  if (value === null || isCollection(value))
    return unfit(`${key} must be text`, 'A mapping or list can be sent as json.')
  return sentText(String(value), contentType ?? (key === 'xml' ? usual : undefined), usual)
}

/** A text in the charset of the type that is given, if one is; the usual one means UTF-8. */
function sentText(
  text: string,
  contentType: string | undefined,
  usual: string,
): Maybe<Prepared<PreparedBody>> {
  if (contentType === undefined) return prepared(textBody(text, usual))
  return andThen(encodeText(text, contentType), bytes =>
    bytes.ok ? prepared(textBody(text, contentType, bytes.value)) : bytes,
  )
}

/** A GraphQL operation as JSON. */
function graphqlBody(value: JsonValue, contentType: string | undefined): Maybe<Prepared<PreparedBody>> {
  const read = readGraphql(value)
  return read.ok ? sentText(writeJson(read.value), contentType, 'application/json') : read
}

function readGraphql(value: JsonValue): Prepared<JsonObject> {
  const operation = graphqlOperation(value)
  if (operation === undefined) return unfit('graphql needs a query, written as text')
  return prepared(operation)
}

/** The input of a GET whose GraphQL operation stands in its query; others are as they were. */
export function withGraphqlInQuery(input: InputOf<'request'>, method: string): Prepared<InputOf<'request'>> {
  const { graphql, ...rest } = input
  if (graphql === undefined || method !== 'GET') return prepared(input)
  const read = readGraphql(graphql)
  if (!read.ok) return read
  return prepared({ ...rest, query: { ...mapping(rest.query), ...graphqlParameters(read.value) } })
}
