import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePorts } from '../util/free-ports.ts'

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** True where something on 127.0.0.1 takes connections on this port. */
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
