import { garbageCollector } from '../../util/garbage-collector.ts'

/** Bytes a received body may have when a step looks at it: 64 MiB. */
export const bodyLimit = 64 * 1024 * 1024

/** Bytes kept of a body that is not read: enough for a report. */
const unreadBodyLimit = 16 * 1024

/** Bytes up to which a piece is kept as text, in V8's own memory: a buffer for each takes four times as long to make. */
const smallPiece = 4096

/** What was kept of a body. */
export interface Kept {
  /** Bytes of the body, kept or not. */
  readonly size: number
  /** Whether all of them were kept. */
  readonly complete: boolean
  /** Those that were kept. */
  bytes(): Buffer
  /** Those that were kept, as text, if it is at hand and there is nothing but ASCII in it. */
  asciiText?(): string | undefined
}

/** Bytes that are there as they came. */
export function keptWhole(bytes: Buffer): Kept {
  return { size: bytes.length, complete: true, bytes: () => bytes }
}

/** Collects a body as it comes in: all of it up to the limit, or only its beginning when it will not be read. */
export class KeptBody implements Kept {
  /** Bytes so far, kept or not. */
  size = 0
  readonly #wanted: boolean
  /** Texts have a byte in each character. */
  readonly #pieces: (Buffer | string)[] = []
  #discard: Discard | undefined
  #kept = 0

  constructor(wanted: boolean) {
    this.#wanted = wanted
  }

  get complete(): boolean {
    return this.#kept === this.size
  }

  /**
   * Takes the next piece: what stands from `start` to `end`, which is copied and may change afterwards. False when the body
   * has become larger than `bodyLimit` and all of it is wanted.
   */
  add(bytes: Buffer, start = 0, end = bytes.length): boolean {
    this.size += end - start
    if (!this.#wanted) this.#addBeginning(bytes, start, end)
    else if (this.size <= bodyLimit) this.#keep(bytes, start, end)
    else return false
    return true
  }

  bytes(): Buffer {
    const [first] = this.#pieces
    return this.#pieces.length === 1 && typeof first === 'object'
      ? first
      : Buffer.concat(
          this.#pieces.map(piece => (typeof piece === 'object' ? piece : Buffer.from(piece, 'latin1'))),
        )
  }

  asciiText(): string | undefined {
    const only = this.#pieces[0] ?? ''
    const isText = this.#pieces.length < 2 && typeof only === 'string'
    return isText && !beyondAscii.test(only) ? only : undefined
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    this.#kept += end - start
    this.#pieces.push(end - start <= smallPiece ? bytes.latin1Slice(start, end) : copyOf(bytes, start, end))
  }

  #addBeginning(bytes: Buffer, start: number, end: number): void {
    const room = unreadBodyLimit - this.#kept
    this.#discard ??= new Discard()
    this.#discard.add(end - start)
    if (room > 0) this.#keep(bytes, start, Math.min(end, start + room))
  }
}

const beyondAscii = /[^\0-\x7f]/

/** A slice would keep the whole memory alive, and a copy in the pool that of others. */
function copyOf(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(end - start)
  bytes.copy(copy, 0, start, end)
  return copy
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
