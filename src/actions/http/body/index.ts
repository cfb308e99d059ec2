import type { JsonValue } from '../../../model/json.ts'
import type { InputOf } from '../../action.ts'
import { isObject } from '../../../util/is-json.ts'
import { encodeText } from '../../body/charset.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { headerProblem } from '../header-lines.ts'
import { encodePairs, namedValues } from '../query.ts'
import { bodyKeys } from '../facts.ts'
import { type PreparedBody, textBody } from './prepared-body.ts'
import { defined } from '../../../util/defined.ts'

/** What every kind of body is made from: its value, the step's `content-type`, and the folder files are relative to. */
type MakeBody = (
  value: JsonValue,
  contentType: string | undefined,
  directory: string,
) => Prepared<PreparedBody> | Promise<Prepared<PreparedBody>>

type BodyKey = (typeof bodyKeys)[number]

/** How each kind of body is made. */
const kinds: Readonly<Record<BodyKey, MakeBody>> = {
  json: (value, contentType) => prepared(textBody(JSON.stringify(value), contentType ?? 'application/json')),
  form: formBody,
  text: (value, contentType) => writtenBody('text', value, contentType ?? 'text/plain; charset=utf-8'),
  xml: (value, contentType) => writtenBody('xml', value, contentType ?? 'application/xml'),
  graphql: (value, contentType) => graphqlBody(value, contentType),
  multipart: async (value, _contentType, directory) =>
    (await import('./multipart.ts')).multipartBody(value, directory),
  file: async (value, contentType, directory) =>
    (await import('./file.ts')).fileBody(value, contentType, directory),
}

/** The body a step's input asks for; undefined when it asks for none. */
export function prepareBody(
  input: InputOf<'request'>,
  directory: string,
): Prepared<PreparedBody | undefined> | Promise<Prepared<PreparedBody>> {
  let found: BodyKey | undefined
  for (const key of bodyKeys) {
    if (input[key] === undefined) continue
    if (found !== undefined)
      return failed('Request Error', `the step has two bodies, ${found} and ${key}`, 'Keep one of them.')
    found = key
  }
  const contentType = input['content-type']
  if (contentType !== undefined) {
    const problem = contentTypeProblem(contentType, found)
    if (problem !== undefined) return problem
  }
  const value = found === undefined ? undefined : input[found]
  if (found === undefined || value === undefined) return prepared(undefined)
  return kinds[found](value, typeof contentType === 'string' ? contentType : undefined, directory)
}

function contentTypeProblem(contentType: JsonValue, kind: string | undefined): Prepared<never> | undefined {
  if (kind === undefined) return failed('Request Error', 'content-type needs a body beside it')
  if (kind === 'multipart')
    return failed('Request Error', 'content-type does not go with multipart', 'Each part can have its own.')
  if (typeof contentType !== 'string') return failed('Request Error', 'content-type must be text')
  return headerProblem('content-type', contentType)
}

function formBody(value: JsonValue, contentType: string | undefined): Prepared<PreparedBody> {
  const pairs = namedValues('form', value)
  if (!pairs.ok) return pairs
  return prepared(textBody(encodePairs(pairs.value), contentType ?? 'application/x-www-form-urlencoded'))
}

function writtenBody(key: string, value: JsonValue, contentType: string): Prepared<PreparedBody> {
  if (value === null || typeof value === 'object')
    return failed('Request Error', `${key} must be text`, 'A mapping or list can be sent as json.')
  const text = String(value)
  return prepared(textBody(text, contentType, encodeText(text, contentType)))
}

/**
 * A GraphQL operation as JSON with `query`, `variables` and `operationName` (GraphQL over HTTP, section 5.4). The value
 * is the query itself, or a mapping of `query`, `variables` and `operation`.
 */
function graphqlBody(value: JsonValue, contentType: string | undefined): Prepared<PreparedBody> {
  const { query, variables, operation } = isObject(value) ? value : { query: value }
  if (typeof query !== 'string') return failed('Request Error', 'graphql needs a query, written as text')
  const text = JSON.stringify(defined({ query, variables, operationName: operation }))
  return prepared(textBody(text, contentType ?? 'application/json'))
}
