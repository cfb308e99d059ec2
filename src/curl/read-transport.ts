import type { JsonObject, JsonValue } from '../model/json.ts'
import { defined } from '../util/defined.ts'
import type { CurlOptions, GivenOption } from './given-options.ts'
import { argument, nothing, part, type Part, together } from '../parse/argument-part.ts'
import { remarked } from './remarks.ts'

/** Reads the options that say how a request travels, and how long it may take. */
export function readTransport(options: CurlOptions): Part {
  const socket = options.last('unix-socket')
  const version = options.has('http2-prior-knowledge') ? 2 : options.has('http1.1') ? 1.1 : undefined
  return together([
    readTls(options),
    readProxy(options),
    readResolve(options),
    optional('--unix-socket', 'unix-socket', socket, socket),
    optional(version === 2 ? '--http2' : '--http1.1', 'http-version', version),
    optional('--path-as-is', 'path-as-is', options.has('path-as-is') ? true : undefined),
    readRedirects(options),
    readTimeLimit(options),
  ])
}

function optional(option: string, key: string, value: JsonValue | undefined, written?: string): Part {
  return value === undefined ? nothing : part({ [key]: value }, argument(option, written, key))
}

/** The options of the keys of `tls`. */
const tlsOptions: Readonly<Record<string, string>> = {
  ca: '--cacert',
  crl: '--crlfile',
  certificate: '--cert',
  pfx: '--cert',
  passphrase: '--pass',
  verify: '--insecure',
}

/** Reads the options of TLS. Unless said otherwise, the key is in the file of the certificate. */
function readTls(options: CurlOptions): Part {
  const [, written = '', passphrase] =
    /^((?:[^:\\]|\\.|:\\)+)(?::(.*))?$/s.exec(options.last('cert') ?? '') ?? []
  const certificate = written.replace(/\\([\\:])/g, '$1')
  const kind = options.last('cert-type')
  const isPfx = kind === 'P12' || (kind === undefined && /\.(p12|pfx)$/i.test(certificate))
  const version = ['1.3', '1.2', '1.1', '1.0', '1'].find(number =>
    options.has(number === '1' ? 'tlsv1' : `tlsv${number}`),
  )
  const tls: JsonObject = defined({
    ca: options.last('cacert'),
    crl: options.last('crlfile'),
    ...(certificate === '' ? {} : { [isPfx ? 'pfx' : 'certificate']: certificate }),
    key: options.last('key') ?? (certificate === '' || isPfx ? undefined : certificate),
    passphrase: options.last('pass') ?? passphrase,
    ...(options.has('insecure') ? { verify: false } : {}),
    'min-version': version === undefined ? undefined : `TLSv${version.replace('1.0', '1')}`,
  })
  const names = Object.keys(tls)
  if (names.length === 0) return nothing
  const own = {
    key: options.last('key') === undefined ? '--cert' : '--key',
    'min-version': `--tlsv${version ?? ''}`,
  }
  const optionOf = (name: string): string => ({ ...tlsOptions, ...own })[name] ?? `--${name}`
  return part({ tls }, ...names.map(name => argument(optionOf(name), undefined, 'tls', name)))
}

function readProxy(options: CurlOptions): Part {
  const proxy = proxyOf(options)
  const direct = options.last('noproxy')
  const user = options.last('proxy-user')
  if (proxy === '' || direct === '*')
    return part({ proxy: 'none' }, argument(proxy === '' ? '--proxy' : '--noproxy', undefined, 'proxy'))
  if (proxy === undefined) {
    if (user !== undefined) return remarked(nothing, '--proxy-user', 'needs --proxy', 'Name the proxy, too.')
    const hint = "--noproxy '*' goes straight."
    return (direct ?? '') === '' ? nothing : remarked(nothing, '--noproxy', 'needs --proxy', hint)
  }
  const made = part({ proxy: proxyValue(proxy, user, direct) }, argument('--proxy', undefined, 'proxy'))
  return user?.includes(':') === false
    ? remarked(made, '--proxy-user', 'needs name:password', 'curl asks for the password.')
    : made
}

/** Of all options that name one the last counts; those of SOCKS have the scheme in their name. */
function proxyOf(options: CurlOptions): string | undefined {
  const option = options.all('proxy', 'proxy1.0', ...Object.keys(socksSchemes)).at(-1)
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

/** The value of `proxy`. Without a port curl asks a proxy at 1080. */
function proxyValue(typed: string, user: string | undefined, noproxy: string | undefined): JsonValue {
  const url = withPort(/^[a-z][a-z\d]*:\/\/|^\{\{/i.test(typed) ? typed : `http://${typed}`)
  const [, username = '', password = ''] = /^([^:]*)(?::(.*))?$/s.exec(user ?? '') ?? []
  const hosts = (noproxy ?? '').split(',').map(host => host.trim())
  const more = {
    ...(username === '' ? {} : { username, password }),
    ...(hosts.join('') === '' ? {} : { 'no-proxy': hosts }),
  }
  return Object.keys(more).length === 0 ? url : { url, ...more }
}

function withPort(url: string): string {
  return /^[a-z][a-z\d]*:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/[]+)\/?$/i.test(url) && !url.startsWith('https')
    ? `${url.replace(/\/$/, '')}:1080`
    : url
}

/** Reads --resolve and --connect-to: where to connect instead of a host and port. */
function readResolve(options: CurlOptions): Part {
  const entries = options.all('resolve', 'connect-to').map(option => ({ option, detour: detourOf(option) }))
  const found = entries.flatMap(({ detour }) => (detour === undefined ? [] : [detour]))
  const [first] = entries
  if (first === undefined) return nothing
  const { name, value } = first.option
  const resolve = { resolve: Object.fromEntries(found) }
  return {
    ...(found.length === 0 ? nothing : part(resolve, argument(`--${name}`, value, 'resolve'))),
    remarks: entries
      .filter(({ detour }) => detour === undefined)
      .map(({ option }) => ({
        what: `--${option.name} ${option.value}`,
        why: `is not ${option.name === 'resolve' ? 'HOST:PORT:ADDRESS' : 'HOST:PORT:HOST2:PORT2'}`,
        hint: 'Such as api.example.com:443:127.0.0.1, with one host and one address.',
      })),
  }
}

/** A host and port of a URL, and the ones to connect to instead: an entry of `resolve`. */
type Detour = readonly [from: string, to: string]

/** Undefined for what has not one host and one address. Behind --connect-to an empty port is that of the request. */
function detourOf({ name, value }: GivenOption): Detour | undefined {
  if (name === 'resolve') {
    const [, from, port, to = ''] = /^\+?([^*]+?:(\d+)):([^,]+)$/.exec(value) ?? []
    if (from === undefined || port === undefined) return undefined
    if (/^(\[.*\]|[^:]+):\d+$/.test(to)) return [from, to]
    return [from, `${to.includes(':') && !to.startsWith('[') ? `[${to}]` : to}:${port}`]
  }
  const [, from, port, host, other] = /^([^*]+?:(\d+)):(\[.*\]|[^:]+):(\d*)$/.exec(value) ?? []
  if (from === undefined || port === undefined || host === undefined) return undefined
  return [from, `${host}:${other === '' || other === undefined ? port : other}`]
}

function readRedirects(options: CurlOptions): Part {
  if (!options.has('location') && !options.has('location-trusted')) return nothing
  const written = options.last('max-redirs')
  const most = written === undefined || written.trim() === '' ? NaN : Number(written)
  const limit = Number.isNaN(most) ? true : most === 0 ? false : most < 0 ? 50 : Math.min(most, 50)
  const option = written === undefined ? '--location' : '--max-redirs'
  const remarks = ['post301', 'post302', 'post303', 'location-trusted']
    .filter(name => options.has(name))
    .map(name => ({ what: `--${name}`, why: 'suites follow redirects as browsers do' }))
  const odd = { what: '--max-redirs', why: 'needs a whole number', hint: 'Such as 5.' }
  return {
    ...optional(option, 'follow-redirects', limit, written),
    remarks: written !== undefined && Number.isNaN(most) ? [...remarks, odd] : remarks,
  }
}

/** A number alone is one of seconds. */
function readTimeLimit(options: CurlOptions): Part {
  const limit = options.last('max-time')
  if (/^0+(\.0*)?$/.test(limit ?? ''))
    return remarked(
      nothing,
      `--max-time ${limit ?? ''}`,
      'means no limit to curl, and here there always is one',
      'Leave it out for the usual limit.',
    )
  const seconds = /^\d+(\.\d+)?$/.test(limit ?? '') ? `${Number(limit)}s` : limit
  return optional('--max-time', 'timeout', seconds, limit)
}
