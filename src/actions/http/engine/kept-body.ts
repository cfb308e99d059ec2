import { EngineError } from './engine-error.ts'
import { bodyLimit, unreadBodyLimit } from './limits.ts'

/** Collects a decompressed body: all of it up to the limit, or only its beginning when nobody will look at it. */
export class KeptBody {
  readonly chunks: Buffer[] = []
  /** Bytes so far, kept or not. */
  size = 0
  readonly #wanted: boolean
  #kept = 0

  constructor(wanted: boolean) {
    this.#wanted = wanted
  }

  get complete(): boolean {
    return this.#kept === this.size
  }

  /** Takes the next piece. Returns an error when the body is larger than may be kept. */
  add(chunk: Buffer): EngineError | undefined {
    this.size += chunk.length
    if (this.#wanted) {
      if (this.size > bodyLimit) return new EngineError('BODY_TOO_LARGE')
      this.chunks.push(chunk)
      this.#kept += chunk.length
    } else this.#addBeginning(chunk)
    return undefined
  }

  #addBeginning(chunk: Buffer): void {
    const room = unreadBodyLimit - this.#kept
    if (room <= 0) return
    // A copy, because a slice would keep the whole chunk alive.
    const beginning = Buffer.from(chunk.subarray(0, room))
    this.chunks.push(beginning)
    this.#kept += beginning.length
  }
}
