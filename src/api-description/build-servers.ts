import type { JsonObject } from '../model/json.ts'
import { list, mapping, property, text, texts } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import type { DescriptionVersion, Server, ServerVariable } from './api-description.ts'
import type { LocatedObject } from './documents/loaded-document.ts'
import { defined } from '../util/defined.ts'

/**
 * The servers that a document or an operation (`holder`) says, at least one. A relative URL counts from where the document
 * came from; Swagger 2 puts it together of `schemes`, `host` and `basePath`, of which an operation has only `schemes`.
 */
export function buildServers(
  holder: LocatedObject,
  version: DescriptionVersion,
  top: LocatedObject = holder,
): readonly Server[] {
  const origin = top.document.address
  if (version === '2.0') return swaggerServers(holder.value, top.value, origin)
  const servers = list(property(holder.value, 'servers')).map(item => buildServer(mapping(item), origin))
  return servers.length > 0 ? servers : [{ url: absolute('/', origin), variables: new Map() }]
}

function buildServer(server: JsonObject, origin: string): Server {
  const url = text(property(server, 'url'))?.trim() ?? '/'
  const variables = Object.entries(mapping(property(server, 'variables'))).map(
    ([name, variable]) => [name, buildVariable(mapping(variable))] as const,
  )
  return defined({
    url: absolute(url, origin),
    description: text(property(server, 'description'))?.trim(),
    variables: new Map(variables),
  })
}

function buildVariable(variable: JsonObject): ServerVariable {
  const values = list(property(variable, 'enum')).map(valueText)
  const chosen = property(variable, 'default')
  return { default: chosen === undefined || chosen === null ? (values[0] ?? '') : valueText(chosen), values }
}

function swaggerServers(holder: JsonObject, top: JsonObject, origin: string): readonly Server[] {
  const own = texts(property(holder, 'schemes'))
  const schemes = (own.length > 0 ? own : texts(property(top, 'schemes'))).filter(one => /^https?$/.test(one))
  const base = text(property(top, 'basePath')) ?? ''
  const host = text(property(top, 'host'))
  if (host === undefined || host === '')
    return [{ url: absolute(base === '' ? '/' : base, origin), variables: new Map() }]
  const known = /^https?:/.exec(origin)?.[0].slice(0, -1)
  const scheme = schemes.includes('https') ? 'https' : (schemes[0] ?? known ?? 'https')
  const path = base === '' || base.startsWith('/') ? base : `/${base}`
  return [{ url: withoutSlash(`${scheme}://${host}${path}`), variables: new Map() }]
}

/** A URL made absolute where that can be, braces left alone, without a slash at its end. */
function absolute(url: string, origin: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(url) || url.startsWith('{')) return withoutSlash(url)
  if (url.startsWith('//')) return withoutSlash(`${/^https?:/.exec(origin)?.[0] ?? 'https:'}${url}`)
  if (!/^https?:/.test(origin))
    return withoutSlash(
      url.startsWith('/') || url === '' ? url : `/${url.replace(/^(?:\.{1,2}\/)+|^\.{1,2}$/, '')}`,
    )
  const whole = new URL(url, origin)
  // Credentials for the document are not those for the API.
  whole.username = whole.password = ''
  return withoutSlash(decodeBraces(whole.href))
}

function decodeBraces(url: string): string {
  return url.replaceAll('%7B', '{').replaceAll('%7D', '}')
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
