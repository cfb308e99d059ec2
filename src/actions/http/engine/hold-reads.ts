import type { Socket } from 'node:net'

/** A way to let a socket's data wait. */
export interface HeldReads {
  hold(): void
  release(): void
}

/**
 * Lets what comes on a socket wait before it reaches undici, while a decoder is busy. Undici's own way, to answer false
 * in `onData`, ends the process with an assertion when the connection ends with the piece that was answered so.
 */
export function holdReads(socket: Socket): HeldReads {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  let held = false
  socket.read = (size?: number): Buffer | null => (held ? null : read(size))
  return {
    hold: () => {
      held = true
    },
    release: () => {
      if (!held) return
      held = false
      // Later, because undici may be in the middle of what it has read.
      process.nextTick(() => socket.emit('readable'))
    },
  }
}
