import type { Route } from '../../transport/route.ts'
import { connectionKey, type Connection } from './connection.ts'
import { Http1Connection } from './http1-connection.ts'
import { NegotiatedConnection } from './negotiated-connection.ts'

/**
 * The connections of a run. Each takes one request at a time, so there are as many per origin as requests at the same
 * time; the one used last is used next, because it is the least likely to have been closed by the server.
 */
export class Connections {
  /**
   * True where a request may go out again, if that does no harm, whose connection was lost at the moment it was used
   * again.
   */
  repeats = true
  readonly #all = new Set<Connection>()
  readonly #idle = new Map<string, Connection[]>()

  /** True where an answer has come by a connection that requests with this key may use. */
  hasAnswered(key: string): boolean {
    return this.#idle.has(key)
  }

  /** A connection for one request: an idle one when there is one. */
  take(origin: string, route: Route | undefined): Connection {
    const key = route === undefined ? origin : connectionKey(origin, route)
    return this.#idle.get(key)?.pop() ?? this.open(origin, route)
  }

  /** A connection that has not been used before. */
  open(origin: string, route: Route | undefined): Connection {
    const connection = negotiates(origin, route)
      ? new NegotiatedConnection(origin, route)
      : new Http1Connection(origin, route)
    this.#all.add(connection)
    return connection
  }

  /** Takes a connection back whose request ended well. */
  giveBack(connection: Connection): void {
    const idle = this.#idle.get(connection.key)
    if (idle === undefined) this.#idle.set(connection.key, [connection])
    else idle.push(connection)
  }

  /** Closes a connection whose request did not end well. */
  drop(connection: Connection): void {
    this.#all.delete(connection)
    connection.destroy()
  }

  /** Closes all of them. */
  close(): void {
    for (const connection of this.#all) connection.destroy()
    this.#all.clear()
    this.#idle.clear()
  }
}

/** True where it takes a handshake to know the version of HTTP, or it is not the usual one. */
function negotiates(origin: string, route: Route | undefined): boolean {
  const version = route?.httpVersion ?? 'auto'
  return version === '2' || (version === 'auto' && origin.startsWith('https:'))
}
