import type { RequestRecord } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isObject } from '../../util/is-json.ts'

/** The curl options of each setting of a request; the order is that of the options. */
const settings: Readonly<
  Record<string, (value: JsonValue, request: RequestRecord) => readonly CurlOption[]>
> = {
  auth: authOptions,
  'http-version': versionOptions,
  tls: tlsOptions,
  proxy: proxyOptions,
  resolve: value => Object.entries(members(value)).map(([from, to]) => resolveOption(from, text(to))),
  'unix-socket': value => [option('--unix-socket', value)],
  'path-as-is': value => (value === true ? [['--path-as-is']] : []),
  'follow-redirects': redirectOptions,
}

/** The settings of a request, in the words of the suite language, as options of curl. */
export function curlSettings(request: RequestRecord): readonly CurlOption[] {
  return Object.entries(settings).flatMap(([key, options]) => {
    const value = request.settings?.[key]
    return value === undefined || value === null ? [] : options(value, request)
  })
}

/** Without TLS curl would ask by HTTP/1.1 whether the server speaks HTTP/2. */
function versionOptions(version: JsonValue, { url = '' }: RequestRecord): readonly CurlOption[] {
  if (version === 'auto') return []
  if (version !== 2) return [[`--http${text(version)}`]]
  return [[url.startsWith('http:') ? '--http2-prior-knowledge' : '--http2']]
}

/** Only what is computed anew for each request; other credentials are in the headers. */
function authOptions(auth: JsonValue): readonly CurlOption[] {
  const { digest, aws } = members(auth)
  if (digest !== undefined) {
    const { username, password } = members(digest)
    return [['--digest'], option('-u', `${text(username)}:${text(password)}`)]
  }
  if (aws === undefined) return []
  const keys = members(aws)
  const scope = ['aws:amz', text(keys['region']), text(keys['service'])].join(':')
  const token = keys['session-token']
  return [
    option('--aws-sigv4', scope),
    option('-u', `${text(keys['access-key-id'])}:${text(keys['secret-access-key'])}`),
    ...(token === undefined ? [] : [option('-H', `x-amz-security-token: ${text(token)}`)]),
  ]
}

function tlsOptions(tls: JsonValue): readonly CurlOption[] {
  const given = members(tls)
  const version = given['min-version']
  return [
    ...(given['verify'] === false ? [['--insecure']] : []),
    ...fileOption('--cacert', given['ca']),
    ...fileOption('--crlfile', given['crl']),
    ...fileOption('--cert', given['certificate']),
    ...fileOption('--key', given['key']),
    ...(given['pfx'] === undefined ? [] : [['--cert-type', 'P12'], ...fileOption('--cert', given['pfx'])]),
    ...fileOption('--pass', given['passphrase']),
    ...(version === undefined ? [] : [[`--tlsv${text(version).replace(/^TLSv/i, '')}`]]),
  ]
}

function fileOption(name: string, value: JsonValue | undefined): readonly CurlOption[] {
  return value === undefined ? [] : [option(name, value)]
}

/** Options of a proxy. Hosts that `resolve` leads elsewhere go past the proxy. */
function proxyOptions(
  proxy: JsonValue,
  { url: target = '', settings = {} }: RequestRecord,
): readonly CurlOption[] {
  if (proxy === 'none' || authorityOf(target) in members(settings['resolve'])) return [['--noproxy', "'*'"]]
  if (typeof proxy === 'string') return [option('--proxy', proxy)]
  const { url, username, password, 'no-proxy': direct } = members(proxy)
  return [
    ...fileOption('--proxy', url),
    ...(username === undefined ? [] : [option('--proxy-user', `${text(username)}:${text(password)}`)]),
    ...(direct === undefined ? [] : [option('--noproxy', [direct].flat().map(text).join(','))]),
  ]
}

/** Host and port of a URL, as `resolve` names them. */
function authorityOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`
}

/** `--connect-to` takes the port that `--resolve` cannot change. */
function resolveOption(from: string, to: string): CurlOption {
  return option('--connect-to', `${from}:${/:\d+$/.test(to) ? to : `${to}:`}`)
}

/** By itself curl keeps no cookies on the way, and leaves the body of a PUT behind at a 301 or 302. */
function redirectOptions(
  value: JsonValue,
  { method = '', headers, body, settings = {} }: RequestRecord,
): readonly CurlOption[] {
  if (value === false) return []
  const hasCookies =
    settings['cookies'] === false || headers.some(([name]) => name.toLowerCase() === 'cookie')
  return [
    ['--location'],
    option('--max-redirs', value === true ? 10 : value),
    ...(hasCookies ? [] : [['--cookie', "''"]]),
    ...(body === undefined || method === 'POST' ? [] : [['--post301'], ['--post302']]),
  ]
}

function option(name: string, value: JsonValue): CurlOption {
  return [name, shellQuote(text(value))]
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' || isNumber(value) ? String(value) : ''
}

function members(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** An option of curl with its value, both as they stand in the shell. */
export type CurlOption = readonly string[]
