import { bodyOfText, mediaType } from '../../compile/body-of-text.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
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

/** The body as a suite has it: `graphql`, `json`, `form`, `multipart`, `xml` or `text`, credentials as placeholders. */
export function requestBody(body: RecordedBody, secrets: RecordedSecrets): RequestBody {
  if (mediaType(body.type) === 'multipart/form-data') return multipartBody(body, secrets)
  const text = body.text ?? encoded(body.fields)
  if (!isText(text)) return binaryBody(body.type)
  return { keys: hideInBody(bodyOfText(text, usualSpelling(body.type)), secrets), losses: [] }
}

/** Browsers name the charset in many ways, and it is UTF-8 whether they name it or not. */
function usualSpelling(type: string): string {
  const media = mediaType(type)
  if (!/^[^;]*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) return type
  return media === 'text/plain' || media === '' ? 'text/plain; charset=utf-8' : media
}

/** Every credential of a body, found by what is known of its kind. */
function hideInBody(keys: JsonObject, secrets: RecordedSecrets): JsonObject {
  return Object.fromEntries(
    Object.entries(keys).map(([key, value]): [string, JsonValue] => {
      if (key === 'content-type') return [key, value]
      return [key, key === 'graphql' ? hideInGraphql(value, secrets) : hideInPart(value, secrets)]
    }),
  )
}

function hideInPart(value: JsonValue, secrets: RecordedSecrets): JsonValue {
  return typeof value === 'string' ? hideInText(value, secrets) : hideInJson(value, secrets)
}

function hideInGraphql(operation: JsonValue, secrets: RecordedSecrets): JsonValue {
  return Object.fromEntries(
    Object.entries(operation as JsonObject).map(([key, value]) => [key, hideInPart(value, secrets)]),
  )
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
