import { Connection } from './connection.ts'

/**
 * The connections of a run. Each takes one request at a time, so there are as many per origin as requests at the same
 * time; the one used last is used next, because it is the least likely to have been closed by the server.
 */
export class Connections {
  readonly #all = new Set<Connection>()
  readonly #idle = new Map<string, Connection[]>()

  /** A connection for one request: an idle one when there is one. */
  take(origin: string): Connection {
    return this.#idle.get(origin)?.pop() ?? this.open(origin)
  }

  /** A connection that has not been used before. */
  open(origin: string): Connection {
    const connection = new Connection(origin)
    this.#all.add(connection)
    return connection
  }

  /** Takes a connection back whose request ended well. */
  giveBack(connection: Connection): void {
    const idle = this.#idle.get(connection.origin)
    if (idle === undefined) this.#idle.set(connection.origin, [connection])
    else idle.push(connection)
  }

  /** Closes a connection whose request did not end well. */
  drop(connection: Connection): void {
    this.#all.delete(connection)
    void connection.destroy()
  }

  /** Closes all of them. */
  async close(): Promise<void> {
    const connections = [...this.#all]
    this.#all.clear()
    this.#idle.clear()
    await Promise.all(connections.map(connection => connection.destroy()))
  }
}
