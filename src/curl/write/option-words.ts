import { encodeQueryText } from '../../actions/http/query.ts'
import type { JsonValue } from '../../model/json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { type CurlRequest, headerText, type Word } from './curl-parts.ts'

/** The arguments of curl that send a request; the first is the URL with its method. `target` is the URL as a word. */
export function curlOptions(request: CurlRequest, word: Word, target: string): readonly string[] {
  const { method, headers, without, body } = request
  return [
    [...methodOption(method, body.length > 0), target].join(' '),
    ...headers.map(([name, value]) => `-H ${word(headerText(name, value))}`),
    ...without.map(name => `-H ${/^[\w-]+$/.test(name) ? `'${name}:'` : word(`${name}:`)}`),
    ...curlSettings(request, word),
    ...body,
  ]
}

/** Without an option curl sends GET, and POST when there is a body. */
function methodOption(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD' && !hasBody) return ['--head']
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', method]
}

type Value = JsonValue | undefined

/** Makes options of a setting; `word` makes a word of a shell of a text. */
type Writer = (value: JsonValue, word: Word, request: CurlRequest) => readonly string[]

/** The curl options of each setting of a request; the order is that of the options. */
const settings: Readonly<Record<string, Writer>> = {
  auth: authOptions,
  'http-version': versionOptions,
  tls: tlsOptions,
  proxy: proxyOptions,
  resolve: (value, word) =>
    Object.entries(mapping(value)).map(([from, to]) => resolveOption(from, said(to), word)),
  'unix-socket': (value, word) => option('--unix-socket', value, word),
  'path-as-is': value => (value === true ? ['--path-as-is'] : []),
  'follow-redirects': redirectOptions,
}

/** The settings of a request, in the words of the suite language, as options of curl. */
function curlSettings(request: CurlRequest, word: Word): readonly string[] {
  return Object.entries(settings).flatMap(([key, options]) => {
    const value = request.settings[key]
    return value === undefined || value === null ? [] : options(value, word, request)
  })
}

/** Credentials; none for those that curl cannot send. */
export function authOptions(auth: JsonValue, word: Word): readonly string[] {
  const [kind = '', value = ''] = Object.entries(mapping(auth))[0] ?? []
  const keys = mapping(value)
  const user = (name: string, secret: string): string =>
    `-u ${word(`${said(keys[name])}:${said(keys[secret])}`)}`
  const header = (name: string, text: string): string => `-H ${word(headerText(name, text))}`
  if (kind === 'bearer') return [header('Authorization', `Bearer ${said(value)}`)]
  if (kind === 'basic') return [user('username', 'password')]
  if (kind === 'digest') return ['--digest', user('username', 'password')]
  if (kind === 'api-key')
    return keys['header'] === undefined
      ? [`--url-query ${word(`${encodeQueryText(said(keys['query']))}=${said(keys['value'])}`)}`]
      : [header(said(keys['header']), said(keys['value']))]
  if (kind !== 'aws') return []
  const token = keys['session-token']
  return [
    `--aws-sigv4 ${word(`aws:amz:${said(keys['region'])}:${said(keys['service'])}`)}`,
    user('access-key-id', 'secret-access-key'),
    ...(token === undefined ? [] : [header('x-amz-security-token', said(token))]),
  ]
}

/** Without TLS curl would ask by HTTP/1.1 whether the server speaks HTTP/2. */
function versionOptions(version: JsonValue, _: Word, { url }: CurlRequest): readonly string[] {
  if (version === 'auto') return []
  if (version !== 2) return [`--http${said(version)}`]
  return [url.startsWith('http:') ? '--http2-prior-knowledge' : '--http2']
}

function tlsOptions(tls: JsonValue, word: Word): readonly string[] {
  const given = mapping(tls)
  const version = given['min-version']
  return [
    ...(given['verify'] === false ? ['--insecure'] : []),
    ...option('--cacert', given['ca'], word),
    ...option('--crlfile', given['crl'], word),
    ...option('--cert', given['certificate'], word),
    ...option('--key', given['key'], word),
    ...(given['pfx'] === undefined ? [] : ['--cert-type P12', ...option('--cert', given['pfx'], word)]),
    ...option('--pass', given['passphrase'], word),
    ...(version === undefined ? [] : [`--tlsv${said(version).replace(/^TLSv/i, '')}`]),
  ]
}

/** Options of a proxy. Hosts that `resolve` leads elsewhere go past the proxy. */
function proxyOptions(proxy: JsonValue, word: Word, request: CurlRequest): readonly string[] {
  const isPast = authorityOf(request.url) in mapping(request.settings['resolve'])
  if (proxy === 'none' || isPast) return [`--noproxy ${word('*')}`]
  if (typeof proxy === 'string') return option('--proxy', proxy, word)
  const { url, username, password, 'no-proxy': direct } = mapping(proxy)
  const user = username === undefined ? undefined : `${said(username)}:${said(password)}`
  const hosts = direct === undefined ? undefined : [direct].flat().map(said).join(',')
  return [
    ...option('--proxy', url, word),
    ...option('--proxy-user', user, word),
    ...option('--noproxy', hosts, word),
  ]
}

/** Host and port of a URL, as `resolve` names them. */
function authorityOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`
}

/** `--connect-to` takes the port that `--resolve` cannot change. */
function resolveOption(from: string, to: string, word: Word): string {
  return `--connect-to ${word(`${from}:${/:\d+$/.test(to) ? to : `${to}:`}`)}`
}

/** By itself curl keeps no cookies on the way, and leaves the body of a PUT behind at a 301 or 302. */
function redirectOptions(
  value: JsonValue,
  word: Word,
  { method, headers, body, settings: { cookies } }: CurlRequest,
): readonly string[] {
  if (value === false) return []
  const hasCookies = cookies === false || headers.some(([name]) => name.toLowerCase() === 'cookie')
  return [
    '--location',
    ...option('--max-redirs', value === true ? 10 : value, word),
    ...(hasCookies ? [] : [`--cookie ${word('')}`]),
    ...(body.length === 0 || method === 'POST' ? [] : ['--post301', '--post302']),
  ]
}

function option(name: string, value: Value, word: Word): readonly string[] {
  return value === undefined ? [] : [`${name} ${word(said(value))}`]
}

function said(value: Value): string {
  return value === undefined ? '' : valueText(value)
}
