/** Longest answer of a broker that is read, in bytes: more than any broker sends for what is asked here. */
const longestFrame = 256 * 1024 * 1024

/** Cuts what comes over a connection into answers: each is preceded by its length in four bytes. */
export class FrameReader {
  #chunks: Buffer[] = []
  #size = 0

  /** The answers that are complete with this chunk; undefined when this is not the protocol. */
  push(chunk: Buffer): readonly Buffer[] | undefined {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    const frames: Buffer[] = []
    for (;;) {
      if (this.#size < 4) return frames
      const length = this.#joined(4).readInt32BE(0)
      if (length < 4 || length > longestFrame) return undefined
      if (this.#size < length + 4) return frames
      const bytes = this.#joined(length + 4)
      frames.push(bytes.subarray(4, length + 4))
      this.#chunks = [bytes.subarray(length + 4)]
      this.#size -= length + 4
    }
  }

  /** The first chunk, made at least so long. */
  #joined(length: number): Buffer {
    const [first] = this.#chunks
    if (first !== undefined && first.length >= length) return first
    const joined = Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined
  }
}
