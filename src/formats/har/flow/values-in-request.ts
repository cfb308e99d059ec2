import { mediaType } from '../../../compile/body-of-text.ts'
import { exactJson } from '../../../compile/exact-json.ts'
import { formPairs } from '../../../compile/named-values.ts'
import type { JsonValue } from '../../../model/json.ts'
import { decodePercent } from '../../../util/decode-percent.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import type { Entry, Field, RecordedBody } from '../har-document.ts'
import { mark } from '../recorded-secrets.ts'

/** Where a value stands in a request. */
export interface ValueUse {
  readonly kind: 'path' | 'query' | 'header' | 'field' | 'text'
  /** Of a header, a parameter or a field its name; of a segment of a path the one before it. */
  readonly name: string
  /** A number of JSON, which a text cannot take the place of. */
  readonly isNumber: boolean
}

/** The name of the variable that takes the place of a value; undefined for one that stays. */
export type VariableFor = (value: string, use: ValueUse) => string | undefined

/** Headers that say nothing of what an earlier answer gave. */
const plainHeaders =
  /^(:.*|accept.*|connection|content-.*|cookie|host|user-agent|sec-.*|origin|referer|date|expect|te|transfer-encoding|upgrade.*)$/i

/** A word of a text that may be handed on: an id, a token, a UUID. */
const word = /[\w~+/=.-]{16,}/g

/** The request with variables in the place of values, told by a mark until it is a step. Shows every value that it has. */
export function withVariables(entry: Entry, variableFor: VariableFor): Entry {
  const { url, headers, body } = entry
  return {
    ...entry,
    url: urlWith(url, variableFor),
    headers: headers.map(([name, value]) => [name, headerWith(name, value, variableFor)] as const),
    body: body === undefined ? undefined : bodyWith(body, variableFor),
  }
}

function urlWith(url: string, variableFor: VariableFor): string {
  const [, origin = '', path = '', query = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(url) ?? []
  const segments = path.split('/')
  const written = segments.map((segment, index) =>
    segment === ''
      ? segment
      : encodedWith(segment, decodePercent(segment), variableFor, {
          kind: 'path',
          name: decodePercent(segments[index - 1] ?? ''),
        }),
  )
  return `${origin}${written.join('/')}${query === '' ? '' : `?${parametersWith(query.slice(1), variableFor)}`}`
}

function parametersWith(query: string, variableFor: VariableFor): string {
  return query
    .split('&')
    .map(pair => {
      const at = pair.indexOf('=')
      if (at < 0) return pair
      const value = pair.slice(at + 1)
      const use = { kind: 'query', name: decodePercent(pair.slice(0, at)) } as const
      return `${pair.slice(0, at)}=${encodedWith(value, decodePercent(value.replaceAll('+', ' ')), variableFor, use)}`
    })
    .join('&')
}

/** A part of a URL, which a value that means something there has to be encoded for. */
function encodedWith(
  written: string,
  value: string,
  variableFor: VariableFor,
  use: Pick<ValueUse, 'kind' | 'name'>,
): string {
  const name = variableFor(value, { ...use, isNumber: false })
  if (name === undefined) return written
  return mark(written === value ? name : `${name} | url`)
}

function headerWith(name: string, value: string, variableFor: VariableFor): string {
  if (plainHeaders.test(name)) return value
  const [, scheme = '', rest = value] = /^((?:Bearer|Token|JWT|ApiKey|Key)\s+)(.+)$/i.exec(value) ?? []
  const variable = variableFor(rest, { kind: 'header', name, isNumber: false })
  return variable === undefined ? value : `${scheme}${mark(variable)}`
}

function bodyWith(body: RecordedBody, variableFor: VariableFor): RecordedBody {
  const { text, fields, type } = body
  const written = fields.map(field =>
    field.filename === undefined
      ? { ...field, value: fieldWith(field.name, field.value, variableFor) }
      : field,
  )
  return {
    ...body,
    fields: written,
    text: text === undefined ? undefined : textWith(text, type, variableFor),
  }
}

function textWith(text: string, type: string, variableFor: VariableFor): string {
  const media = mediaType(type)
  if (media === 'application/x-www-form-urlencoded') {
    const pairs = formPairs(text)
    if (pairs === undefined) return text
    const written = pairs.map(([name, value]): Field => [name, fieldWith(name, value, variableFor)])
    return new URLSearchParams(written.map(([name, value]): [string, string] => [name, value])).toString()
  }
  const json = /^\s*[[{]/.test(text) ? exactJson(text) : undefined
  if (json === undefined) return wordsWith(text, variableFor)
  const written = JSON.stringify(leavesWith(json, '', variableFor))
  // As it was written, unless something of it is another now.
  return written === JSON.stringify(json) ? text : written
}

function leavesWith(value: JsonValue, name: string, variableFor: VariableFor): JsonValue {
  if (isList(value)) return value.map(item => leavesWith(item, name, variableFor))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inside]) => [key, leavesWith(inside, key, variableFor)]),
    )
  if (typeof value === 'string') return fieldWith(name, value, variableFor)
  if (typeof value !== 'number') return value
  const variable = variableFor(String(value), { kind: 'field', name, isNumber: true })
  return variable === undefined ? value : mark(variable)
}

function fieldWith(name: string, value: string, variableFor: VariableFor): string {
  const variable = variableFor(value, { kind: 'field', name, isNumber: false })
  return variable === undefined ? wordsWith(value, variableFor) : mark(variable)
}

function wordsWith(text: string, variableFor: VariableFor): string {
  if (text.length < 16) return text
  return text.replaceAll(word, found => {
    const variable = variableFor(found, { kind: 'text', name: '', isNumber: false })
    return variable === undefined ? found : mark(variable)
  })
}
