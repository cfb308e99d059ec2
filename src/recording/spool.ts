import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Bytes of a body that are kept; of a larger one nothing is. */
const largestBody = 64 * 1024 * 1024

/** Bytes of a block of the cipher, from which every piece begins anew. */
const block = 16

/**
 * Bodies of a recording, in a file without a name whose key is in memory alone: they hold whatever was sent, passwords among it, and
 * nobody may find that on a disk.
 */
export class Spool {
  readonly #file: number
  readonly #name: string
  readonly #key = randomBytes(32)
  readonly #nonce = randomBytes(8)
  #end = 0

  constructor(folder = tmpdir()) {
    this.#name = path.join(folder, `apitest-recording-${randomBytes(8).toString('hex')}`)
    this.#file = openSync(this.#name, 'wx+', 0o600)
    // Where the system allows it, the file is gone as soon as this process is.
    if (process.platform !== 'win32') rmSync(this.#name, { force: true })
  }

  /** A body that is about to come. */
  body(): SpooledBody {
    return new SpooledBody(this)
  }

  write(piece: Buffer): number {
    const at = this.#end
    const cipher = createCipheriv('aes-256-ctr', this.#key, this.#counter(at))
    writeSync(this.#file, cipher.update(piece), 0, piece.length, at)
    this.#end = Math.ceil((at + piece.length) / block) * block
    return at
  }

  read(at: number, size: number): Buffer {
    const bytes = Buffer.alloc(size)
    readSync(this.#file, bytes, 0, size, at)
    return createDecipheriv('aes-256-ctr', this.#key, this.#counter(at)).update(bytes)
  }

  close(): void {
    closeSync(this.#file)
    rmSync(this.#name, { force: true })
  }

  #counter(at: number): Buffer {
    const counter = Buffer.alloc(block)
    this.#nonce.copy(counter)
    counter.writeBigUInt64BE(BigInt(at / block), 8)
    return counter
  }
}

/** A body that lies in a spool. */
export class SpooledBody {
  /** Bytes of all of it, kept or not. */
  size = 0
  readonly #spool: Spool
  #pieces: (readonly [at: number, size: number])[] = []

  constructor(spool: Spool) {
    this.#spool = spool
  }

  /** False where it was too large to be kept. */
  get isWhole(): boolean {
    return this.size <= largestBody
  }

  add(piece: Buffer): void {
    this.size += piece.length
    if (!this.isWhole) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push([this.#spool.write(piece), piece.length])
  }

  /** The bytes, as they were on the wire but for chunks. */
  *pieces(): Generator<Buffer> {
    for (const [at, size] of this.#pieces) yield this.#spool.read(at, size)
  }

  bytes(): Buffer {
    return Buffer.concat([...this.pieces()])
  }
}
