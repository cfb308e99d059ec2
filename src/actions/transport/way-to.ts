import { isExempt } from './is-exempt.ts'
import type { Route, Target, Way } from './route.ts'

/** What a connection to a target leads to first. A socket file and `resolve` say where to go, so no proxy is asked then. */
export function wayTo(target: Target, route: Route): Way {
  if (route.unixSocket !== undefined) return { kind: 'file', path: route.unixSocket }
  const place = route.resolve.size === 0 ? undefined : route.resolve.get(placeKey(target))
  if (place !== undefined) return { kind: 'place', place }
  const proxy = target.secure ? route.proxies.secure : route.proxies.plain
  if (proxy === undefined || isExempt(target, route.proxies.exempt)) return { kind: 'place', place: target }
  return { kind: 'proxy', proxy }
}

/** `127.0.0.1:80`, `[::1]:80`. */
export function hostAndPort({ host, port }: Pick<Target, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A host and port as one text, the same for all ways of writing the host: `xn--bcher-kva.example:80`, `[::1]:80`. */
export function placeKey({ host, port }: Pick<Target, 'host' | 'port'>): string {
  return hostAndPort({ host: canonicalHost(host), port })
}

/** A host as the URL standard writes it: in small letters, and in ASCII. */
function canonicalHost(host: string): string {
  const url = `http://${host.includes(':') ? `[${host}]` : host}/`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : host.toLowerCase()
}
