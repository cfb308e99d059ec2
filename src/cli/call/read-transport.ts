import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { CallArguments } from './call-options.ts'
import { argument, misused, nothing, part, type Part, together } from './part.ts'

/** Reads the options that say how the request travels. */
export function readTransport(given: CallArguments): Part {
  const { unixSocket, http2, location, maxRedirs, maxTime } = given
  return together([
    readTls(given),
    readProxy(given),
    readResolve(given),
    optional('--unix-socket', 'unix-socket', unixSocket),
    given['http1.1'] === true
      ? part({ 'http-version': 1.1 }, argument('--http1.1', undefined, 'http-version'))
      : nothing,
    http2 === true ? part({ 'http-version': 2 }, argument('--http2', undefined, 'http-version')) : nothing,
    location === true
      ? part({ 'follow-redirects': true }, argument('--location', undefined, 'follow-redirects'))
      : nothing,
    maxRedirs === undefined
      ? nothing
      : part(
          { 'follow-redirects': maxRedirs === 0 ? false : maxRedirs },
          argument('--max-redirs', String(maxRedirs), 'follow-redirects'),
        ),
    optional(
      '--max-time',
      'timeout',
      maxTime,
      /^\d+(\.\d+)?$/.test(maxTime ?? '') ? `${maxTime ?? ''}s` : maxTime,
    ),
  ])
}

function optional(
  option: string,
  key: string,
  typed: string | undefined,
  value: JsonValue | undefined = typed,
): Part {
  return typed === undefined || value === undefined
    ? nothing
    : part({ [key]: value }, argument(option, typed, key))
}

function readTls(given: CallArguments): Part {
  const { insecure, cacert, crlfile, cert, key, pass } = given
  const isPfx = /\.(p12|pfx)$/i.test(cert ?? '')
  const version = given['tlsv1.3'] === true ? 'TLSv1.3' : given['tlsv1.2'] === true ? 'TLSv1.2' : undefined
  const keys: JsonObject = {
    ...(cacert === undefined ? {} : { ca: cacert }),
    ...(crlfile === undefined ? {} : { crl: crlfile }),
    ...(cert === undefined ? {} : { [isPfx ? 'pfx' : 'certificate']: cert }),
    ...(key === undefined ? {} : { key }),
    ...(pass === undefined ? {} : { passphrase: pass }),
    ...(insecure === true ? { verify: false } : {}),
    ...(version === undefined ? {} : { 'min-version': version }),
  }
  if (Object.keys(keys).length === 0) return nothing
  const options = {
    ca: '--cacert',
    crl: '--crlfile',
    certificate: '--cert',
    pfx: '--cert',
    key: '--key',
    passphrase: '--pass',
    verify: '--insecure',
    'min-version': `--tlsv${version?.slice(4) ?? ''}`,
  }
  const used = Object.keys(keys).map(name =>
    argument(options[name as keyof typeof options], undefined, 'tls', name),
  )
  return part({ tls: keys }, ...used)
}

function readProxy({ proxy, noproxy }: CallArguments): Part {
  if (noproxy === '*') return part({ proxy: 'none' }, argument('--noproxy', noproxy, 'proxy'))
  if (proxy === undefined)
    return noproxy === undefined
      ? nothing
      : misused('--noproxy needs --proxy', "--noproxy '*' goes straight.")
  const url = /^[a-z][a-z\d]*:\/\/|^\{\{/i.test(proxy) ? proxy : `http://${proxy}`
  const value = noproxy === undefined ? url : { url, 'no-proxy': noproxy.split(',').map(host => host.trim()) }
  return part({ proxy: value }, argument('--proxy', undefined, 'proxy'))
}

function readResolve({ resolve = [] }: CallArguments): Part {
  const entries = resolve.map(written => {
    const [, from = '', port = '', to = ''] = /^\+?(.+?:(\d+)):(.+)$/.exec(written) ?? []
    return [from, /^(\[.*\]|[^:]+):\d+$/.test(to) ? to : `${to}:${port}`] as const
  })
  const wrong = resolve.find((_, index) => entries[index]?.[0] === '')
  if (wrong !== undefined)
    return misused(`--resolve ${wrong} is not HOST:PORT:ADDRESS`, 'Such as api.example.com:443:127.0.0.1.')
  return resolve.length === 0
    ? nothing
    : part({ resolve: Object.fromEntries(entries) }, argument('--resolve', resolve[0], 'resolve'))
}
