import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { CallArguments } from './call-options.ts'
import { argument, misused, nothing, part, type Part, together } from './part.ts'
import { readResolve } from './read-resolve.ts'
import { readTls } from './read-tls.ts'

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
  const [, username, password] = /^([^:]*):(.*)$/s.exec(proxyUser ?? '') ?? []
  if (proxyUser !== undefined && username === undefined) return misused('--proxy-user needs name:password')
  const url = /^[a-z][a-z\d]*:\/\/|^\{\{/i.test(proxy) ? proxy : `http://${proxy}`
  const more: JsonObject = {
    ...(username === undefined ? {} : { username, password: password ?? '' }),
    ...(noproxy === undefined ? {} : { 'no-proxy': noproxy.split(',').map(host => host.trim()) }),
  }
  const value = Object.keys(more).length === 0 ? url : { url, ...more }
  return part({ proxy: value }, argument('--proxy', undefined, 'proxy'))
}
