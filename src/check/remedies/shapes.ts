import { requestMethods } from '../../model/request-methods.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { expectationOf } from './answers.ts'
import { valueOf } from './targets.ts'
import { lookup, retryWord } from './words.ts'
import { valueText } from '../../util/value-text.ts'
import { isNumber } from '../../util/exact-number.ts'

/** `[Accept: text/html]`, `[{ name: Accept, value: text/html }]` or `Accept: text/html` as a mapping. */
export function namedValues(written: JsonValue, separator: RegExp): JsonObject | undefined {
  if (isObject(written)) return written
  const items = isList(written)
    ? written
    : typeof written === 'string'
      ? written.trim().split(separator.source.includes('=') ? '&' : '\n')
      : []
  const pairs = items.map((item): JsonObject | undefined => {
    if (typeof item === 'string') {
      const [name = '', ...rest] = item.replace(/^\?/, '').split(separator)
      return rest.length === 0 ? undefined : { [name.trim()]: rest.join('=').trim() }
    }
    if (!isObject(item)) return undefined
    const [name, value] = [item['name'] ?? item['key'], item['value']]
    if (typeof name === 'string' && value !== undefined) return { [name]: value }
    return Object.keys(item).length === 1 ? item : undefined
  })
  return pairs.length === 0 || pairs.includes(undefined)
    ? undefined
    : (Object.assign({}, ...pairs) as JsonObject)
}

/** A body under the key that says what it is. */
export function bodyOf(written: JsonValue): JsonObject | undefined {
  if (typeof written === 'string') {
    const [, file] = /^(?:@|file:(?:\/\/)?)(\S+)$/.exec(written) ?? []
    if (file !== undefined) return { file }
    const value = /^\s*[[{]/.test(written) && !written.startsWith('{{') ? valueOf(written) : written
    if (typeof value !== 'string') return { json: value }
    return /^\s*</.test(written) ? { xml: written } : { text: written }
  }
  if (!isObject(written)) return written === null ? undefined : { json: written }
  const kind = [written['type'], written['mode'], written['format']].find(one => typeof one === 'string')
  const content = ['data', 'content', 'value', 'text', 'raw', 'json', 'body', String(kind)].find(key =>
    Object.hasOwn(written, key),
  )
  const isWrapped = content !== undefined && Object.keys(written).length <= 2
  if (!isWrapped || (kind === undefined && content !== 'json' && content !== 'text')) return { json: written }
  const inside = written[content] ?? null
  if (/form|urlencoded/i.test(String(kind))) {
    const fields = namedValues(inside, /=/)
    return fields === undefined
      ? undefined
      : { [/multipart|formdata|form-data/i.test(String(kind)) ? 'multipart' : 'form']: fields }
  }
  return bodyOf(inside)
}

/** The line of a request of its parts; a path alone goes behind `{{baseUrl}}`. */
export function requestLine(method: JsonValue | undefined, url: JsonValue | undefined): string | undefined {
  const verb = typeof method === 'string' && method !== '' ? method.trim().toUpperCase() : 'GET'
  if (typeof url !== 'string' || !requestMethods.includes(verb)) return undefined
  const address = url.trim()
  if (address === '') return undefined
  return `${verb} ${wholeUrl(address)}`
}

/** An address that begins as it must. */
export function wholeUrl(address: string): string {
  if (/^(?:https?:\/\/|\{\{)/i.test(address)) return address
  if (/^(?:localhost|127\.0\.0\.1|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/|$)/.test(address))
    return `http://${address}`
  return `{{baseUrl}}${address.startsWith('/') ? '' : '/'}${address}`
}

/** `5 seconds`, `PT5S` as a duration; a number alone may be of seconds or of milliseconds. */
export function durationOf(written: JsonValue | undefined): string | undefined {
  if (typeof written !== 'string') return undefined
  if (parseDuration(written) !== undefined) return written
  const [, number = '', unit = ''] = /^(?:PT)?\s*(\d+(?:\.\d+)?)\s*([a-z]*)\.?$/i.exec(written.trim()) ?? []
  const units = [
    /^(?:ms|millis|milliseconds?)$/i,
    /^(?:s|secs?|seconds?)$/i,
    /^(?:m|mins?|minutes?)$/i,
    /^(?:h|hrs?|hours?)$/i,
  ]
  const index = units.findIndex(one => one.test(unit))
  return index < 0 ? undefined : `${number}${String(['ms', 's', 'm', 'h'][index])}`
}

/** A time of a whole suite or a service, of which a number alone is mostly one of seconds. */
export function longTimeOf(written: JsonValue | undefined): string | undefined {
  return isNumber(written) && Number(written) < 1000 ? `${Number(written)}s` : durationOf(written)
}

/** `3`, or a mapping with other words, as `retry`. */
export function retryOf(written: JsonValue): JsonObject | undefined {
  if (isNumber(written)) return { attempts: Math.min(100, Math.max(1, Number(written))) }
  if (written === true) return { attempts: 3 }
  if (!isObject(written)) return undefined
  const retry: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(written)) {
    const own = retryWord(key) ?? key
    if (own === 'until') {
      if (value === 'success') retry[own] = value
    } else if (own === 'interval' || own === 'max-interval') {
      const duration = durationOf(value)
      if (duration === undefined) return undefined
      retry[own] = duration
    } else retry[own] = value
  }
  return { attempts: 3, ...retry }
}

/** `{{plan}} == gold`, `plan is gold`, `{{plan}}`, `$.plan == gold` as the conditions of a step. */
export function conditionsOf(written: JsonValue): JsonObject | undefined {
  if (isList(written)) {
    const parts = written.map(conditionsOf)
    return parts.length === 0 || parts.includes(undefined)
      ? undefined
      : (Object.assign({}, ...parts) as JsonObject)
  }
  if (isObject(written)) return written
  if (typeof written !== 'string') return undefined
  const [, variable = '', , operator = '', value = ''] =
    /^["']?(?:\$\.(?:[\w-]+\.)*|\{?\{?\s*)([A-Za-z_][\w.-]*)\s*(\}\})?["']?\s*(?:(===?|!==?|is not|is|>=|<=|>|<)\s*(.+))?$/.exec(
      written.trim(),
    ) ?? []
  if (variable === '') return undefined
  if (operator === '') return { [variable]: { exists: true } }
  const expectation = expectationOf({ [operator]: valueOf(value) })
  if (expectation === undefined) return undefined
  return {
    [variable]:
      isObject(expectation) && expectation['equals'] !== undefined ? expectation['equals'] : expectation,
  }
}

/** Credentials in the form of `auth`; what is secret becomes a variable, so that it is not shown. */
export function authOf(key: string, written: JsonValue): JsonValue | undefined {
  const parts = isObject(written) ? written : {}
  const text = JSON.stringify([
    key,
    parts['type'] ?? parts['kind'] ?? parts['scheme'] ?? written,
  ]).toLowerCase()
  const has = (name: string): boolean => Object.keys(parts).some(part => part.toLowerCase().includes(name))
  if (has('user') || text.includes('basic'))
    return { basic: { username: nameIn(parts), password: '{{password}}' } }
  if (text.includes('api') && text.includes('key')) {
    const name = [parts['header'], parts['name'], parts['key'], parts['in']].find(
      one => typeof one === 'string',
    )
    return {
      'api-key': {
        header: name === undefined || name === 'header' ? 'X-API-Key' : name,
        value: '{{apiKey}}',
      },
    }
  }
  if (text.includes('oauth') || has('client'))
    return {
      oauth2: {
        'token-url': '{{baseUrl}}/oauth/token',
        'client-id': 'shop',
        'client-secret': '{{clientSecret}}',
      },
    }
  if (text.includes('digest')) return { digest: { username: nameIn(parts), password: '{{password}}' } }
  return /bearer|token|login|credential/.test(text) || has('token') ? { bearer: '{{token}}' } : undefined
}

function nameIn(parts: JsonObject): string {
  const name = Object.entries(parts).find(([key]) => key.toLowerCase().includes('user'))?.[1]
  return typeof name === 'string' ? name : 'ada'
}

const separators: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: 'tab',
  '\t': 'tab',
  '\\t': 'tab',
  pipe: '|',
}

const cellType = lookup({
  text: 'string str varchar',
  number: 'integer int long float double decimal num numeric',
  boolean: 'bool',
  json: 'object array list map',
})

/** A file of rows, in the words that say how it is read. */
function dataFile(file: string, written: JsonObject): JsonValue {
  const { separator: own, delimiter = null, sep = null, delim = null } = written
  const given = [own, delimiter, sep, delim].find(one => typeof one === 'string')
  const separator = typeof given === 'string' ? (separators[given.toLowerCase()] ?? given) : undefined
  const typed = [written['types'], written['type'], written['columns']].find(isObject)
  const types = Object.entries(typed ?? {}).map(([column, type]): [string, JsonValue] => {
    const [, word = '', mark = ''] = typeof type === 'string' ? (/^(\w+)\s*(\?)?$/.exec(type) ?? []) : []
    return [column, `${cellType(word) ?? valueText(type)}${mark}`]
  })
  const more = { ...(separator === undefined || separator === ',' ? {} : { separator }) }
  if (types.length > 0) return { file, ...more, types: Object.fromEntries(types) }
  return separator === undefined ? file : { file, ...more }
}

/** Rows in the form of `data`. */
export function rowsOf(written: JsonValue): JsonValue | undefined {
  if (typeof written === 'string' && /\.(?:csv|json|ya?ml)$/i.test(written)) return written
  if (isObject(written)) {
    const file = written['file'] ?? written['path'] ?? written['csv'] ?? written['source']
    if (typeof file === 'string') return dataFile(file, written)
    const rows =
      written['rows'] ?? written['items'] ?? written['values'] ?? written['vals'] ?? written['data']
    if (rows !== undefined) return rowsOf(rows)
    const columns = Object.entries(written)
    const lists = columns.map(([, values]) => (isList(values) ? values : []))
    const length = lists[0]?.length ?? 0
    if (length > 0 && lists.every(one => one.length === length))
      return lists[0]?.map((_, row) =>
        Object.fromEntries(columns.map(([name], column) => [name, lists[column]?.[row] ?? null])),
      )
    return columns.length > 0 && columns.every(([, value]) => !isList(value) && !isObject(value))
      ? [written]
      : undefined
  }
  if (!isList(written) || written.length === 0) return undefined
  return written.every(isObject)
    ? written
    : written.every(one => !isList(one) && !isObject(one))
      ? written.map(item => ({ item }))
      : undefined
}
