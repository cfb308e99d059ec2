import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import net, { type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream'

/** A socket file that leads into a socket. */
export interface Relay {
  /** The `path` for `net.connect`. */
  readonly path: string
  /** Ends both sides. */
  readonly close: () => void
}

/**
 * Leads one connection to a socket file into a socket that stands already: for a library that can only connect by
 * itself, and not through proxies or with the certificates of the settings. No other user can open the file, and it is gone as
 * soon as a client has connected. `watch` gets what the other side sends, too.
 */
export async function relayTo(socket: Socket, watch: (chunk: Buffer) => void): Promise<Relay> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-'))
  const file = process.platform === 'win32' ? `\\\\.\\pipe\\${randomUUID()}` : path.join(folder, 'broker')
  const server = net.createServer({ noDelay: true }, near => {
    stop()
    socket.on('data', watch)
    pipeline(near, socket, near, () => undefined)
  })
  const stop = (): void => {
    server.close()
    void rm(folder, { recursive: true, force: true })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, resolve)
  })
  return {
    path: file,
    close: () => {
      stop()
      socket.destroy()
    },
  }
}
