import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { namedValues } from '../named-values.ts'
import { textOf, withoutUndefined } from '../parts.ts'
import { queryParameters, queryText, outsideOfPlaceholders, type QueryParameter } from '../read/query-text.ts'
import { postmanText } from '../template.ts'

/** The URL of a request line and the `query` beside it as a URL of a collection, in parts and as one text. */
export function writeUrl(url: string, query: JsonValue | undefined): JsonObject {
  const added = namedValues(query).map(({ name, value, disabled }) => ({
    key: disabled ? postmanText(name) : encoded(postmanText(name), /[%+&#=]/g),
    value: disabled ? postmanText(textOf(value)) : encoded(postmanText(textOf(value)), /[%+&#]/g),
    disabled,
  }))
  const text = postmanText(url)
  const enabled = added.filter(({ disabled }) => !disabled)
  const raw = enabled.length === 0 ? text : withQuery(text, queryText(enabled))
  return {
    raw,
    ...urlParts(
      raw,
      added.filter(({ disabled }) => disabled),
    ),
  }
}

/** The members that a URL has which is written. */
const members = new Set(['raw', 'protocol', 'host', 'path', 'query'])

/**
 * True where a URL of a collection surely is what would be written of this one of a request line: a plain one, whose
 * parts put together are its text. Told without writing it, as nearly all are.
 */
export function isWritten(original: JsonValue | undefined, url: string): original is JsonObject {
  if (!isObject(original) || original['raw'] !== url || /\\|\$uuid/.test(url)) return false
  const { protocol, host, path, query } = original
  if (!Object.keys(original).every(key => members.has(key))) return false
  if (!arePlain(host, /^(?:[^{}./?#:@]+|\{\{[^{}./?#:@]+\}\})$/)) return false
  if (path !== undefined && !arePlain(path, /^(?:[^{}/?#]|\{\{[^{}/?#]*\}\})*$/)) return false
  if (protocol !== undefined && !(typeof protocol === 'string' && /^[^:/?#{}]+$/.test(protocol))) return false
  const search = query === undefined ? '' : plainQuery(query)
  if (search === undefined) return false
  const scheme = protocol === undefined ? '' : `${protocol}://`
  return scheme + host.join('.') + (path === undefined ? '' : `/${path.join('/')}`) + search === url
}

function arePlain(parts: JsonValue | undefined, plain: RegExp): parts is readonly string[] {
  if (parts === undefined || !isList(parts) || parts.length === 0) return false
  return parts.every(part => typeof part === 'string' && plain.test(part))
}

/** Parameters of nothing but a name and a value, which nothing in them would end. */
function plainQuery(query: JsonValue): string | undefined {
  if (!isList(query) || query.length === 0) return undefined
  const pairs = query.map(parameter => {
    if (!isObject(parameter) || Object.keys(parameter).length !== 2) return undefined
    const { key, value } = parameter
    if (typeof key !== 'string' || typeof value !== 'string') return undefined
    const isPlain =
      /^(?:[^{}&=#]|\{\{[^{}&=#]*\}\})*$/.test(key) && /^(?:[^{}&#]|\{\{[^{}&#]*\}\})*$/.test(value)
    return isPlain ? `${key}=${value}` : undefined
  })
  return pairs.includes(undefined) ? undefined : `?${pairs.join('&')}`
}

/** Encodes the characters that a suite encodes and Postman would not. */
function encoded(text: string, characters: RegExp): string {
  return outsideOfPlaceholders(text, characters)
}

function withQuery(url: string, query: string): string {
  const [before = '', hash] = url.split('#', 2)
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&'
  return `${before}${joint}${query}${hash === undefined ? '' : `#${hash}`}`
}

/** The parts of a URL; placeholders may hold anything, so they stand aside while it is cut. */
export function urlParts(raw: string, disabled: readonly QueryParameter[] = []): JsonObject {
  const placeholders: string[] = []
  const masked = raw.replace(/\{\{[^{}]*\}\}/g, name => {
    placeholders.push(name)
    return '\ue000'
  })
  const match = /^(?:([^:/?#]+):\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(masked)
  const unmasked = (text: string): string =>
    text.includes('\ue000') ? text.replace(/\ue000/g, () => placeholders.shift() ?? '') : text
  const [protocol, authority, path, search, hash] = (match ?? []).slice(1).map(part =>
    // The parts come in the order of the text, and so do the placeholders in them.
    typeof part === 'string' ? unmasked(part) : undefined,
  )
  const parameters = [
    ...(search === undefined ? [] : queryParameters(search === '' ? [''] : search)),
    ...disabled,
  ]
  return withoutUndefined({
    protocol,
    ...authorityParts(authority ?? ''),
    path: path === undefined || path === '' ? undefined : path.slice(1).split('/'),
    query: parameters.length === 0 ? undefined : parameters.map(writeParameter),
    hash,
  })
}

function authorityParts(authority: string): Readonly<Record<string, JsonValue | undefined>> {
  const at = authority.lastIndexOf('@')
  const [user, password] = authority.slice(0, Math.max(at, 0)).split(/:(.*)/s)
  const host = authority.slice(at + 1)
  const port = /:([^:\]]*)$/.exec(outsideMasked(host))?.[1]
  const name = port === undefined ? host : host.slice(0, host.lastIndexOf(`:${port}`))
  return {
    auth: at === -1 ? undefined : withoutUndefined({ user, password }),
    host: name === '' ? undefined : name.split(/\.(?![^{]*\}{2})/),
    port: port === undefined || port === '' ? undefined : port,
  }
}

/** Colons in the name of a placeholder end no host. */
function outsideMasked(host: string): string {
  return /\{\{[^{}]*:[^{}]*\}\}$/.test(host) ? '' : host
}

function writeParameter({ key, value, disabled }: QueryParameter): JsonObject {
  return { key, value, ...(disabled ? { disabled } : {}) }
}
