import type { FastifyInstance } from 'fastify'
import type { AnnouncementPlaces, Announcements } from './announcements/announce-orders.ts'
import { createServer } from './create-server.ts'
import type { GrpcService, GrpcTls } from './grpc/start-grpc.ts'
import { createState, type PlaygroundState } from './state.ts'
import { defined } from '../src/util/defined.ts'

/** Where the playground listens: on this machine only, unless told otherwise. Port 0 is any free one. */
export interface PlaygroundOptions {
  readonly port?: number
  readonly host?: string
  /** Serves the shop over gRPC, too. */
  readonly grpc?: GrpcPlace
  /** Tells these brokers what happens to orders. */
  readonly announcements?: AnnouncementPlaces
}

/** Where the gRPC service listens; without a port at the next one, or at any free one. */
export interface GrpcPlace {
  readonly port?: number
  readonly tls?: GrpcTls
}

/** A running playground. `url` has no slash at its end; `close` ends open streams, too. */
export interface Playground {
  readonly url: string
  /** `grpc://127.0.0.1:4011`, or `grpcs`; absent without such a service. */
  readonly grpcUrl?: string
  close(): Promise<void>
}

/** The playground could not listen; the message says why and what to do, and is fit for the user's eyes. */
export class PlaygroundStartError extends Error {
  override readonly name = 'PlaygroundStartError'
}

/**
 * Starts a playground of its own state.
 * @throws {PlaygroundStartError} when an address cannot be listened on, or a broker not be reached.
 */
export async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
  const { port = 4010, host = '127.0.0.1' } = options
  const state = createState()
  const app = await createServer(state)
  const ends: (() => Promise<void>)[] = [() => app.close()]
  const close = async (): Promise<void> => {
    await Promise.all(ends.map(end => end()))
  }
  try {
    const announcements = await withAnnouncements(state, options)
    if (announcements !== undefined) ends.push(() => announcements.close())
    await listen(app, port, host)
    const url = `http://${reachable(host)}:${boundPort(app) ?? port}`
    if (options.grpc === undefined) return { url, close }
    const grpc = await withGrpc(state, options.grpc, host, port)
    const scheme = options.grpc.tls === undefined ? 'grpc' : 'grpcs'
    return {
      url,
      grpcUrl: `${scheme}://${reachable(host)}:${grpc.port}`,
      close: () => {
        grpc.close()
        return close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw new PlaygroundStartError(explain(error, port, host), { cause: error })
  }
}

async function withAnnouncements(
  { orderFeed }: PlaygroundState,
  { announcements }: PlaygroundOptions,
): Promise<Announcements | undefined> {
  if (announcements === undefined) return undefined
  const { announceOrders } = await import('./announcements/announce-orders.ts')
  try {
    return await announceOrders(orderFeed, announcements, line => {
      process.stderr.write(`${line}\n`)
    })
  } catch (error) {
    throw new PlaygroundStartError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

async function withGrpc(
  state: PlaygroundState,
  { port, tls }: GrpcPlace,
  host: string,
  httpPort: number,
): Promise<GrpcService> {
  // Most who start a playground want no gRPC, and loading it takes time.
  const { startGrpc } = await import('./grpc/start-grpc.ts')
  const start = (at: number): Promise<GrpcService> => startGrpc(state, defined({ port: at, host, tls }))
  try {
    return await start(port ?? nextPort(httpPort))
  } catch (error) {
    if (port === undefined) return start(0)
    throw new PlaygroundStartError(
      `The gRPC service cannot listen on ${host}:${port}: ${(error as Error).message}`,
      { cause: error },
    )
  }
}

function nextPort(port: number): number {
  return port === 0 || port === 65_535 ? 0 : port + 1
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
