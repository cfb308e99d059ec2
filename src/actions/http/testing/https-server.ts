import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { Identity } from '../../../testing/certificates.ts'
import { listen, type TestServer } from './http-server.ts'

/** Starts a server of node:https with this certificate; it answers 200 with `hi`. */
export async function httpsServer({ certificate, key }: Identity): Promise<TestServer> {
  const server = createServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (_request, response) => response.end('hi'),
  )
  const started = await listen(server, 'https')
  return {
    ...started,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await started[Symbol.asyncDispose]()
    },
  }
}
