import { jsonText } from '../../compile/json-text.ts'
import { editJson } from '../../document/edit-json.ts'
import type { WrittenBody, WrittenRequest } from '../../compile/request-of-step.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { partsOf } from './write-parts.ts'
import { brunoText, pairList } from './write-values.ts'

/** The surroundings of a body that is written. */
interface BodyWriting {
  /** The body that there was before. */
  readonly former: JsonValue | undefined
  /** True where a variable only ever holds text. */
  readonly isText: (name: string) => boolean
  readonly lose: Say
}

interface Typed {
  readonly body?: JsonValue
  readonly headers: readonly JsonObject[]
}

/** The body, and the header of a type that is not the usual one. Of several bodies the one that is sent is another, or none is sent. */
export function writtenBody(request: WrittenRequest, step: JsonObject, writing: BodyWriting): Typed {
  const { former } = writing
  if (former === undefined || !isList(former)) return bodyOf(request, step, writing)
  const variants = former.map(mapping)
  const at = variants.findIndex(one => one['selected'] === true)
  const { body, headers } = bodyOf(request, step, { ...writing, former: variants[at]?.['body'] })
  if (body === undefined)
    return {
      body: variants.map((one, index) => (index === at ? defined({ ...one, selected: undefined }) : one)),
      headers,
    }
  const sent = { title: mapping(body)['type'] ?? 'body', ...variants[at], selected: true, body }
  return { body: variants.toSpliced(at < 0 ? variants.length : at, 1, sent), headers }
}

function bodyOf({ body }: WrittenRequest, step: JsonObject, writing: BodyWriting): Typed {
  if (body === undefined) return { headers: [] }
  const { former, lose } = writing
  const written = JSON.stringify(former ?? '')
  // A placeholder in quotes stays in quotes.
  const isText = (name: string): boolean => writing.isText(name) || written.includes(`\\"{{${name}}}\\"`)
  const before = mapping(former)
  const { graphql } = step
  if (isObject(graphql ?? null)) {
    const { query, variables, operation } = mapping(graphql)
    if (operation !== undefined) lose('graphql operation', 'Bruno sends no name of an operation')
    const text = variables === undefined ? undefined : jsonText(variables, isText, brunoText)
    const laidOut = text === undefined ? undefined : editJson(valueText(before['variables'] ?? ''), text)
    return {
      body: defined({ ...before, query: brunoText(valueText(query ?? '')), variables: laidOut }),
      headers: [],
    }
  }
  const typed = (usual: string): readonly JsonObject[] =>
    body.type === undefined || body.type === usual
      ? []
      : [{ name: 'Content-Type', value: brunoText(body.type) }]
  // A body of the same kind keeps whatever else it says.
  const ofType = (type: string): JsonObject => ({ ...(before['type'] === type ? before : {}), type })
  if (body.kind === 'file') return { body: fileBody(body, ofType('file'), writing), headers: [] }
  if (body.kind === 'form')
    return {
      body: { ...ofType('form-urlencoded'), data: pairList(step['form'], before['data']) },
      headers: typed('application/x-www-form-urlencoded'),
    }
  if (body.kind === 'multipart') {
    const same = ofType('multipart-form')
    return { body: { ...same, data: partsOf(step, same['data'], lose) }, headers: [] }
  }
  const { type, data: text } = textBody(body, isText, writing)
  const isJson = body.kind === 'json' && before['type'] === type
  const data = isJson ? editJson(valueText(before['data'] ?? ''), text) : text
  return { body: { ...ofType(type), data }, headers: typed(usualTypes[type] ?? '') }
}

/** A body that is a file; of several in the former one, the others stay. */
function fileBody(
  body: WrittenBody & { readonly kind: 'file' },
  before: JsonObject,
  { former, lose }: BodyWriting,
): JsonObject {
  if (body.type === undefined && former === undefined)
    lose('content-type', 'Bruno sends a file without one as application/octet-stream')
  const files = list(before['data']).map(mapping)
  const at = files.findIndex(one => one['selected'] === true)
  const contentType = body.type ?? files[at]?.['contentType'] ?? 'application/octet-stream'
  const sent = { ...files[at], filePath: brunoText(body.file), contentType, selected: true }
  return { ...before, data: files.toSpliced(at < 0 ? files.length : at, 1, sent) }
}

const usualTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
  sparql: 'application/sparql-query',
}

function textBody(
  body: WrittenBody,
  isText: (name: string) => boolean,
  { former, lose }: BodyWriting,
): { readonly type: string; readonly data: string } {
  if (body.kind === 'json') return { type: 'json', data: jsonText(body.value, isText, brunoText) }
  if (body.type === undefined && former === undefined)
    lose('content-type', 'Bruno sends a text without one as text/plain')
  const data = body.kind === 'text' ? brunoText(body.text) : ''
  const found = Object.keys(usualTypes).find(one => body.type?.startsWith(usualTypes[one] ?? ' ') === true)
  return { type: found ?? 'text', data }
}
