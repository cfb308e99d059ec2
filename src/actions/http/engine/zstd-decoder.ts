import { Duplex } from 'node:stream'

/** The longest window that an answer may want to be unpacked with, 8 MiB (RFC 9659 section 3). */
const longestWindow = 8 * 1024 * 1024

const frameMagic = 0xfd2fb528
const skippableMagic = 0x184d2a50

/**
 * Unpacks what is packed with Zstandard (RFC 8878), for versions of Node that cannot. The library is given one block at a
 * time, of at most 128 KiB unpacked, so that it waits for the consumer of the text, and no frame whose window is too long.
 */
export function createZstdDecoder(): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { Decompress } = await import('fzstd')
    const bytes = new ByteReader(source)
    for (let magic = await bytes.upTo(4); magic.length > 0; magic = await bytes.upTo(4)) {
      if (magic.length === 4 && (magic.readUInt32LE() & 0xfffffff0) >>> 0 === skippableMagic) {
        for (let left = (await bytes.take(4)).readUInt32LE(); left > 0;)
          left -= (await bytes.upToSome(left)).length
        continue
      }
      if (magic.length < 4 || magic.readUInt32LE() !== frameMagic) throw new Error('invalid zstd data')
      const { header, hasChecksum } = await frameHeader(magic, bytes)
      const unpacked: Buffer[] = []
      // The library uses its memory again.
      const frame = new Decompress(part => unpacked.push(Buffer.from(part)))
      frame.push(header)
      for (let isLast = false; !isLast;) {
        const start = await bytes.take(3)
        const field = start.readUIntLE(0, 3)
        isLast = (field & 1) === 1
        const isRepeated = ((field >> 1) & 3) === 1
        const content = await bytes.take(isRepeated ? 1 : field >> 3)
        const checksum = isLast && hasChecksum ? await bytes.take(4) : Buffer.alloc(0)
        frame.push(Buffer.concat([start, content, checksum]), isLast)
        yield* unpacked.splice(0)
      }
    }
  })
}

/** The header of a frame (RFC 8878 section 3.1.1.1). Throws when its window is too long. */
async function frameHeader(
  magic: Buffer,
  bytes: ByteReader,
): Promise<{ readonly header: Buffer; readonly hasChecksum: boolean }> {
  const descriptor = await bytes.take(1)
  const flags = descriptor[0] ?? 0
  const isSingle = (flags & 0x20) !== 0
  const window = await bytes.take(isSingle ? 0 : 1)
  const dictionary = await bytes.take([0, 1, 2, 4][flags & 3] ?? 0)
  const size = await bytes.take([isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0)
  const wanted = isSingle ? littleEndian(size) : windowSize(window[0] ?? 0)
  if (wanted > longestWindow) throw new Error(`its window is longer than 8 MiB (${wanted} bytes)`)
  const header = Buffer.concat([magic, descriptor, window, dictionary, size])
  return { header, hasChecksum: (flags & 4) !== 0 }
}

function windowSize(field: number): number {
  const base = 2 ** (10 + (field >> 3))
  return base + (base / 8) * (field & 7)
}

/** A number of up to eight bytes; a size of two bytes counts from 256. */
function littleEndian(bytes: Buffer): number {
  const number = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)
  return bytes.length === 2 ? number + 256 : number
}

/** Reads exact amounts of what comes in pieces. */
class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#pieces = source[Symbol.asyncIterator]()
  }

  /** So many bytes. Rejects when there are fewer. */
  async take(count: number): Promise<Buffer> {
    const bytes = await this.upTo(count)
    if (bytes.length < count) throw new Error('unexpected end of file')
    return bytes
  }

  /** So many bytes, or all that come before the end. */
  async upTo(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0;) {
      const part = await this.#some(left)
      if (part === undefined) break
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  /** At least one of so many bytes. Rejects at the end. */
  async upToSome(count: number): Promise<Buffer> {
    const part = await this.#some(count)
    if (part === undefined) throw new Error('unexpected end of file')
    return part
  }

  async #some(count: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next()
      if (next.done === true) return undefined
      this.#rest = next.value
    }
    const part = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return part
  }
}
