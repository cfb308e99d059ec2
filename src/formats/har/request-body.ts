import { exactJson } from '../../compile/exact-json.ts'
import { formPairs, namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import type { RecordedBody, RecordedField } from './har-document.ts'
import { hideInField, hideInJson, hideInText } from './hide-credentials.ts'
import { isText } from './is-text.ts'
import { multipartFields } from './multipart-fields.ts'
import type { RecordedSecrets } from './recorded-secrets.ts'

/** The body of a recorded call as keys of a step, and what of it was not in the recording. */
export interface RequestBody {
  readonly keys: JsonObject
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

const formType = 'application/x-www-form-urlencoded'

/** The body as a suite has it: `graphql`, `json`, `form`, `multipart`, `xml` or `text`, credentials as placeholders. */
export function requestBody(body: RecordedBody, secrets: RecordedSecrets): RequestBody {
  const media = body.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (media === 'multipart/form-data') return multipartBody(body, secrets)
  const text = body.text ?? encoded(body.fields)
  if (!isText(text)) return binaryBody(body.type)
  return { keys: { ...textKeys(text, media, secrets), ...typeKey(text, media, body.type) }, losses: [] }
}

function textKeys(text: string, media: string, secrets: RecordedSecrets): JsonObject {
  const json = isJson(media) || media === '' || media === 'text/plain' ? exactJson(text) : undefined
  if (json !== undefined && isJson(media)) return jsonKeys(json, secrets)
  const form = media === formType ? formPairs(text) : undefined
  if (form !== undefined)
    return { form: namedValues(form.map(([name, value]) => [name, hideInField(name, value, secrets)])) }
  return { [/[/+]xml$/.test(media) ? 'xml' : 'text']: hideInText(text, secrets) }
}

function jsonKeys(json: JsonValue, secrets: RecordedSecrets): JsonObject {
  const graphql = isObject(json) ? graphqlOf(json) : undefined
  if (graphql === undefined) return { json: hideInJson(json, secrets) }
  const { query, ...rest } = graphql
  return { graphql: { query: hideInText(query, secrets), ...members(hideInJson(rest, secrets)) } }
}

/** What is nothing but a GraphQL operation, in the words of a suite. */
function graphqlOf(json: JsonObject): (JsonObject & { readonly query: string }) | undefined {
  const { query, variables, operationName, ...rest } = json
  const isOperation =
    typeof query === 'string' &&
    /[{}]/.test(query) &&
    Object.keys(rest).length === 0 &&
    (variables === undefined || isObject(variables)) &&
    (operationName === undefined || typeof operationName === 'string')
  if (!isOperation) return undefined
  return {
    query,
    ...(variables === undefined ? {} : { variables }),
    ...(operationName === undefined ? {} : { operation: operationName }),
  }
}

function members(value: JsonValue): JsonObject {
  return isObject(value) ? value : {}
}

/** The type is named where it is not the usual one of the kind. */
function typeKey(text: string, media: string, type: string): JsonObject {
  const isUsual =
    (media === 'application/json' && exactJson(text) !== undefined) ||
    (media === formType && formPairs(text) !== undefined) ||
    media === 'application/xml' ||
    media === 'text/plain'
  const parameters = type.slice(type.indexOf(';') + 1).trim()
  const isPlain = !type.includes(';') || /^charset="?utf-8"?$/i.test(parameters)
  return isUsual && isPlain ? {} : { 'content-type': isPlain && media !== '' ? media : type || 'text/plain' }
}

function isJson(media: string): boolean {
  return /[/+]json$/.test(media)
}

function multipartBody(body: RecordedBody, secrets: RecordedSecrets): RequestBody {
  const fields =
    body.text === undefined ? body.fields : (multipartFields(body.type, body.text) ?? body.fields)
  if (fields.length === 0) return binaryBody(body.type)
  const missing = fields.filter(({ filename, value }) => filename !== undefined && !hasContents(value))
  const parts = fields.map((field): readonly [string, JsonValue] => [field.name, partOf(field, secrets)])
  return {
    keys: { multipart: namedValues(parts) },
    losses: missing.map(({ filename = '' }) => ({
      what: `the contents of the file ${filename}`,
      why: 'it is not in the recording; put it beside the suite',
    })),
  }
}

function partOf({ name, value, filename, type }: RecordedField, secrets: RecordedSecrets): JsonValue {
  const details: JsonObject = type === undefined ? {} : { 'content-type': type }
  if (filename !== undefined && !hasContents(value)) return { file: filename, ...details }
  const text = hideInField(name, value, secrets)
  if (filename !== undefined) return { text, filename, ...details }
  return type === undefined ? text : { text, ...details }
}

/** Recorders leave the contents of files out, or write what their bytes would be as text. */
function hasContents(value: string): boolean {
  return value !== '' && isText(value)
}

function encoded(fields: readonly RecordedField[]): string {
  return new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value])).toString()
}

function binaryBody(type: string): RequestBody {
  const what = type === '' ? 'the body' : `the body (${type})`
  return { keys: {}, losses: [{ what, why: 'its bytes are not in the recording; send a file instead' }] }
}
