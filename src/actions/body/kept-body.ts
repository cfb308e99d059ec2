import { garbageCollector } from '../../util/garbage-collector.ts'

/** Bytes a received body may have when a step looks at it: 64 MiB. */
export const bodyLimit = 64 * 1024 * 1024

/** Bytes kept of a body that is not read: enough for a report. */
const unreadBodyLimit = 16 * 1024

/** Collects a body as it comes in: all of it up to the limit, or only its beginning when it will not be read. */
export class KeptBody {
  readonly chunks: Buffer[] = []
  /** Bytes so far, kept or not. */
  size = 0
  readonly #wanted: boolean
  #discard: Discard | undefined
  #kept = 0

  constructor(wanted: boolean) {
    this.#wanted = wanted
  }

  get complete(): boolean {
    return this.#kept === this.size
  }

  /** Takes the next piece. False when the body has become larger than `bodyLimit` and all of it is wanted. */
  add(chunk: Buffer): boolean {
    this.size += chunk.length
    if (!this.#wanted) this.#addBeginning(chunk)
    else if (this.size <= bodyLimit) {
      this.chunks.push(chunk)
      this.#kept += chunk.length
    } else return false
    return true
  }

  #addBeginning(chunk: Buffer): void {
    const room = unreadBodyLimit - this.#kept
    this.#discard ??= new Discard()
    this.#discard.add(chunk.length)
    if (room <= 0) return
    // A copy, because a slice would keep the whole chunk alive.
    const beginning = Buffer.from(chunk.subarray(0, room))
    this.chunks.push(beginning)
    this.#kept += beginning.length
  }
}

/** Bytes thrown away between two collections: 4 MiB. */
const interval = 4 * 1024 * 1024

/**
 * Counts bytes that were received and thrown away, and has their memory collected in time. Left alone, V8 lets 30 MB of
 * them pile up, half as much again as a small run takes in all; collecting only young objects costs 0.5 ms and wins it
 * back, because memory used again is faster than new memory.
 */
export class Discard {
  #sinceCollection = 0
  #collect: (() => void) | undefined

  add(bytes: number): void {
    this.#sinceCollection += bytes
    if (this.#sinceCollection < interval) return
    this.#sinceCollection = 0
    this.#collect ??= garbageCollector('young')
    this.#collect()
  }
}
