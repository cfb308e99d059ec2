import type { FastifyInstance } from 'fastify'
import { createServer } from './create-server.ts'

/** Where the playground listens: on this machine only, unless told otherwise. Port 0 is any free one. */
export interface PlaygroundOptions {
  readonly port?: number
  readonly host?: string
}

/** A running playground. `url` has no slash at its end; `close` ends open streams, too. */
export interface Playground {
  readonly url: string
  close(): Promise<void>
}

/** The playground could not listen; the message says why and what to do, and is fit for the user's eyes. */
export class PlaygroundStartError extends Error {
  override readonly name = 'PlaygroundStartError'
}

/**
 * Starts a playground of its own state.
 * @throws {PlaygroundStartError} when the address cannot be listened on.
 */
export async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
  const { port = 4010, host = '127.0.0.1' } = options
  const app = await createServer()
  try {
    await app.listen({ port, host })
  } catch (error) {
    await app.close()
    throw new PlaygroundStartError(explain(error, port, host), { cause: error })
  }
  return { url: `http://${reachable(host)}:${boundPort(app) ?? port}`, close: () => app.close() }
}

function boundPort(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** The name under which a browser on this machine finds a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function explain(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Choose another port, or 0 for any free one.`
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023, or 0 for any free one.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`
    default:
      return `The playground cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`
  }
}
