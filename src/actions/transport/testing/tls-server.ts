import { readFile } from 'node:fs/promises'
import { createServer, type ServerOptions } from 'node:https'
import type { SecureServerOptions } from 'node:http2'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { listen, type TestServer } from '../../http/testing/http-server.ts'
import type { Identity } from '../../../testing/certificates.ts'

/** A connection that a TLS server of a test has seen. */
export interface SeenConnection {
  /** The common name of the client's certificate. */
  readonly client: string | undefined
  readonly serverName: string | undefined
  readonly version: string | undefined
  readonly httpVersion: string
}

/** Starts a server of node:https with this certificate; it answers 200 with `hi`. Hosts: localhost and 127.0.0.1. */
export async function tlsServer(
  identity: Identity,
  options: ServerOptions = {},
): Promise<TestServer & { readonly seen: readonly SeenConnection[] }> {
  const seen: SeenConnection[] = []
  const server = createServer(
    { ...(await pairOf(identity)), ...options },
    ({ socket, httpVersion }, response) => {
      seen.push(connectionOf(socket, httpVersion))
      response.end('hi')
    },
  )
  server.on('tlsClientError', () => undefined)
  const started = await listen(server, 'https', () => {
    server.closeAllConnections()
  })
  return { ...started, seen }
}

/** The PEM texts of an identity, as servers take them. */
export async function pairOf({
  certificate,
  key,
}: Identity): Promise<Pick<SecureServerOptions, 'cert' | 'key'>> {
  return { cert: await readFile(certificate), key: await readFile(key) }
}

function connectionOf(socket: Socket, httpVersion: string): SeenConnection {
  if (!(socket instanceof TLSSocket)) throw new Error('A TLS server has a connection without TLS.')
  const servername = 'servername' in socket ? socket.servername : undefined
  const { subject } = socket.getPeerCertificate() as { readonly subject?: { readonly CN?: string } }
  return {
    client: subject?.CN,
    serverName: typeof servername === 'string' ? servername : undefined,
    version: socket.getProtocol() ?? undefined,
    httpVersion,
  }
}
