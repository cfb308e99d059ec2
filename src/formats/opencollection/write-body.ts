import path from 'node:path'
import { jsonText } from '../../compile/json-text.ts'
import { editJson } from '../../document/edit-json.ts'
import type { WrittenBody, WrittenRequest } from '../../compile/request-of-step.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { isWithoutFile } from './postman-body.ts'
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
  const others = variants.map(({ selected: _, ...one }) => one)
  if (body === undefined) return { body: others, headers }
  const title = variants[at]?.['title'] ?? mapping(body)['type'] ?? 'body'
  return { body: others.toSpliced(at < 0 ? others.length : at, 1, { title, selected: true, body }), headers }
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
  if (body.kind === 'file') return fileBody(body, writing)
  if (body.kind === 'form')
    return {
      body: { type: 'form-urlencoded', data: pairList(step['form'], before['data']) },
      headers: typed('application/x-www-form-urlencoded'),
    }
  if (body.kind === 'multipart')
    return { body: { type: 'multipart-form', data: partsOf(body, step, before, lose) }, headers: [] }
  const { type, data: text } = textBody(body, isText, writing)
  const isJson = body.kind === 'json' && before['type'] === type
  const data = isJson ? editJson(valueText(before['data'] ?? ''), text) : text
  return { body: { type, data }, headers: typed(usualTypes[type] ?? '') }
}

function fileBody(body: WrittenBody & { readonly kind: 'file' }, { former, lose }: BodyWriting): Typed {
  if (body.type === undefined && former === undefined)
    lose('content-type', 'Bruno sends a file without one as application/octet-stream')
  const contentType = body.type ?? 'application/octet-stream'
  const data = [{ filePath: brunoText(body.file), contentType, selected: true }]
  return { body: { type: 'file', data }, headers: [] }
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

function partsOf(
  body: WrittenBody & { readonly kind: 'multipart' },
  step: JsonObject,
  before: JsonObject,
  lose: BodyWriting['lose'],
): readonly JsonObject[] {
  const parts = body.parts.map(({ name, text, file, type, filename }) => {
    if (filename !== undefined && (file === undefined || filename !== path.posix.basename(file)))
      lose(`file name of the part ${name}`, 'Bruno sends that of the file')
    return defined({
      name: brunoText(name),
      type: file === undefined ? 'text' : 'file',
      value: file === undefined ? brunoText(text ?? '') : [brunoText(file)],
      contentType: type,
    })
  })
  const isOff = Object.values(mapping(step['multipart'])).some(
    one => isObject(one) && one['disabled'] !== undefined,
  )
  const off = list(before['data'])
    .map(mapping)
    .filter(one => one['disabled'] === true || isWithoutFile(one))
  return [...parts, ...(isOff ? off : [])]
}
