import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a zip, and what is odd about it. */
export interface ZipEntry {
  readonly name: string
  readonly content: Buffer | string
  /** Its name where it stands, when the list at the end has another. */
  readonly localName?: string
  readonly isEncrypted?: true
  /** How it is packed, whatever it says: 8 is deflate. */
  readonly method?: number
  /** Its extra field in the list, such as another name. */
  readonly extra?: Buffer
  /** Left out of the list at the end. */
  readonly isUnlisted?: true
}

/** The bytes of a zip, as no program writes them that means well. */
export function zipOf(entries: readonly ZipEntry[], comment = ''): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, localName = name, content, isEncrypted, method = 8, isUnlisted, ...more } of entries) {
    const bytes = Buffer.from(content)
    const packed = method === 0 ? bytes : deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(isEncrypted === true ? 0x801 : 0x800, 2)
    head.writeUInt16LE(method, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(bytes.length, 18)
    const file = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      withLength(head, localName),
      Buffer.from(localName),
      packed,
    ])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const { extra = Buffer.alloc(0) } = more
    const listedHead = withLength(head, name)
    listedHead.writeUInt16LE(extra.length, 24)
    const listed = [Buffer.from('PK\x01\x02\x14\0'), listedHead, rest, Buffer.from(name), extra]
    if (isUnlisted !== true) list.push(Buffer.concat(listed))
    files.push(file)
    offset += file.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(list.length, 8)
  end.writeUInt16LE(list.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...files, directory, end, Buffer.from(comment)])
}

function withLength(head: Buffer, name: string): Buffer {
  const copy = Buffer.from(head)
  copy.writeUInt16LE(Buffer.byteLength(name), 22)
  return copy
}
