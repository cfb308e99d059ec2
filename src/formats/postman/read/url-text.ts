import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject, isCollection } from '../../../util/is-json.ts'
import { listAt, memberAt, textAt } from '../parts.ts'
import { queryParameters, queryText } from './query-text.ts'

/**
 * A URL of a collection as one text, placeholders and all, the way Postman's runner puts it together: from the parts
 * where there are any, with the values of its path variables, without what is disabled.
 */
export function urlText(url: JsonValue | undefined): string {
  if (typeof url === 'string') return trimmed(url)
  if (!isObject(url)) return ''
  const host = hostText(url)
  if (host === '' && textAt(url, 'protocol') === undefined) return trimmed(textAt(url, 'raw') ?? '')
  return (
    schemeText(url) +
    credentialsText(url) +
    host +
    portText(url) +
    pathText(url) +
    searchText(url) +
    hashText(url)
  )
}

/** Slashes too many behind the scheme do not count, nor do spaces in front. */
function trimmed(text: string): string {
  return text.trimStart().replace(/^([a-z][a-z\d+.-]*:\/\/)\/+/i, '$1')
}

function schemeText(url: JsonObject): string {
  const protocol = textAt(url, 'protocol') ?? ''
  return protocol === '' || protocol.endsWith('://') ? protocol : `${protocol}://`
}

function credentialsText(url: JsonObject): string {
  const { auth } = url
  const user = textAt(auth, 'user')
  const password = textAt(auth, 'password')
  if (user === undefined && password === undefined) return ''
  return `${user ?? ''}${password === undefined ? '' : `:${password}`}@`
}

function hostText(url: JsonObject): string {
  const host = memberAt(url, 'host')
  if (host !== undefined && isList(host)) return host.map(part => segmentText(part)).join('.')
  return textAt(url, 'host') ?? ''
}

function portText(url: JsonObject): string {
  const port = textAt(url, 'port') ?? ''
  return port === '' ? '' : `:${port}`
}

function pathText(url: JsonObject): string {
  const segments = pathSegments(url)
  if (segments === undefined) return ''
  const values = pathVariables(url)
  return `/${segments.map(segment => filledIn(segment, values)).join('/')}`
}

/** The path in its segments, path variables such as `:id` and all; undefined when the URL has none. */
export function pathSegments(url: JsonObject): readonly string[] | undefined {
  const path = memberAt(url, 'path')
  if (path !== undefined && isList(path)) return path.map(segmentText)
  const text = textAt(url, 'path') ?? ''
  return text === '' ? undefined : text.replace(/^\/(?=.)/, '').split('/')
}

/** A segment is a text, or a text as `value` of an object. */
function segmentText(segment: JsonValue): string {
  return isObject(segment)
    ? (textAt(segment, 'value') ?? '')
    : segment === null || isCollection(segment)
      ? ''
      : String(segment)
}

/** The values of path variables. The last value under each name counts; older collections call the name `id`. */
export function pathVariables(url: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    listAt(url, 'variable').map(variable => [
      textAt(variable, 'key') ?? textAt(variable, 'id') ?? '',
      segmentValue(variable),
    ]),
  )
}

/** True where a path variable has a value at all, which may be none that takes its place. */
export function hasPathValue(url: JsonObject, name: string): boolean {
  return listAt(url, 'variable').some(variable => {
    const isMeant = (textAt(variable, 'key') ?? textAt(variable, 'id')) === name
    return isMeant && (textAt(variable, 'value') ?? '') !== ''
  })
}

/** Only text takes the place of a path variable, unless it is said to be text. */
function segmentValue(variable: JsonValue): string {
  const isText = typeof memberAt(variable, 'value') === 'string' || textAt(variable, 'type') === 'string'
  return isText ? (textAt(variable, 'value') ?? '') : ''
}

/** `:id` and `:id.json` with the variable's value; one without a value stays, as the runner sends it. */
export function filledIn(segment: string, values: ReadonlyMap<string, string>): string {
  const name = pathVariableOf(segment)
  const value = name === undefined ? undefined : values.get(name)
  return name === undefined || value === undefined || value === ''
    ? segment
    : value + segment.slice(name.length + 1)
}

/** The name of the path variable that a segment begins with. */
export function pathVariableOf(segment: string): string | undefined {
  const name = /^:([^.]+)/.exec(segment)?.[1]
  return name === undefined || name === '' ? undefined : name
}

function searchText(url: JsonObject): string {
  const parameters = queryParameters(memberAt(url, 'query')).filter(({ disabled }) => !disabled)
  return parameters.length === 0 ? '' : `?${queryText(parameters)}`
}

function hashText(url: JsonObject): string {
  const hash = memberAt(url, 'hash')
  return typeof hash === 'string' ? `#${hash}` : ''
}
