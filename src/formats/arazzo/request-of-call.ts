import { fieldStyle } from '../../api-description/styles.ts'
import { headerText, pairsOf, pathPart } from '../../api-requests/making/serialise-parameter.ts'
import { mediaType } from '../../compile/body-of-text.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isCollection, isList, isObject } from '../../util/is-json.ts'
import { parseJson } from '../../util/parse-json.ts'
import { mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { acceptedTypes, bodyTypeOf, type CalledOperation, parameterOf } from './operation.ts'
import { jsonPointerParts, withValueAt } from './pointer.ts'

/** A parameter whose value is that of a suite. */
export interface GivenParameter {
  readonly name: string
  readonly in: string
  readonly value: JsonValue
}

/** The keys of a request step for the call of an operation; `base` is where its API is. */
export function requestOfCall(
  call: CalledOperation,
  parameters: readonly GivenParameter[],
  body: JsonObject,
  base: string,
  tell: Tell,
): JsonObject {
  const within = (place: string): readonly GivenParameter[] => parameters.filter(one => one.in === place)
  const query = within('query').flatMap(one => pairsOf(parameterOf(one.name, 'query', call), one.value))
  const strings = within('querystring').map(({ value }) => queryString(value))
  const headers = headersOf(call, within('header'), within('cookie'))
  const isNamed = Object.keys(headers).some(name => name.toLowerCase() === 'content-type')
  const { 'content-type': type, ...unnamed } = body
  for (const { name, in: place } of parameters)
    if (!/^(?:path|query|querystring|header|cookie)$/.test(place))
      tell.lose(
        `parameter ${name}`,
        place === '' ? 'it does not say where it belongs' : `in: ${place} is no place`,
      )
  return {
    request: `${call.method} ${base}${filledPath(call, within('path'), tell)}${strings.length === 0 ? '' : `?${strings.join('&')}`}`,
    ...unlessEmpty('query', namedValues(query)),
    ...unlessEmpty('headers', headers),
    ...(isNamed || type === undefined ? unnamed : body),
  }
}

function unlessEmpty(key: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [key]: value }
}

/** A whole query: text, or the members of an object. */
function queryString(value: JsonValue): string {
  if (!isObject(value)) return valueText(value)
  return pairsOf({ name: '', style: 'form', explode: true }, value, encoded)
    .map(([name, one]) => `${encodeURIComponent(name)}=${one}`)
    .join('&')
}

/** A text with its placeholders as they are, and all else of it encoded. */
function encoded(written: string): string {
  return written
    .split(/(\{\{[^{}]*\}\})/)
    .map(part => (part.startsWith('{{') ? part : encodeURIComponent(part)))
    .join('')
}

function filledPath(call: CalledOperation, given: readonly GivenParameter[], tell: Tell): string {
  const filled = call.path.split('#')[0]?.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const found = given.find(one => one.name === name)
    if (found === undefined) {
      tell.lose(`path parameter ${name}`, 'the step gives it no value')
      return `{{${name}}}`
    }
    const part = pathPart(parameterOf(name, 'path', call), found.value, encoded)
    const value = 'text' in part ? part.text : encoded(valueText(part.value))
    return `${part.prefix}${value}`
  })
  for (const { name } of given)
    if (!call.path.includes(`{${name}}`))
      tell.lose(`path parameter ${name}`, `${call.path} has no place for it`)
  return filled ?? ''
}

function headersOf(
  call: CalledOperation,
  headers: readonly GivenParameter[],
  cookies: readonly GivenParameter[],
): JsonObject {
  const own = headers.map(({ name, value }): [string, string] => [
    name,
    headerText(parameterOf(name, 'header', call), value).replace(/[\r\n]+/g, ' '),
  ])
  const pairs = cookies.flatMap(({ name, value }) => pairsOf(parameterOf(name, 'cookie', call), value))
  const types = acceptedTypes(call)
  const isAccepting = own.some(([name]) => name.toLowerCase() === 'accept')
  return {
    ...(isAccepting || types.length === 0 ? {} : { Accept: types.join(', ') }),
    ...namedValues(own),
    ...(pairs.length === 0 ? {} : { Cookie: pairs.map(([name, value]) => `${name}=${value}`).join('; ') }),
  }
}

/** The keys of a body; `valueOf` gives a value of the document as a suite has it. */
export function bodyOf(
  written: JsonObject,
  call: CalledOperation,
  valueOf: (value: JsonValue) => JsonValue,
  tell: Tell,
): JsonObject {
  const payload = payloadOf(written, tell)
  if (payload === undefined) return {}
  const type = text(written['contentType']) ?? bodyTypeOf(call)
  const value = valueOf(payload)
  const media = mediaType(type)
  const besides = (usual: string): JsonObject => (type === usual ? {} : { 'content-type': type })
  if (/[/+]json$/.test(media)) {
    const isJsonText = typeof payload === 'string' && /^\s*[[{]/.test(payload)
    return isJsonText
      ? { text: value, 'content-type': type }
      : { json: value, ...besides('application/json') }
  }
  if (media === 'application/x-www-form-urlencoded' && isObject(value))
    return { form: formOf(value, call, type), ...besides('application/x-www-form-urlencoded') }
  if (media === 'multipart/form-data' && isObject(value)) return { multipart: partsOf(value) }
  if (/[/+]xml$/.test(media) && typeof value === 'string')
    return { xml: value, ...besides('application/xml') }
  if (isCollection(value)) tell.lose(`body ${type}`, 'it is an object, and is sent as JSON')
  return { text: valueText(value), 'content-type': type }
}

/** The payload with its replacements. */
export function payloadOf(written: JsonObject, tell: Tell): JsonValue | undefined {
  const { payload = null, replacements } = written
  let value: JsonValue = payload
  if (!Object.hasOwn(written, 'payload')) return undefined
  for (const one of isList(replacements ?? null) ? (replacements as JsonValue[]).map(mapping) : []) {
    const target = text(one['target']) ?? ''
    const json = typeof value === 'string' ? parsed(value) : value
    const changed =
      isCollection(json) && /^(?:\/|$)/.test(target)
        ? withValueAt(json, jsonPointerParts(target), one['value'] ?? null)
        : undefined
    if (changed === undefined) tell.lose(`replacement ${target}`, 'the payload has no such place')
    else value = changed
  }
  return value
}

function parsed(written: string): JsonValue {
  try {
    return parseJson(written)
  } catch {
    return written
  }
}

function formOf(value: JsonObject, { operation }: CalledOperation, type: string): JsonObject {
  const content = operation?.body?.contents.find(one => mediaType(one.type) === mediaType(type))
  const pairs = Object.entries(value).flatMap(([name, one]) =>
    pairsOf({ name, ...fieldStyle(content?.encoding.get(name)) }, one),
  )
  return namedValues(pairs)
}

/** Parts of a form: text as it is, anything else as JSON. */
function partsOf(value: JsonObject): JsonObject {
  const part = (one: JsonValue): JsonValue =>
    isCollection(one) ? { text: valueText(one), 'content-type': 'application/json' } : valueText(one)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isList(one) ? one.map(part) : part(one)]),
  )
}
