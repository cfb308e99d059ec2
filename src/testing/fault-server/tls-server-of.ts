import { readFile } from 'node:fs/promises'
import type { TlsOptions } from 'node:tls'
import { certificates, type Certificates, type Identity } from '../certificates.ts'
import { type Behaviour, sendAndClose } from '../../mock/faults/behaviours.ts'
import { faultServer, type FaultServer } from './fault-server.ts'

/** How to start a server that behaves like this over TLS, with the certificate chosen. */
export function tlsServerOf(
  behave: Behaviour,
  choose: (all: Certificates) => Identity,
  options: TlsOptions = {},
  scheme: 'http' | 'https' = 'https',
): () => Promise<FaultServer> {
  return async () => {
    const { certificate, key } = choose(await certificates())
    const tls = { cert: await readFile(certificate), key: await readFile(key), ...options }
    return faultServer(behave, { tls, scheme })
  }
}

/** How to start a server that answers the handshake with a fatal alert (RFC 8446 section 6). */
export function alert(description: number): () => Promise<FaultServer> {
  const record = Buffer.of(21, 3, 3, 0, 2, 2, description)
  return () => faultServer(sendAndClose(record), { scheme: 'https', atOnce: true })
}
