import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Gives the URL of a server of this machine that answers as the listener does, for as long as it is used. */
export async function withListener(
  listener: RequestListener,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
