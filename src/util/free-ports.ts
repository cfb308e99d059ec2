import { randomInt } from 'node:crypto'
import { createServer, type AddressInfo, type Server } from 'node:net'

/**
 * As many different ports of 127.0.0.1 as asked for, which nothing listened on a moment ago. They lie below those that
 * systems choose for connections and for port 0, so that nobody gets one of them in the meantime by chance; and processes
 * that ask at the same time are given different ones.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen))
  const ports = servers.map(server => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports
}

const [lowest, highest] = [16_000, 32_000]

/** How many ports are a process's own: others that run have another number. */
const ownPorts = 16
let tried = 0

function candidate(): number {
  if (tried >= ownPorts) return randomInt(lowest, highest)
  return lowest + ((process.pid * ownPorts + tried++) % (highest - lowest))
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) => {
      // Windows keeps ranges of ports for itself, and says EACCES.
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') server.listen(candidate(), '127.0.0.1')
      else reject(error)
    })
    server.listen(candidate(), '127.0.0.1', () => {
      resolve(server)
    })
  })
}
