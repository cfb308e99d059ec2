import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { RunResources } from '../../resources.ts'

/**
 * A place on this machine that takes connections and nothing else. grpc-js insists on opening a connection itself before
 * it lets anyone put another one in its place: it opens it to here, and no byte ever goes over it.
 */
export interface Anteroom {
  /** As grpc-js writes addresses: `ipv4:127.0.0.1:41234`. */
  readonly address: string
}

/** The anteroom of a run. */
export function anteroomOf(resources: RunResources): Promise<Anteroom> {
  return resources.get('grpc anteroom', openAnteroom)
}

function openAnteroom(): { value: Promise<Anteroom>; close: () => Promise<void> } {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.unref()
    socket.resume()
  })
  const value = new Promise<Anteroom>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      // Not before: it would let the process end.
      server.unref()
      resolve({ address: `ipv4:127.0.0.1:${port}` })
    })
  })
  return {
    value,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      return Promise.resolve()
    },
  }
}
