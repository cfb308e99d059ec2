import type { JsonValue } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isObject } from '../../util/is-json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { namesHost } from '../http/address.ts'
import { scalarText } from '../scalars.ts'
import type { Proxy, ProxyRules, Socks } from './route.ts'

/** No proxy for anything. */
export const noProxies: ProxyRules = { exempt: [] }

/** Reads the setting `proxy`: `none`, a URL, or a mapping with `url`. */
export function readProxySetting(setting: JsonValue): Prepared<ProxyRules> {
  if (setting === 'none' || setting === null) return prepared(noProxies)
  const { url, username, password, 'no-proxy': exempt } = isObject(setting) ? setting : { url: setting }
  if (typeof url !== 'string') return unfit('proxy must be a URL or have one under url')
  const proxy = parseProxy(url, { username: scalarText(username), password: scalarText(password) })
  if (proxy === undefined) return unfit(`the proxy ${withoutCredentials(url)} ${notAProxy}`, proxyHint)
  const list = Array.isArray(exempt) ? (exempt as readonly JsonValue[]) : []
  return prepared({
    plain: proxy,
    secure: proxy,
    exempt: list.flatMap(entry => (typeof entry === 'string' ? exemptions(entry) : [])),
  })
}

/** The message for a URL that is none of a proxy, and the hint. */
export const notAProxy = 'is not an http, https or socks URL'
export const proxyHint = 'Write it like http://proxy.example.com:3128 or socks5h://127.0.0.1:1080.'

/** The entries of a text in the form of NO_PROXY; an item of a list may be one, such as `{{env.NO_PROXY}}`. */
export function exemptions(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(entry => entry !== '')
}

/** The schemes of SOCKS as curl has them: with `a` and `h` the proxy looks up names. */
const socksSchemes: Readonly<Record<string, Pick<Socks, 'version' | 'looksUp'>>> = {
  socks: { version: 4, looksUp: false },
  socks4: { version: 4, looksUp: false },
  socks4a: { version: 4, looksUp: true },
  socks5: { version: 5, looksUp: false },
  socks5h: { version: 5, looksUp: true },
}

/** A proxy by its URL; without a scheme it is http, without a port 1080 as curl has it. Undefined when it is none. */
export function parseProxy(
  text: string,
  given: { readonly username?: string | undefined; readonly password?: string | undefined } = {},
): Proxy | undefined {
  const [, written = 'http', rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(text) ?? []
  const scheme = written.toLowerCase()
  const socks = Object.hasOwn(socksSchemes, scheme) ? socksSchemes[scheme] : undefined
  if (socks === undefined && scheme !== 'http' && scheme !== 'https') return undefined
  // Of other schemes than these the URL standard does not read the host as one.
  const plain = `${scheme === 'https' ? 'https' : 'http'}://${rest}`
  if (!URL.canParse(plain) || !namesHost(plain)) return undefined
  const url = new URL(plain)
  const secure = scheme === 'https'
  const port = url.port === '' ? defaultPort(plain, secure) : Number(url.port)
  const username = given.username ?? decodePercent(url.username)
  const password = given.password ?? decodePercent(url.password)
  const place = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    secure,
    name: `${scheme}://${url.hostname}:${port}`,
  }
  if (socks !== undefined) return { ...place, socks: { ...socks, username, password } }
  if (username === '' && password === '') return place
  return { ...place, authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/** The parser leaves out a port that is the scheme's own; one that is not written is what curl takes. */
function defaultPort(url: string, secure: boolean): number {
  const isWritten = /:\d+\/?$/.test(url)
  if (secure) return 443
  return isWritten ? 80 : 1080
}

/** Lists the secrets of proxies, which outputs may not show. */
export function proxySecrets({ plain, secure }: ProxyRules): readonly string[] {
  return [plain, secure].flatMap(proxy => {
    if (proxy?.socks !== undefined) return proxy.socks.password === '' ? [] : [proxy.socks.password]
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
