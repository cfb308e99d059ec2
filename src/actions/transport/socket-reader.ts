import type { Read } from './plain-socket.ts'

/** Takes the bytes of a socket out of memory that is used again and again, and keeps them until it is known who reads them. */
export class SocketReader {
  /** Set where `read` is given what comes in: where the socket has no other below it. */
  isInUse = false
  #early: Buffer[] = []
  #reader: Read | undefined

  readonly read: Read = (length, bytes) => {
    if (this.#reader !== undefined) return this.#reader(length, bytes)
    this.#early.push(Buffer.from(bytes.subarray(0, length)))
    return true
  }

  /** Takes the bytes that came so far. */
  takeEarly(): readonly Buffer[] {
    return this.#early.splice(0)
  }

  /** Gives somebody what came so far, and all that comes. */
  handTo(read: Read): void {
    this.#reader = read
    for (const bytes of this.takeEarly()) read(bytes.length, bytes)
  }
}
