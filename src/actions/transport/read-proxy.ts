import type { JsonValue } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isObject } from '../../util/is-json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { namesHost } from '../http/address.ts'
import { scalarText } from '../scalars.ts'
import type { Proxy, ProxyRules } from './route.ts'

/** No proxy for anything. */
export const noProxies: ProxyRules = { exempt: [] }

/** Reads the setting `proxy`: `none`, a URL, or a mapping with `url`. */
export function readProxySetting(setting: JsonValue): Prepared<ProxyRules> {
  if (setting === 'none' || setting === null) return prepared(noProxies)
  const { url, username, password, 'no-proxy': exempt } = isObject(setting) ? setting : { url: setting }
  if (typeof url !== 'string') return failed('Request Error', 'proxy must be a URL or have one under url')
  const proxy = parseProxy(url, { username: scalarText(username), password: scalarText(password) })
  if (proxy === undefined)
    return failed(
      'Request Error',
      `the proxy ${withoutCredentials(url)} is not an http or https URL`,
      'Write it like http://proxy.example.com:3128.',
    )
  const list = Array.isArray(exempt) ? (exempt as readonly JsonValue[]) : []
  return prepared({
    plain: proxy,
    secure: proxy,
    exempt: list.flatMap(entry => (typeof entry === 'string' ? exemptions(entry) : [])),
  })
}

/** The entries of a text in the form of NO_PROXY; an item of a list may be one, such as `{{env.NO_PROXY}}`. */
export function exemptions(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(entry => entry !== '')
}

/** A proxy by its URL; without a scheme it is http, without a port 1080 as curl has it. Undefined when it is none. */
export function parseProxy(
  text: string,
  given: { readonly username?: string | undefined; readonly password?: string | undefined } = {},
): Proxy | undefined {
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(written) || !namesHost(written)) return undefined
  const url = new URL(written)
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return undefined
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? defaultPort(written, secure) : Number(url.port)
  const username = given.username ?? decodePercent(url.username)
  const password = given.password ?? decodePercent(url.password)
  const encoded = Buffer.from(`${username}:${password}`).toString('base64')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    secure,
    name: `${url.protocol}//${url.hostname}:${port}`,
    ...(username === '' && password === '' ? {} : { authorization: `Basic ${encoded}` }),
  }
}

/** The parser leaves out a port that is the scheme's own; one that is not written is what curl takes. */
function defaultPort(url: string, secure: boolean): number {
  const isWritten = /:\d+\/?$/.test(url)
  if (secure) return 443
  return isWritten ? 80 : 1080
}

/** What outputs may not show of proxies. */
export function proxySecrets({ plain, secure }: ProxyRules): readonly string[] {
  return [plain, secure].flatMap(proxy => {
    const encoded = proxy?.authorization?.slice('Basic '.length)
    if (encoded === undefined) return []
    const decoded = Buffer.from(encoded, 'base64').toString()
    const password = decoded.slice(decoded.indexOf(':') + 1)
    return password === '' ? [encoded] : [encoded, password]
  })
}

/** A URL for a message: what stands before the @ stays out of it. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/i, '$1')
}
