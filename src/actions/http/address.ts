import { encodePercent } from '../../util/encode-percent.ts'

/** The parts of an http or https URL that sending a request needs, as the URL standard writes them. */
export interface Address {
  /** `http://127.0.0.1:4010`. */
  readonly origin: string
  /** `127.0.0.1:4010`. */
  readonly host: string
  readonly pathname: string
  /** The query with its question mark, or nothing. */
  readonly search: string
  /** As written, percent-encoded. */
  readonly username: string
  readonly password: string
}

/** Why a text is no address. */
export type AddressProblem = 'invalid' | 'no host' | { readonly scheme: string }

/**
 * True where a URL of http or https, or a reference without a scheme, names a host. The URL standard takes the next part for
 * it where there is none, so that an empty variable before it would have `http:///orders` sent to the host `orders`.
 */
export function namesHost(url: string): boolean {
  const [, authority = ''] = /^\s*(?:https?:)?\/\/([^/?#\\]*)/i.exec(url) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host !== '' && !host.startsWith(':')
}

/** Reads a URL. */
export function parseAddress(text: string): Address | AddressProblem {
  return knownAddress(text) ?? anyAddress(text)
}

/**
 * Hosts seen before, by their origin. A suite sends thousands of requests to few hosts, and the URL parser is the
 * largest part of preparing one.
 */
const hosts = new Map<string, string>()

/** More hosts than this are not remembered. */
const mostHosts = 1000

/** A path without escapes or dot segments, and a query, to the end: nothing in it that the URL standard would rewrite. */
const plainPath = /(\/(?!\.)(?:[\w~!$&()*+,;=:@-]|\.|\/(?!\.))*)(\?[\w.~!$&()*+,;=:@/?%-]*)?$/y

/** The same behind an origin. */
const plain = new RegExp(`(https?://[a-z0-9.:-]+)${plainPath.source}`, 'y')

/** True where what stands from there to the end is such a path, beginning with its slash. */
export function isPlainPath(text: string, from: number): boolean {
  plainPath.lastIndex = from
  return plainPath.test(text)
}

/** The URL that begins there, if it is one of a host seen before, and all the rest of the text. */
export function knownAddress(text: string, from = 0): Address | undefined {
  plain.lastIndex = from
  const match = plain.exec(text)
  if (match === null) return undefined
  const [, origin = '', pathname = '', search = ''] = match
  const host = hosts.get(origin)
  if (host === undefined) return undefined
  return { origin, host, pathname, search, username: '', password: '' }
}

/**
 * The path of a URL as it is written. Dot segments, backslashes and escapes in it stay; only what cannot stand in a request
 * line is encoded.
 */
export function pathAsWritten(url: string): string {
  const [, path = ''] = /^[a-z]+:\/\/[^/?#\\]*([^?#]*)/i.exec(url) ?? []
  const sendable = path.replace(/[^!-~]+/g, encodePercent)
  return sendable.startsWith('/') ? sendable : `/${sendable}`
}

function anyAddress(text: string): Address | AddressProblem {
  const url = urlOf(text)
  if (/^\s*https?:/i.test(text) && !namesHost(text)) return 'no host'
  if (url === undefined) return 'invalid'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { scheme: url.protocol.slice(0, -1) }
  const { origin, host, pathname, username, password } = url
  // The standard's own word for the query of `http://host/?` is nothing; what is sent has the question mark.
  const search = url.search === '' && /^[^#]*\?/.test(url.href) ? '?' : url.search
  if (hosts.size < mostHosts) hosts.set(origin, host)
  return { origin, host, pathname, search, username, password }
}

/** A parsed URL. Asking first whether it can be parsed would parse it twice. */
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
