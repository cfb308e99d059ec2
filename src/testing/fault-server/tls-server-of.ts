import { readFile } from 'node:fs/promises'
import type { TlsOptions } from 'node:tls'
import { certificates, type Certificates, type Identity } from '../certificates.ts'
import { type Behaviour, faultServer, type FaultServer } from './fault-server.ts'

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
