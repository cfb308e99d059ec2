import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { valueText } from '../../../util/value-text.ts'
import { encodeQueryText } from '../../http/query.ts'
import type { Pair } from './pairs.ts'

/** A URL of Postman's format, a text or its parts, as one text. Placeholders stay as they are. */
export function urlText(url: JsonValue | undefined): string {
  if (typeof url === 'string') return url
  if (!isObject(url)) return ''
  const { protocol, auth, host, port, hash } = url
  return [
    typeof protocol === 'string' && protocol !== '' ? `${protocol.replace(/:?\/*$/, '')}://` : '',
    isObject(auth) ? credentialsText(auth) : '',
    joined(host, '.'),
    typeof port === 'string' && port !== '' ? `:${port}` : '',
    pathText(url),
    queryText(url['query']),
    typeof hash === 'string' && hash !== '' ? `#${hash}` : '',
  ].join('')
}

function credentialsText({ user, password }: JsonObject): string {
  if (typeof user !== 'string') return ''
  return typeof password === 'string' ? `${user}:${password}@` : `${user}@`
}

/** A segment such as `:id` is the path variable of that name. */
function pathText({ path, variable }: JsonObject): string {
  if (path === undefined || path === null) return ''
  const variables = new Map(
    (variable !== undefined && isList(variable) ? variable.filter(isObject) : []).flatMap(
      ({ key, id, value }) =>
        value === undefined || value === null || value === ''
          ? []
          : [[valueText(key ?? id ?? ''), valueText(value)] as const],
    ),
  )
  const segments = (isList(path) ? path : [path]).map(segment => {
    const text = valueText(isObject(segment) ? (segment['value'] ?? '') : segment)
    return text.startsWith(':') ? (variables.get(text.slice(1)) ?? text) : text
  })
  return `/${segments.join('/')}`
}

function queryText(query: JsonValue | undefined): string {
  const items = query !== undefined && isList(query) ? query.filter(isObject) : []
  const written = items
    .filter(({ disabled }) => disabled !== true)
    .map(({ key, value }) => {
      const name = key === null || key === undefined ? '' : valueText(key)
      return value === null || value === undefined ? name : `${name}=${valueText(value)}`
    })
  return written.length === 0 ? '' : `?${written.join('&')}`
}

function joined(parts: JsonValue | undefined, separator: string): string {
  if (parts === undefined || parts === null) return ''
  return (isList(parts) ? parts : [parts]).map(valueText).join(separator)
}

/** A URL with more query parameters behind its own, encoded but for their placeholders. */
export function withQuery(url: string, pairs: readonly Pair[]): string {
  const added = pairs.filter(({ disabled }) => disabled !== true)
  if (added.length === 0) return url
  const text = added.map(({ key, value }) => `${encodeAround(key)}=${encodeAround(value)}`).join('&')
  const [beforeHash = '', ...hash] = url.split('#')
  const separator = beforeHash.includes('?') ? (/[?&]$/.test(beforeHash) ? '' : '&') : '?'
  return [`${beforeHash}${separator}${text}`, ...hash].join('#')
}

function encodeAround(text: string): string {
  return text.replace(/\{\{.*?\}\}|[^{]+|\{/g, part => (part.startsWith('{{') ? part : encodeQueryText(part)))
}
