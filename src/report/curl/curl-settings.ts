import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { CurlOption } from './curl-option.ts'
import { shellQuote } from './shell-quote.ts'

/** What each setting of a request is to curl; the order is that of the options. */
const settings: Readonly<Record<string, (value: JsonValue) => readonly CurlOption[]>> = {
  auth: authOptions,
  'http-version': value => (value === 'auto' ? [] : [[value === 2 ? '--http2' : `--http${text(value)}`]]),
  tls: tlsOptions,
  proxy: proxyOptions,
  resolve: value => Object.entries(members(value)).map(([from, to]) => resolveOption(from, text(to))),
  'unix-socket': value => [option('--unix-socket', value)],
  'follow-redirects': redirectOptions,
}

/** The settings of a request, in the words of the suite language, as options of curl. */
export function curlSettings(given: JsonObject): readonly CurlOption[] {
  return Object.entries(settings).flatMap(([key, options]) => {
    const value = given[key]
    return value === undefined || value === null ? [] : options(value)
  })
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

function proxyOptions(proxy: JsonValue): readonly CurlOption[] {
  if (proxy === 'none') return [['--noproxy', "'*'"]]
  if (typeof proxy === 'string') return [option('--proxy', proxy)]
  const { url, username, password, 'no-proxy': direct } = members(proxy)
  return [
    ...fileOption('--proxy', url),
    ...(username === undefined ? [] : [option('--proxy-user', `${text(username)}:${text(password)}`)]),
    ...(direct === undefined ? [] : [option('--noproxy', [direct].flat().map(text).join(','))]),
  ]
}

/** `--connect-to` takes the port that `--resolve` cannot change. */
function resolveOption(from: string, to: string): CurlOption {
  return option('--connect-to', `${from}:${/:\d+$/.test(to) ? to : `${to}:`}`)
}

function redirectOptions(value: JsonValue): readonly CurlOption[] {
  if (value === false) return []
  return [['--location'], option('--max-redirs', value === true ? 10 : value)]
}

function option(name: string, value: JsonValue): CurlOption {
  return [name, shellQuote(text(value))]
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function members(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}
