import { promisify } from 'node:util'
import { unzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import lz4 from 'lz4js'
import { uncompressSnappy } from './snappy.ts'

/** How many bytes the records of a batch may be: more than a listener keeps is not unpacked. */
const longestBatch = 64 * 1024 * 1024

/** Undoes the compression of a batch, by the number in its attributes. Throws when it cannot be undone. */
export async function decompress(kind: number, bytes: Buffer): Promise<Buffer> {
  const [name, undo] = kinds[kind] ?? []
  if (name === undefined || undo === undefined) throw new Error(`an unknown compression (${kind})`)
  try {
    return await undo(bytes)
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const unzipped = promisify(unzip)

type Undo = (bytes: Buffer) => Buffer | Promise<Buffer>

const kinds: Readonly<Record<number, readonly [name: string, undo: Undo]>> = {
  0: ['none', bytes => bytes],
  1: ['gzip', bytes => unzipped(bytes, { maxOutputLength: longestBatch })],
  2: ['snappy', bytes => uncompressSnappy(bytes, longestBatch)],
  3: ['lz4', uncompressLz4],
  4: ['zstd', uncompressZstd],
}

function uncompressLz4(bytes: Buffer): Buffer {
  // The library writes past the end of a buffer without a word, and tells the true length.
  const limit = Math.min(lz4.decompressBound(bytes), longestBatch + 1)
  const records = lz4.decompress(bytes, limit)
  refuseLonger(records.length)
  return Buffer.from(records.buffer, records.byteOffset, records.byteLength)
}

function uncompressZstd(bytes: Buffer): Buffer {
  const parts: Uint8Array[] = []
  let size = 0
  const stream = new Decompress(part => {
    size += part.length
    refuseLonger(size)
    // The library uses its memory again.
    parts.push(part.slice())
  })
  stream.push(bytes, true)
  return Buffer.concat(parts)
}

function refuseLonger(size: number): void {
  if (size > longestBatch) throw new Error('more than 64 MiB when unpacked')
}
