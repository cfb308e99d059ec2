import type { ConnectTimes } from './connect-times.ts'
import type { SocketReader } from './socket-reader.ts'

/** The options and callbacks of the opener of a socket. */
export interface Opening {
  /** Filled in on the way. */
  readonly times: ConnectTimes
  /** Ends it, at any point. */
  readonly signal: AbortSignal
  /** The protocols offered in the TLS handshake (ALPN), the liked ones first. */
  readonly protocols: readonly string[]
  /** The caller speaks to a proxy itself for a target without TLS, as HTTP does: no tunnel is asked for. */
  readonly forwards?: boolean
  /** Takes what comes in, where it can; without it the socket is read like any other. */
  readonly reader?: SocketReader
}
