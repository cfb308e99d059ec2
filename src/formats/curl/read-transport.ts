import { connectedHost, proxyValue, resolvedHost } from '../../compile/curl-connection.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Given, Piece, Remark } from './given.ts'
import { defined } from '../../util/defined.ts'

/** Reads the options that say how a request travels, how long it may take and how often it is tried. */
export function readTransport(given: Given): Piece {
  const socket = given.last('unix-socket')
  const limit = given.last('max-time')
  const times = Number(given.last('retry') ?? 0)
  return {
    keys: defined({
      ...tlsKeys(given),
      ...proxyKeys(given),
      ...resolveKeys(given),
      'unix-socket': socket,
      ...versionKeys(given),
      ...(given.has('path-as-is') ? { 'path-as-is': true } : {}),
      ...redirectKeys(given),
      ...(limit !== undefined && Number(limit) > 0 ? { timeout: `${Number(limit)}s` } : {}),
      ...(times > 0 ? { retry: retryOf(given, times) } : {}),
    }),
    losses: lossesOf(given),
  }
}

function tlsKeys(given: Given): JsonObject {
  const [, certificate = '', passphrase] =
    /^((?:[^:\\]|\\.|:\\)+)(?::(.*))?$/s.exec(given.last('cert') ?? '') ?? []
  const isPfx = given.last('cert-type') === 'P12' || /\.(p12|pfx)$/i.test(certificate)
  const key = given.last('key') ?? (certificate === '' || isPfx ? undefined : certificate)
  const version = ['1.3', '1.2', '1.1', '1.0', '1'].find(number =>
    given.has(number === '1' ? 'tlsv1' : `tlsv${number}`),
  )
  const tls: JsonObject = defined({
    ca: given.last('cacert'),
    crl: given.last('crlfile'),
    ...(certificate === '' ? {} : { [isPfx ? 'pfx' : 'certificate']: certificate }),
    key,
    passphrase: given.last('pass') ?? passphrase,
    ...(given.has('insecure') ? { verify: false } : {}),
    ...(version === undefined ? {} : { 'min-version': `TLSv${version.replace('1.0', '1')}` }),
  })
  return Object.keys(tls).length === 0 ? {} : { tls }
}

function proxyKeys(given: Given): JsonObject {
  const typed = proxyOf(given)
  const direct = given.last('noproxy')
  if (typed === '' || direct === '*') return { proxy: 'none' }
  if (typed === undefined) return {}
  return { proxy: proxyValue(typed, { user: given.last('proxy-user'), noproxy: direct }) }
}

/** Of all options that name one the last counts; those of SOCKS have the scheme in their name. */
function proxyOf(given: Given): string | undefined {
  const option = given.all('proxy', 'proxy1.0', ...Object.keys(socksSchemes)).at(-1)
  if (option === undefined) return undefined
  const scheme = socksSchemes[option.name]
  return scheme === undefined ? option.value : `${scheme}://${option.value}`
}

const socksSchemes: Readonly<Record<string, string>> = {
  socks4: 'socks4',
  socks4a: 'socks4a',
  socks5: 'socks5',
  'socks5-hostname': 'socks5h',
}

function resolveKeys(given: Given): JsonObject {
  const entries = [
    ...given.all('resolve').map(({ value }) => resolvedHost(value)),
    ...given.all('connect-to').map(({ value }) => connectedHost(value)),
  ].filter(entry => entry !== undefined)
  return entries.length === 0 ? {} : { resolve: Object.fromEntries(entries) }
}

function versionKeys(given: Given): JsonObject {
  if (given.has('http2-prior-knowledge')) return { 'http-version': 2 }
  return given.has('http1.1') ? { 'http-version': 1.1 } : {}
}

function redirectKeys(given: Given): JsonObject {
  if (!given.has('location') && !given.has('location-trusted')) return {}
  const most = Number(given.last('max-redirs') ?? NaN)
  if (Number.isNaN(most)) return { 'follow-redirects': true }
  if (most === 0) return {}
  return { 'follow-redirects': most < 0 ? 50 : Math.min(most, 50) }
}

/** Ends the attempts where curl makes no other: it tries again after these statuses alone, and after timeouts. */
export const transientOnly: JsonObject = {
  status: { 'not-one-of': [408, 429, 500, 502, 503, 504, 522, 524] },
}

/** Without --retry-delay curl waits one second, then twice as long each time. */
function retryOf(given: Given, times: number): JsonObject {
  const delay = Number(given.last('retry-delay') ?? 0)
  const pace: JsonObject = delay > 0 ? { interval: `${delay}s` } : { interval: '1s', backoff: 2 }
  const ends: JsonObject = given.has('retry-all-errors') ? {} : { 'stop-when': transientOnly }
  return { attempts: Math.min(times + 1, 100), ...pace, ...ends }
}

function lossesOf(given: Given): readonly Remark[] {
  const unread = [...given.all('resolve'), ...given.all('connect-to')].filter(
    ({ name, value }) => (name === 'resolve' ? resolvedHost(value) : connectedHost(value)) === undefined,
  )
  const posts = ['post301', 'post302', 'post303', 'location-trusted'].filter(name => given.has(name))
  return [
    ...unread.map(({ name, value }) => ({
      what: `--${name} ${value}`,
      why: 'suites need one host and port for each',
    })),
    ...posts.map(name => ({ what: `--${name}`, why: 'suites follow redirects as browsers do' })),
    ...(given.last('retry-max-time') === undefined
      ? []
      : [{ what: '--retry-max-time', why: 'suites count attempts' }]),
  ]
}
