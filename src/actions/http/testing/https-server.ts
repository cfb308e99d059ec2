import { readFile } from 'node:fs/promises'
import { createServer, type ServerOptions } from 'node:https'
import type { Identity } from '../../../testing/certificates.ts'
import { listen, type TestServer } from './http-server.ts'

/** Starts a server of node:https with this certificate; it answers 200 with `text`. */
export async function httpsServer(
  { certificate, key }: Identity,
  text = 'hi',
  options: ServerOptions = {},
): Promise<TestServer> {
  const server = createServer(
    { key: await readFile(key), cert: await readFile(certificate), ...options },
    (_request, response) => response.end(text),
  )
  server.on('tlsClientError', () => undefined)
  const started = await listen(server, 'https')
  return {
    ...started,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await started[Symbol.asyncDispose]()
    },
  }
}
