/** A file in a tar, by every name that some program gives it. */
export interface TarEntry {
  readonly names: readonly string[]
  readonly bytes: Buffer
}

const block = 512

/** Of one file; more make work for whoever looks at them, and are for nothing else. */
const mostNames = 20

/**
 * Reads the entries of a tar, with the same bytes for every program that unpacks it: throws where programs would
 * differ, such as over sparse files, sizes that are said twice, or data behind the end. Of names that contradict each
 * other all count.
 */
export function* tarEntries(bytes: Buffer): Generator<TarEntry> {
  let said: Said = { names: [] }
  let common: readonly string[] = []
  for (let at = 0; at < bytes.length;) {
    const head = bytes.subarray(at, at + block)
    if (isZero(head)) {
      if (isZero(bytes.subarray(at))) return
      throw new Error('something stands behind the end that it names')
    }
    if (!hasChecksum(head)) throw new Error('a header in it is damaged')
    const type = String.fromCharCode(head[156] ?? 0)
    const isMeta = 'xgXLK'.includes(type)
    const size = sizeOf(head, type, isMeta ? undefined : said.size)
    const data = bytes.subarray(at + block, at + block + size)
    at += block + Math.ceil(size / block) * block
    if (at > bytes.length) throw new Error('it is cut off')
    if (isMeta) {
      const more = type === 'L' ? { names: [textOf(data)] } : type === 'K' ? { names: [] } : paxOf(data)
      if (type === 'g') common = [...common, ...more.names]
      said = { names: [...said.names, ...more.names], size: more.size ?? said.size }
      if (common.length + said.names.length > mostNames) throw new Error('it gives a file too many names')
      continue
    }
    yield { names: [nameIn(head), ...common, ...said.names].filter(name => name !== ''), bytes: data }
    said = { names: [] }
  }
}

/** The headers before an entry that describe it. */
interface Said {
  readonly names: readonly string[]
  readonly size?: number | undefined
}

/** True where these bytes begin a tar: as they say, or by the checksum of the first header, as old ones say nothing. */
export function isTar(bytes: Buffer): boolean {
  if (bytes.length < block) return false
  return bytes.toString('latin1', 257, 262) === 'ustar' || hasChecksum(bytes)
}

/** Some programs count bytes as from -128 to 127. */
function hasChecksum(head: Buffer): boolean {
  const said = /^[ \0]*([0-7]+)(?:[ \0]|$)/.exec(head.toString('latin1', 148, 156))?.[1]
  if (said === undefined) return false
  let [sum, signed] = [8 * 0x20, 8 * 0x20]
  for (let index = 0; index < block; index++)
    if (index < 148 || index >= 156) {
      sum += head[index] ?? 0
      signed += ((head[index] ?? 0) << 24) >> 24
    }
  return [sum, signed].includes(Number.parseInt(said, 8))
}

/** Bytes that follow a header. */
function sizeOf(head: Buffer, type: string, override: number | undefined): number {
  const own = numberIn(head.subarray(124, 136))
  // Links, folders and devices have none; some programs skip what they say, and others read on there.
  if ('123456'.includes(type) && (own > 0 || (override ?? 0) > 0))
    throw new Error('a link, folder or device in it has a size')
  if (!'\x000123456 7xgXLK'.includes(type)) throw new Error('it holds a kind of entry that is not known here')
  if (override !== undefined && own !== 0 && own !== override)
    throw new Error('it says two sizes of the same file')
  return override ?? own
}

function numberIn(field: Buffer): number {
  const isBinary = ((field[0] ?? 0) & 0x80) !== 0
  const text = field
    .toString('latin1')
    .replace(/^[ \0]+/, '')
    .replace(/[ \0].*$/s, '')
  if (!isBinary && !/^[0-7]*$/.test(text)) throw new Error('a size in it is damaged')
  const number = isBinary ? field.readUIntBE(6, 6) : Number.parseInt(`0${text}`, 8)
  if (isBinary && field.readUIntBE(0, 6) !== 0x80_00_00_00_00_00) throw new Error('a size in it is damaged')
  return number
}

function nameIn(head: Buffer): string {
  const prefix = head.toString('latin1', 257, 263) === 'ustar\0' ? textOf(head.subarray(345, 500)) : ''
  const name = textOf(head.subarray(0, 100))
  return prefix === '' ? name : `${prefix}/${name}`
}

/** The records of an extended header: `22 path=data/users.csv` and a line break. */
function paxOf(data: Buffer): Said {
  const names: string[] = []
  let size: number | undefined
  for (let at = 0; at < data.length && data[at] !== 0;) {
    const [start = '', length = '', key = ''] =
      /^(\d{1,9}) ([^=]+)=/.exec(data.toString('latin1', at, at + 300)) ?? []
    if (start === '' || Number(length) <= start.length) throw new Error('an extended header in it is damaged')
    const value = data.toString('utf8', at + start.length, at + Number(length) - 1)
    at += Number(length)
    if (key.startsWith('GNU.sparse.')) throw new Error('it holds a file with gaps (sparse)')
    if (key === 'path') names.push(value)
    if (key === 'size') size = numberOf(value)
  }
  return { names, size }
}

function numberOf(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new Error('a size in it is damaged')
  return Number(text)
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? field.length : end)
}

function isZero(bytes: Buffer): boolean {
  return bytes.every(byte => byte === 0)
}
