import { randomInt } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/**
 * As many different ports of 127.0.0.1 as asked for, which nothing listened on a moment ago. They lie below those that
 * systems choose for connections and for port 0, so that no other test gets one of them in the meantime.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen))
  const ports = servers.map(server => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') server.listen(randomInt(lowest, highest), '127.0.0.1')
      else reject(error)
    })
    server.listen(randomInt(lowest, highest), '127.0.0.1', () => {
      resolve(server)
    })
  })
}

const [lowest, highest] = [16_000, 32_000]

/** Whether something on 127.0.0.1 takes connections on this port. */
export function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => {
      resolve(false)
    })
  })
}

/** Resolves when all of them take connections; rejects when the signal aborts. */
export async function untilAccepted(ports: readonly number[], signal: AbortSignal): Promise<void> {
  for (const port of ports) while (!(await accepts(port))) await setTimeout(50, undefined, { signal })
}
