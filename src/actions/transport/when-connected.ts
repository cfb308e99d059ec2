import type { Socket } from 'node:net'

/** The socket once the event says that it stands. Rejects with its error; after `signal` it is destroyed. */
export function standing<Opened extends Socket>(
  socket: Opened,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.destroy()
      reject(new Error('The connection is not wanted any more.'))
    }
    // Stays: an error that comes later, without another listener, would end the process.
    socket.on('error', error => {
      signal.removeEventListener('abort', stop)
      reject(error)
    })
    socket.once(event, () => {
      signal.removeEventListener('abort', stop)
      resolve(socket)
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
