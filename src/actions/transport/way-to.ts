import { isExempt } from './is-exempt.ts'
import type { Route, Target, Way } from './route.ts'

/** What a connection to a target leads to first. A socket file and `resolve` say where to go, so no proxy is asked then. */
export function wayTo(target: Target, route: Route): Way {
  if (route.unixSocket !== undefined) return { kind: 'file', path: route.unixSocket }
  const place = route.resolve.get(hostAndPort(target).toLowerCase())
  if (place !== undefined) return { kind: 'place', place }
  const proxy = target.secure ? route.proxies.secure : route.proxies.plain
  if (proxy === undefined || isExempt(target, route.proxies.exempt)) return { kind: 'place', place: target }
  return { kind: 'proxy', proxy }
}

/** `127.0.0.1:80`, `[::1]:80`. */
export function hostAndPort({ host, port }: Pick<Target, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
