import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { certificates } from './certificates.ts'

/** A server that is not listening yet, and whom it let in. */
export interface MutualTlsServer {
  readonly server: Server
  /** The common name in the client's certificate, one for each connection. */
  readonly clients: readonly string[]
}

/** Makes a TLS server that lets nobody in without a certificate of the tests' authority. */
export async function mutualTlsServer(): Promise<MutualTlsServer> {
  const { authority, server: identity } = await certificates()
  const [ca, cert, key] = await Promise.all(
    [authority, identity.certificate, identity.key].map(file => readFile(file)),
  )
  const server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true })
  const clients: string[] = []
  server.on('secureConnection', (socket: TLSSocket) => {
    clients.push(String(socket.getPeerCertificate().subject.CN))
  })
  server.on('tlsClientError', () => undefined)
  return { server, clients }
}
