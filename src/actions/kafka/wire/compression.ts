import { promisify } from 'node:util'
import { unzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import lz4 from 'lz4js'
import snappy from 'snappyjs'

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

/** The header that the Java clients write before their blocks: `\x82SNAPPY\0`, a version and the lowest that can read it. */
const magic = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0])
const headerLength = 16

/** Undoes Snappy, bare or in the blocks of the Java clients. Throws when it is damaged or longer than the limit. */
function uncompressSnappy(bytes: Buffer, limit: number): Buffer {
  if (!bytes.subarray(0, magic.length).equals(magic)) return block(bytes, limit)
  const parts: Buffer[] = []
  let size = 0
  for (let at = headerLength; at < bytes.length;) {
    const length = bytes.readInt32BE(at)
    const part = block(bytes.subarray(at + 4, at + 4 + length), limit - size)
    parts.push(part)
    size += part.length
    at += 4 + length
  }
  return Buffer.concat(parts)
}

function block(bytes: Buffer, limit: number): Buffer {
  const part = snappy.uncompress(bytes, limit)
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength)
}
