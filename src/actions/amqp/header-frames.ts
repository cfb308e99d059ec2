const headerFrame = 2

/**
 * Reads along what a broker sends, for the headers of messages as they are on the wire (AMQP 0-9-1, section 4.2.6): what
 * the library makes of them has lost some of their types.
 */
export class HeaderFrames {
  readonly #tables: Buffer[] = []
  #pending = Buffer.alloc(0)
  /** How many bytes to come belong to a frame of another kind. */
  #skipped = 0

  /** The table of the next message, in the order they came; empty when it has none. */
  next(): Buffer {
    return this.#tables.shift() ?? Buffer.alloc(0)
  }

  /** All that comes, from the beginning. */
  read(chunk: Buffer): void {
    let rest = chunk
    while (rest.length > 0) {
      const skipped = Math.min(this.#skipped, rest.length)
      this.#skipped -= skipped
      this.#pending = Buffer.concat([this.#pending, rest.subarray(skipped)])
      if (this.#pending.length < 7) return
      // Type, channel, size, what it is about, and a byte that ends it.
      const size = this.#pending.readUInt32BE(3) + 8
      const isHeader = this.#pending[0] === headerFrame
      if (isHeader && this.#pending.length < size) return
      if (isHeader) this.#tables.push(tableIn(this.#pending.subarray(7, size - 1)))
      rest = this.#pending.subarray(isHeader ? size : 0)
      this.#pending = Buffer.alloc(0)
      this.#skipped = isHeader ? 0 : size
    }
  }
}

/** Class, weight and size of the body are before the flags of the properties; the headers are the third of these. */
function tableIn(frame: Buffer): Buffer {
  const flags = frame.readUInt16BE(12)
  let at = 14
  for (const flag of [0x8000, 0x4000]) if ((flags & flag) !== 0) at += 1 + frame.readUInt8(at)
  return (flags & 0x2000) === 0 ? Buffer.alloc(0) : frame.subarray(at + 4, at + 4 + frame.readUInt32BE(at))
}
