import type { JsonValue } from '../model/json.ts'

/** A host and port of a URL, and the ones to connect to instead: an entry of `resolve`. */
export type Detour = readonly [from: string, to: string]

/** Reads `HOST:PORT:ADDRESS` of --resolve; undefined for anything else, such as several addresses. */
export function resolvedHost(written: string): Detour | undefined {
  const [, from, port, to = ''] = /^\+?([^*]+?:(\d+)):([^,]+)$/.exec(written) ?? []
  if (from === undefined || port === undefined) return undefined
  if (/^(\[.*\]|[^:]+):\d+$/.test(to)) return [from, to]
  return [from, `${to.includes(':') && !to.startsWith('[') ? `[${to}]` : to}:${port}`]
}

/** Reads `HOST:PORT:HOST2:PORT2` of --connect-to: an empty port is that of the request. */
export function connectedHost(written: string): Detour | undefined {
  const [, from, port, host, other] = /^([^*]+?:(\d+)):(\[.*\]|[^:]+):(\d*)$/.exec(written) ?? []
  if (from === undefined || port === undefined || host === undefined) return undefined
  return [from, `${host}:${other === '' || other === undefined ? port : other}`]
}

/** The value of `proxy` for the options that name one. Without a port curl asks a proxy at 1080. */
export function proxyValue(
  typed: string,
  { user, noproxy }: { readonly user: string | undefined; readonly noproxy: string | undefined },
): JsonValue {
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
