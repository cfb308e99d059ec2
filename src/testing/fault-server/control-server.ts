import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FaultServer } from './fault-server.ts'

/** A server beside one with a fault: `/` answers 200, `/open` how many connections the other has: `{"open": 0}`. */
export async function controlServer(
  watched: Pick<FaultServer, 'open'>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ open: watched.open() }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
