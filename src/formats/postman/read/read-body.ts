import { exactJson } from '../../../compile/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { disabledValue, groupedValues } from '../named-values.ts'
import { listAt, memberAt, objectAt, objectOf, textAt, withoutUndefined } from '../parts.ts'
import type { Context } from '../context.ts'
import { templateOf } from '../template.ts'
import { withoutComments } from './json-comments.ts'
import { queryParameters } from './query-text.ts'
import { staysText } from './stays-text.ts'

/** A body as the keys of a step, and what it does to the headers. */
export interface ReadBody {
  /** `json`, `form` and the like, with `content-type` where it is not the usual one. */
  readonly keys: JsonObject
  /** The type to send without any body, as Postman does when only comments are left of it. */
  readonly type?: string
  /** True where the content-type of the body replaces the one of the request's headers. */
  readonly replacesType?: boolean
}

/** Context in which a body is read. */
export interface BodyContext extends Context {
  readonly method: string
  /** The value of the request's own content-type header. */
  readonly type: string | undefined
}

/** Reads the body of a request; one that Postman would not send is none. */
export function readBody(body: JsonValue | undefined, around: BodyContext): ReadBody {
  if (typeof body === 'string') return readBody({ mode: 'raw', raw: body }, around)
  if (!isObject(body) || memberAt(body, 'disabled') === true) return nothing
  if (bodyless.has(around.method) && memberAt(around.behavior, 'disableBodyPruning') !== true) return nothing
  const mode = textAt(body, 'mode')?.toLowerCase()
  if (mode === undefined || mode === '') return nothing
  const read = Object.hasOwn(modes, mode) ? modes[mode] : undefined
  return (read ?? readRaw)(body, around)
}

/** Reads the body of one mode. */
type ReadMode = (body: JsonObject, around: BodyContext) => ReadBody

const modes: Readonly<Record<string, ReadMode>> = {
  raw: readRaw,
  urlencoded: readForm,
  formdata: readMultipart,
  file: readFile,
  graphql: readGraphql,
}

/** Methods that Postman sends without the body, unless the request says otherwise. */
export const bodyless = new Set(['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK'])

const nothing: ReadBody = { keys: {} }

/** A body that is written as text: JSON and XML under their own keys, where nothing is lost by it. */
function readRaw(body: JsonObject, around: BodyContext): ReadBody {
  const raw = rawText(memberAt(body, 'raw'))
  if (raw === '') return { keys: {} }
  const language = textAt(objectAt(objectAt(body, 'options'), 'raw'), 'language')
  const usual = typesByLanguage[language ?? 'text'] ?? 'text/plain'
  const isJson = language === undefined ? jsonType.test(around.type ?? '') : language === 'json'
  const text = isJson ? withoutComments(raw) : raw
  if (text === '') return { keys: {}, ...(around.type === undefined ? { type: usual } : {}) }
  return { keys: withType(keysOf(text, around.type ?? usual, around), usual, around) }
}

/** Types of the languages that a raw body can be written in. */
export const typesByLanguage: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
}

const jsonType = /^application\/(\S+\+)?json/i
const xmlType = /^(application|text)\/(\S+\+)?xml/i

function rawText(raw: JsonValue | undefined): string {
  if (typeof raw === 'string') return raw
  const isFilled = isObject(raw)
    ? Object.keys(raw).length > 0
    : raw !== undefined && raw !== null && isList(raw)
  return isFilled ? JSON.stringify(raw) : ''
}

function keysOf(text: string, type: string, around: BodyContext): JsonObject {
  const template = templateOf(text)
  const json = jsonType.test(type) && template === text ? exactJson(text) : undefined
  if (json !== undefined && staysText(json, around.known)) return { json }
  return xmlType.test(type) ? { xml: template } : { text: template }
}

/** The type that each kind of body has when nothing names another. */
const usualTypes: Readonly<Record<string, string>> = { json: 'application/json', xml: 'application/xml' }

function withType(keys: JsonObject, usual: string, { type }: BodyContext): JsonObject {
  const [kind = ''] = Object.keys(keys)
  return type !== undefined || usualTypes[kind] === usual ? keys : { ...keys, 'content-type': usual }
}

/** A URL-encoded form. When all its fields are disabled Postman sends no body. */
function readForm(body: JsonObject, { type }: BodyContext): ReadBody {
  const fields = queryParameters(memberAt(body, 'urlencoded'))
  if (fields.every(({ disabled }) => disabled)) return { keys: {} }
  const form = groupedValues(
    fields.map(({ key, value, disabled }) => {
      const text = templateOf(value ?? '')
      return [templateOf(key ?? ''), disabled ? disabledValue(text) : text] as const
    }),
  )
  return { keys: { form: form ?? {} }, replacesType: type !== undefined && !formType.test(type) }
}

const formType = /^application\/x-www-form-urlencoded\b/

/** A multipart form. When all its parts are disabled Postman sends no body. */
function readMultipart(body: JsonObject, around: BodyContext): ReadBody {
  const parts = listAt(body, 'formdata')
  if (parts.every(part => memberAt(part, 'disabled') === true)) return { keys: {} }
  const pairs = parts.flatMap(part => {
    const key = templateOf(textAt(part, 'key') ?? '')
    const isDisabled = memberAt(part, 'disabled') === true
    return valuesOf(part, around).map(value => [key, isDisabled ? disabledValue(value) : value] as const)
  })
  return { keys: { multipart: groupedValues(pairs) ?? {} }, replacesType: true }
}

function valuesOf(part: JsonValue, around: BodyContext): readonly JsonValue[] {
  return textAt(part, 'type') === 'file' ? filesOf(part, around) : [textPart(part)]
}

function textPart(part: JsonValue): JsonValue {
  const value = memberAt(part, 'value')
  const text = templateOf(typeof value === 'string' ? value : value ? JSON.stringify(value) : '')
  const more = objectOf(namesOf(part))
  return more === undefined ? text : { text, ...more }
}

/** One part for each file; a part whose file was never chosen is sent empty. */
function filesOf(part: JsonValue, { log }: BodyContext): readonly JsonValue[] {
  const source = memberAt(part, 'src')
  const files = (source !== undefined && source !== null && isList(source) ? source : [source]).filter(
    (file): file is string => typeof file === 'string' && file !== '',
  )
  if (files.length > 0)
    return files.map(file => ({ file: templateOf(file), ...withoutUndefined(namesOf(part)) }))
  if (textAt(part, 'value'))
    log.lose(`part ${textAt(part, 'key') ?? ''}`, 'its file stands in the collection itself')
  return [{ text: '', filename: '', ...withoutUndefined(namesOf(part)) }]
}

function namesOf(part: JsonValue): Readonly<Record<string, string | undefined>> {
  const type = textAt(part, 'contentType')
  const filename = textAt(part, 'fileName')
  return {
    filename: filename === undefined ? undefined : templateOf(filename),
    'content-type': type === undefined || type === '' ? undefined : templateOf(type),
  }
}

/** A file as the body; both tell its type by its name. */
function readFile(body: JsonObject, { log }: BodyContext): ReadBody {
  const file = memberAt(body, 'file')
  const source = typeof file === 'string' ? file : (textAt(file, 'src') ?? '')
  if (source !== '') return { keys: { file: templateOf(source) } }
  if (textAt(file, 'content')) log.lose('body', 'the file stands in the collection itself')
  return { keys: {} }
}

/** A GraphQL operation. Variables with bare placeholders are no JSON, so then the whole body is written as text. */
function readGraphql(body: JsonObject, around: BodyContext): ReadBody {
  const graphql = memberAt(body, 'graphql')
  if (!isObject(graphql)) return { keys: {} }
  const query = memberAt(graphql, 'query')
  const operation = memberAt(graphql, 'operationName')
  const variables = variablesOf(memberAt(graphql, 'variables'), around)
  if (typeof query !== 'string' || variables === undefined) return { keys: written(graphql, around) }
  const operationText = typeof operation === 'string' ? templateOf(operation) : undefined
  const keys = { query: templateOf(query), operation: operationText, variables: variables ?? undefined }
  return { keys: { graphql: withoutUndefined(keys) } }
}

/** The variables as an object; null when there are none, undefined when they can only be written as text. */
function variablesOf(variables: JsonValue | undefined, around: BodyContext): JsonObject | null | undefined {
  if (variables === undefined || variables === '') return null
  const template = typeof variables === 'string' ? templateOf(variables) : undefined
  const value = template === undefined ? variables : template === variables ? exactJson(template) : undefined
  return isObject(value) && staysText(value, around.known) && isPlain(value) ? value : undefined
}

function isPlain(value: JsonObject): boolean {
  const text = JSON.stringify(value)
  return templateOf(text) === text
}

/** The body as the runner puts it together: variables that are text stand in it as they are written. */
function written(graphql: JsonObject, { type }: BodyContext): JsonObject {
  const { query, operationName, variables } = graphql
  const contentType = type === undefined ? { 'content-type': 'application/json' } : {}
  if (typeof variables !== 'string')
    return { text: templateOf(JSON.stringify({ query, operationName, variables })), ...contentType }
  const members = [
    ...(typeof query === 'string' ? [`"query":${JSON.stringify(query)}`] : []),
    ...(typeof operationName === 'string' ? [`"operationName":${JSON.stringify(operationName)}`] : []),
    ...(variables === '' ? [] : [`"variables":${variables}`]),
  ]
  return { text: templateOf(`{${members.join(',')}}`), ...contentType }
}
