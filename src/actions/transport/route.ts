import type { SecureContext } from 'node:tls'

/** Where a connection is to end, as the URL says it. */
export interface Target {
  /** A name or an address, IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** True where TLS is spoken there. */
  readonly secure: boolean
}

/** How connections are made: what the settings say on it, read and ready. Files have been read. */
export interface Route {
  /** Requests to the same origin whose keys are equal may share connections. Holds secrets. */
  readonly key: string
  readonly tls: TlsRoute
  /** Goes instead of everything below. */
  readonly unixSocket?: string
  /** Places to connect to instead, by their `placeKey`. */
  readonly resolve: ReadonlyMap<string, Place>
  readonly proxies: ProxyRules
  readonly httpVersion: HttpVersionChoice
  /** Set where the environment names a proxy in HTTP_PROXY alone, which is not read. */
  readonly ignoresProxy?: true
}

/** The version of HTTP that a request goes by; `auto` is HTTP/2 where TLS agrees on it, and HTTP/1.1 elsewhere. */
export type HttpVersionChoice = 'auto' | '1.1' | '2'

/** Whom to trust, and who the client is. */
export interface TlsRoute {
  /** Absent where Node's own is the right one. */
  readonly context?: SecureContext
  /** The same without the client's certificate, for TLS with a proxy. */
  readonly trust?: SecureContext
  readonly verify: boolean
  /** The revocation lists of `context`, as PEM texts; absent when no certificate is looked for in any. */
  readonly revocations?: readonly string[]
  readonly serverName?: string
  /** As the settings say it, such as `TLSv1.3`. */
  readonly minVersion?: string
  /** The file with the client's certificate. */
  readonly clientFile?: string
}

/** A host, IPv6 without brackets, and a port. */
export interface Place {
  readonly host: string
  readonly port: number
}

/** The proxies for either kind of target. */
export interface ProxyRules {
  readonly plain?: Proxy
  readonly secure?: Proxy
  /** Targets that are reached straight, in the words of NO_PROXY. */
  readonly exempt: readonly string[]
}

/** A proxy that speaks HTTP or SOCKS. */
export interface Proxy extends Place {
  /** True where TLS is spoken with the proxy itself. */
  readonly secure: boolean
  /** `http://127.0.0.1:3128`, without credentials. */
  readonly name: string
  /** The value of its Proxy-Authorization header. */
  readonly authorization?: string
  /** Absent where it speaks HTTP. */
  readonly socks?: Socks
  /** The variable of the environment that names it; absent when the settings do. */
  readonly variable?: string
}

/** How SOCKS is spoken with a proxy (RFC 1928). */
export interface Socks {
  readonly version: 4 | 5
  /** True where names are given to it; otherwise they are looked up here. */
  readonly looksUp: boolean
  readonly username: string
  readonly password: string
}

/** The first hop of a connection. */
export type Way =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'proxy'; readonly proxy: Proxy }
