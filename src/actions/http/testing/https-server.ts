import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import path from 'node:path'
import { listen, type TestServer } from './http-server.ts'

const folder = path.resolve('src/actions/http/testing/certificates')

/** The file of the authority that signed some of the certificates. */
export const authorityFile = path.join(folder, 'authority.pem')

/** Starts a server of node:https with one of the certificates; it answers 200 with `hi`. */
export async function httpsServer(
  certificate: 'signed' | 'self-signed' | 'expired' | 'wrong-host',
): Promise<TestServer> {
  const server = createServer(
    {
      key: await readFile(path.join(folder, 'server.key.pem')),
      cert: await readFile(path.join(folder, `${certificate}.pem`)),
    },
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
