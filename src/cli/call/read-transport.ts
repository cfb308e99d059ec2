import { existsSync } from 'node:fs'
import path from 'node:path'
import { connectedHost, proxyValue, resolvedHost } from '../../compile/curl-connection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { CallArguments } from './call-options.ts'
import { argument, misused, nothing, part, type Part, together } from './part.ts'
import { readText } from '../../util/read-text.ts'
import { defined } from '../../util/defined.ts'

/** Reads the options that say how the request travels. */
export function readTransport(given: CallArguments): Part {
  const { unixSocket, http2, location, maxRedirs, maxTime } = given
  if (http2 === true && given['http1.1'] === true) return misused('--http2 and --http1.1 are two versions')
  if (Number.isNaN(maxRedirs)) return misused('--max-redirs needs a whole number')
  if (/^0+(\.0*)?$/.test(maxTime ?? ''))
    return misused('--max-time 0 leaves no time', 'Leave it out for the usual limit.')
  return together([
    readTls(given),
    readProxy(given),
    readResolve(given),
    optional('--unix-socket', 'unix-socket', unixSocket),
    given['http1.1'] === true
      ? part({ 'http-version': 1.1 }, argument('--http1.1', undefined, 'http-version'))
      : nothing,
    http2 === true ? part({ 'http-version': 2 }, argument('--http2', undefined, 'http-version')) : nothing,
    given.pathAsIs === true
      ? part({ 'path-as-is': true }, argument('--path-as-is', undefined, 'path-as-is'))
      : nothing,
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

function readProxy({ proxy, proxyUser, noproxy }: CallArguments): Part {
  if (noproxy === '*' || proxy === '')
    return part({ proxy: 'none' }, argument(proxy === '' ? '--proxy' : '--noproxy', undefined, 'proxy'))
  if (proxy === undefined) {
    if (proxyUser !== undefined) return misused('--proxy-user needs --proxy')
    return noproxy === undefined
      ? nothing
      : misused('--noproxy needs --proxy', "--noproxy '*' goes straight.")
  }
  if (proxyUser?.includes(':') === false) return misused('--proxy-user needs name:password')
  const value = proxyValue(proxy, { user: proxyUser, noproxy })
  return part({ proxy: value }, argument('--proxy', undefined, 'proxy'))
}

/** Reads the options of TLS. */
function readTls(given: CallArguments): Part {
  const version = given['tlsv1.3'] === true ? 'TLSv1.3' : given['tlsv1.2'] === true ? 'TLSv1.2' : undefined
  const keys: JsonObject = defined({
    ca: given.cacert,
    crl: given.crlfile,
    ...identityOf(given),
    ...(given.insecure === true ? { verify: false } : {}),
    'min-version': version,
  })
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

/** The client certificate: as in curl its file may hold the key, too, and its passphrase may stand behind a colon. */
function identityOf({ cert, certType, key, pass }: CallArguments): JsonObject {
  const [, name, behind] = /^(.+?):(.*)$/s.exec(cert ?? '') ?? []
  const isApart =
    name !== undefined && !existsSync(path.resolve(cert ?? '')) && existsSync(path.resolve(name))
  const file = isApart ? name : cert
  const passphrase = pass ?? (isApart ? behind : undefined)
  const isPfx = certType === undefined ? /\.(p12|pfx)$/i.test(file ?? '') : certType === 'P12'
  const inside = key ?? (file !== undefined && !isPfx && holdsKey(file) ? file : undefined)
  return defined({
    ...(file === undefined ? {} : { [isPfx ? 'pfx' : 'certificate']: file }),
    key: inside,
    passphrase,
  })
}

function holdsKey(file: string): boolean {
  const text = readText(path.resolve(file))
  return typeof text === 'string' && text.includes('PRIVATE KEY-----')
}

/** Reads --resolve and --connect-to: where to connect instead of a host and port. */
function readResolve({ resolve = [], connectTo = [] }: CallArguments): Part {
  const entries = [
    ...resolve.map(written => ['--resolve', 'HOST:PORT:ADDRESS', written, resolvedHost(written)] as const),
    ...connectTo.map(
      written => ['--connect-to', 'HOST:PORT:HOST2:PORT2', written, connectedHost(written)] as const,
    ),
  ]
  const found = entries.flatMap(([, , , entry]) => (entry === undefined ? [] : [entry]))
  const wrong = entries.find(([, , , entry]) => entry === undefined)
  if (wrong !== undefined)
    return misused(
      `${wrong[0]} ${wrong[2]} is not ${wrong[1]}`,
      'Such as api.example.com:443:127.0.0.1, with one host and one address.',
    )
  const [first] = entries
  return first === undefined
    ? nothing
    : part({ resolve: Object.fromEntries(found) }, argument(first[0], first[2], 'resolve'))
}
