import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { placeKey } from './place.ts'
import type { Route, Target, Way } from './route.ts'

/**
 * Finds the first hop of a connection to a target. A socket file and `resolve` say where to go, so no proxy is asked
 * then.
 */
export function nextHop(target: Target, route: Pick<Route, 'unixSocket' | 'resolve' | 'proxies'>): Way {
  if (route.unixSocket !== undefined) return { kind: 'file', path: route.unixSocket }
  const place = route.resolve.size === 0 ? undefined : route.resolve.get(placeKey(target))
  if (place !== undefined) return { kind: 'place', place }
  const proxy = target.secure ? route.proxies.secure : route.proxies.plain
  if (proxy === undefined || isExempt(target, route.proxies.exempt)) return { kind: 'place', place: target }
  return { kind: 'proxy', proxy }
}

/**
 * True where a target is reached without the proxy. The list has the words of curl's NO_PROXY: a name with its subdomains,
 * with or without a dot before it, an address, a network such as 10.0.0.0/8, each with a port behind a colon if only
 * that one is meant, or `*` for everything.
 */
export function isExempt(target: Target, list: readonly string[]): boolean {
  return list.some(entry => matches(entry.toLowerCase(), target.host.toLowerCase(), target.port))
}

function matches(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true
  const { name, port: only } = split(entry)
  if (only !== undefined && only !== port) return false
  if (isIP(host) > 0) return name.includes('/') ? inNetwork(name, host) : isSameAddress(name, host)
  const domain = inAscii(withoutDots(name))
  const asked = inAscii(withoutDots(host))
  return domain !== '' && (asked === domain || asked.endsWith(`.${domain}`))
}

/** `host:8080`, `[::1]:8080`, `::1`: the last colon of several is no port's. */
function split(entry: string): { name: string; port?: number } {
  const match = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry)
  if (match === null) return { name: entry }
  const [, bracketed, plain = '', port] = match
  return { name: bracketed ?? plain, ...(port === undefined ? {} : { port: Number(port) }) }
}

/** A URL's host is in ASCII already, however it was written. */
function inAscii(name: string): string {
  return domainToASCII(name) || name
}

/** A trailing dot is the root's, a leading one means the subdomains, which are meant anyway. */
function withoutDots(name: string): string {
  return name.replace(/^\*?\.|\.$/g, '')
}

function isSameAddress(name: string, host: string): boolean {
  const family = isIP(name)
  if (family === 0 || family !== isIP(host)) return false
  const list = new BlockList()
  list.addAddress(name, familyName(family))
  return list.check(host, familyName(family))
}

function inNetwork(name: string, host: string): boolean {
  const [network = '', prefix = ''] = name.split('/')
  const family = isIP(network)
  if (family === 0 || family !== isIP(host) || !/^\d{1,3}$/.test(prefix)) return false
  if (Number(prefix) > (family === 6 ? 128 : 32)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(prefix), familyName(family))
  return list.check(host, familyName(family))
}

function familyName(family: number): 'ipv4' | 'ipv6' {
  return family === 6 ? 'ipv6' : 'ipv4'
}
