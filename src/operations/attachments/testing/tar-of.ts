/** An entry of a tar, and what is odd about it. */
export interface TarPart {
  readonly name?: string
  readonly prefix?: string
  readonly type?: string
  readonly content?: Buffer | string
  /** The size that the header states, whatever the real one is. */
  readonly size?: number
  /** Counted as some old programs do, from -128. */
  readonly isSigned?: true
  /** Without the word `ustar`. */
  readonly isOld?: true
}

/** The bytes of a tar, as no program writes them that means well. */
export function tarOf(parts: readonly TarPart[]): Buffer {
  return Buffer.concat([...parts.flatMap(blocksOf), Buffer.alloc(1024)])
}

/** Records of an extended header: `path`, `size` and the like. */
export function paxOf(records: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`)
    const length = rest + String(rest + String(rest).length).length
    return `${length} ${key}=${value}\n`
  })
  return Buffer.from(lines.join(''))
}

function blocksOf(part: TarPart): readonly Buffer[] {
  const { name = '', prefix = '', type = '0', size, isSigned, isOld } = part
  const content = Buffer.from(part.content ?? '')
  const head = Buffer.alloc(512)
  head.write(name)
  head.write('0000644\0', 100)
  head.write(`${(size ?? content.length).toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('        ', 148)
  head.write(type, 156)
  if (isOld !== true) head.write('ustar\x0000', 257)
  head.write(prefix, 345)
  const sum = head.reduce((all, byte) => all + (isSigned === true ? (byte << 24) >> 24 : byte), 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
}
