import { exactJson } from '../../../../compile/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { isList, isObject } from '../../../../util/is-json.ts'
import { memberAt, objectAt, textAt } from '../../parts.ts'
import { templateOf } from '../../template.ts'
import { withoutComments } from '../json-comments.ts'
import { staysText } from '../stays-text.ts'
import type { BodySurroundings, ReadBody } from './index.ts'

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

/** A body that is written as text: JSON and XML under their own keys, where nothing is lost by it. */
export function readRaw(body: JsonObject, around: BodySurroundings): ReadBody {
  const raw = rawText(memberAt(body, 'raw'))
  if (raw === '') return { keys: {} }
  const language = textAt(objectAt(objectAt(body, 'options'), 'raw'), 'language')
  const usual = typesByLanguage[language ?? 'text'] ?? 'text/plain'
  const isJson = language === undefined ? jsonType.test(around.type ?? '') : language === 'json'
  const text = isJson ? withoutComments(raw) : raw
  if (text === '') return { keys: {}, ...(around.type === undefined ? { type: usual } : {}) }
  return { keys: withType(keysOf(text, around.type ?? usual, around), usual, around) }
}

function rawText(raw: JsonValue | undefined): string {
  if (typeof raw === 'string') return raw
  const isFilled = isObject(raw)
    ? Object.keys(raw).length > 0
    : raw !== undefined && raw !== null && isList(raw)
  return isFilled ? JSON.stringify(raw) : ''
}

function keysOf(text: string, type: string, around: BodySurroundings): JsonObject {
  const template = templateOf(text)
  const json = jsonType.test(type) && template === text ? exactJson(text) : undefined
  if (json !== undefined && staysText(json, around.known)) return { json }
  return xmlType.test(type) ? { xml: template } : { text: template }
}

/** The type that each kind of body has when nothing names another. */
const usualTypes: Readonly<Record<string, string>> = { json: 'application/json', xml: 'application/xml' }

function withType(keys: JsonObject, usual: string, { type }: BodySurroundings): JsonObject {
  const [kind = ''] = Object.keys(keys)
  return type !== undefined || usualTypes[kind] === usual ? keys : { ...keys, 'content-type': usual }
}
