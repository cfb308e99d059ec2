import snappy from 'snappyjs'

/** What the Java clients write before their blocks: `\x82SNAPPY\0`, a version and the lowest that can read it. */
const magic = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0])
const headerLength = 16

/** Undoes Snappy, bare or in the blocks of the Java clients. Throws when it is damaged or longer than the limit. */
export function uncompressSnappy(bytes: Buffer, limit: number): Buffer {
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
