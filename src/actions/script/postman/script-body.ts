import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { jsonIn } from '../../../util/json-in.ts'
import { valueText } from '../../../util/value-text.ts'
import { mappingOf, pairsOf, readPairs } from './pairs.ts'
import { defined } from '../../../util/defined.ts'
import { writeJson } from '../../../util/exact-number.ts'

/** The keys of a step's input that say its body. */
export const bodyKeys = ['json', 'text', 'xml', 'form', 'multipart', 'graphql', 'file'] as const

/** The body of a step in Postman's format; undefined when it has none. */
export function bodyForScript(input: JsonObject): JsonObject | undefined {
  const { json, text, xml, form, multipart, graphql, file } = input
  if (json !== undefined) return rawBody(writeJson(json), 'json')
  if (text !== undefined) return rawBody(valueText(text), languageOf(input['content-type']))
  if (xml !== undefined) return rawBody(valueText(xml), 'xml')
  if (form !== undefined) return { mode: 'urlencoded', urlencoded: pairsOf(form) }
  if (multipart !== undefined) return { mode: 'formdata', formdata: formdataOf(multipart) }
  if (graphql !== undefined) return { mode: 'graphql', graphql: graphqlForScript(graphql) }
  return file === undefined ? undefined : { mode: 'file', file: { src: valueText(file) } }
}

function rawBody(raw: string, language: string): JsonObject {
  return { mode: 'raw', raw, options: { raw: { language } } }
}

function languageOf(contentType: JsonValue | undefined): string {
  return typeof contentType === 'string' && /json/i.test(contentType) ? 'json' : 'text'
}

function formdataOf(multipart: JsonValue): JsonValue {
  if (!isObject(multipart)) return []
  return Object.entries(multipart).flatMap(([key, given]) =>
    (isList(given) ? given : [given]).map(item => {
      if (!isObject(item)) return { key, type: 'text', value: valueText(item) }
      const { file, text, filename, disabled } = item
      const contentType = item['content-type']
      return defined({
        key,
        ...(file === undefined
          ? { type: 'text', value: valueText(text ?? disabled ?? '') }
          : { type: 'file', src: file }),
        contentType,
        fileName: filename,
        ...(disabled === undefined ? {} : { disabled: true }),
      })
    }),
  )
}

function graphqlForScript(graphql: JsonValue): JsonValue {
  if (!isObject(graphql)) return {}
  const { query = '', variables, operation } = graphql
  return defined({
    query,
    ...(variables === undefined ? {} : { variables: writeJson(variables) }),
    operationName: operation,
  })
}

/** Translates a body in Postman's format into the keys of a step; files only where `takesFiles`. */
export function bodyOfScript(body: JsonValue | undefined, takesFiles: boolean): JsonObject {
  if (!isObject(body)) return {}
  const { mode, raw, urlencoded, formdata, graphql, file, options } = body
  switch (mode) {
    case 'raw':
      return typeof raw === 'string' && raw !== '' ? rawInput(raw, options) : {}
    case 'urlencoded':
      return { form: mappingOf(readPairs(urlencoded)) }
    case 'formdata':
      return multipartInput(formdata, takesFiles)
    case 'graphql':
      return { graphql: graphqlInput(graphql ?? null) }
    case 'file':
      return takesFiles && isObject(file) ? { file: file['src'] ?? '' } : {}
    default:
      return {}
  }
}

function rawInput(text: string, options: JsonValue | undefined): JsonObject {
  const raw = isObject(options) ? options['raw'] : undefined
  const language = isObject(raw) ? raw['language'] : undefined
  const types: Readonly<Record<string, string>> = {
    json: 'application/json',
    xml: 'application/xml',
    html: 'text/html',
    javascript: 'application/javascript',
  }
  const contentType = typeof language === 'string' ? types[language] : undefined
  return defined({ text, 'content-type': contentType })
}

function multipartInput(formdata: JsonValue | undefined, takesFiles: boolean): JsonObject {
  const items = formdata !== undefined && isList(formdata) ? formdata.filter(isObject) : []
  const parts = new Map<string, JsonValue[]>()
  for (const { key, type, value, src, contentType, fileName, disabled } of items) {
    if (typeof key !== 'string' || disabled === true || (type === 'file' && !takesFiles)) continue
    const content: JsonObject =
      type === 'file'
        ? { file: isList(src ?? null) ? ((src as readonly JsonValue[])[0] ?? '') : (src ?? '') }
        : { text: valueText(value ?? '') }
    const more = defined({ 'content-type': contentType, filename: fileName })
    parts.set(key, [...(parts.get(key) ?? []), { ...content, ...more }])
  }
  return parts.size === 0 ? {} : { multipart: Object.fromEntries(parts) }
}

/** Variables are a text in Postman's format. */
function graphqlInput(graphql: JsonValue): JsonObject {
  if (!isObject(graphql)) return { query: '' }
  const { query = '', variables, operationName } = graphql
  const read = typeof variables === 'string' ? jsonIn(variables) : variables
  return {
    query,
    ...(isObject(read) ? { variables: read } : {}),
    ...(typeof operationName === 'string' && operationName !== '' ? { operation: operationName } : {}),
  }
}
