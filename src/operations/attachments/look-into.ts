import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Entry, LocalFileHeader, ZipFile } from 'yauzl'
import { formatSize } from '../../util/quantity.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { executableEnding, isCompound, longestBeginning, programIn } from './executables.ts'
import { shownName } from './kept-name.ts'

/** How much is looked at in one file, so that no archive takes long or much memory, whatever it says of itself. */
const mostBytes = 128 * 1024 * 1024
const mostEntries = 10_000
const mostLevels = 5

/** What may still be looked at. */
interface Budget {
  bytes: number
  entries: number
}

/** Something executable, or what nobody can tell of: where it is in the archives, the outermost first, and what it is. */
interface Finding {
  readonly within: readonly string[]
  readonly words: string
}

/** Thrown where an archive cannot be looked into; the message says why. */
class Unseen extends Error {}

/**
 * Why a file counts as executable, in words that follow its name; undefined for data. Archives are looked into: what is in
 * them is judged by its name and by how it begins. One that cannot be looked into counts as executable.
 */
export async function whyExecutable(file: NamedBytes): Promise<string | undefined> {
  const budget = { bytes: mostBytes, entries: mostEntries }
  const found = await judge({ ...file, isWhole: true, level: 0 }, budget)
  if (found === undefined) return undefined
  const within = found.within.map(inner => `"${inner}"`).join(' in ')
  return within === '' ? `it ${found.words}` : `it holds ${within}, which ${found.words}`
}

interface NamedBytes {
  readonly name: string
  /** Another name that it has had, or that some programs give it. */
  readonly otherName?: string | undefined
  /** All of it, or of what is in an archive how it begins. */
  readonly bytes: Buffer
}

/** A file, or what is in an archive. */
interface Item extends NamedBytes {
  readonly isWhole: boolean
  /** How many archives it is in. */
  readonly level: number
}

async function judge(item: Item, budget: Budget): Promise<Finding | undefined> {
  const { name, otherName = '', bytes } = item
  const ending = executableEnding(name) ?? executableEnding(otherName)
  if (ending !== undefined) return { within: [], words: `has a name that ends in .${ending}` }
  const program = programIn(bytes)
  if (program !== undefined) return { within: [], words: `is ${program}` }
  const closed = closedArchive(name, bytes)
  if (closed !== undefined)
    return { within: [], words: `is ${closed}, which cannot be looked into (zip, tar and gz can)` }
  const kind = kindOfArchive(bytes)
  const found = kind === undefined ? undefined : await judgeArchive(kind, item, budget)
  if (found !== undefined || kind === 'zip' || !item.isWhole || !endsAsZip(bytes)) return found
  const isNone = kind !== undefined || !hasPartsOfZip(bytes)
  return judgeArchive('zip', { ...item, bytes: withoutPrefix(bytes) }, budget, isNone)
}

/** The first finding in an archive. What only looks like one, and cannot be read, may be none. */
async function judgeArchive(
  kind: Kind,
  item: Item,
  budget: Budget,
  mayBeNone = false,
): Promise<Finding | undefined> {
  try {
    if (item.level === mostLevels) throw new Unseen(`more than ${mostLevels} archives are one in the other`)
    for await (const inner of openers[kind](item, budget)) {
      if (budget.entries-- === 0) throw new Unseen(tooMany)
      const found = await judge({ ...inner, level: item.level + 1 }, budget)
      if (found !== undefined) return { ...found, within: [...found.within, shownName(inner.name)] }
    }
    return undefined
  } catch (error) {
    if (mayBeNone && !(error instanceof Unseen)) return undefined
    return { within: [], words: `cannot be looked into: ${reasonOf(error)}` }
  }
}

const tooMany = `it holds more than ${mostEntries} files`

type Kind = 'zip' | 'tar' | 'gzip'

function kindOfArchive(bytes: Buffer): Kind | undefined {
  const start = bytes.subarray(0, 4).toString('latin1')
  if (['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].includes(start)) return 'zip'
  if (start.startsWith('\x1f\x8b')) return 'gzip'
  return isTar(bytes) ? 'tar' : undefined
}

/** Programs that unpack look for the end of a zip, whatever it begins with. */
function endsAsZip(bytes: Buffer): boolean {
  return bytes.subarray(-65_557).includes('PK\x05\x06', 0, 'latin1')
}

/** Whether there is a file of a zip, and an entry of its list: most programs that unpack find them, whatever else is there. */
function hasPartsOfZip(bytes: Buffer): boolean {
  return ['PK\x03\x04', 'PK\x01\x02'].every(part => bytes.includes(part, 0, 'latin1'))
}

/** The zip at the end of something else, where its offsets do not count what is before it. */
function withoutPrefix(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end + 22 > bytes.length) return bytes
  const start = end - bytes.readUInt32LE(end + 12) - bytes.readUInt32LE(end + 16)
  return bytes.subarray(Math.max(start, 0))
}

/** By the checksum of the first header, as old ones say nothing else of themselves. */
function isTar(bytes: Buffer): boolean {
  if (bytes.length < 512 || bytes[0] === 0) return false
  const said = /^ *([0-7]+)[ \0]/.exec(bytes.toString('latin1', 148, 156))?.[1]
  if (said === undefined) return false
  let sum = 8 * 0x20
  for (let index = 0; index < 512; index++) if (index < 148 || index >= 156) sum += bytes[index] ?? 0
  return sum === Number.parseInt(said, 8)
}

/** Archives, and images of disks, that nothing here can open, by how they begin. */
const closedBeginnings: readonly (readonly [words: string, ...hex: string[]])[] = [
  ['an archive of 7-Zip', '377abcaf271c'],
  ['a RAR archive', '526172211a07', '52457e5e'],
  ['an xz archive', 'fd377a585a00'],
  ['an lzma archive', '5d00008000', '5d00000001', '5d00000002', '5d00000004', '5d00001000'],
  ['a bzip2 archive', ...Array.from({ length: 9 }, (_, index) => `425a683${index + 1}`)],
  ['a Zstandard archive', '28b52ffd'],
  ['an LZ4 archive', '04224d18', '02214c18'],
  ['an lzip archive', '4c5a4950'],
  ['a cabinet', '4d53434600000000'],
  ['an archive of compress', '1f9d90', '1f9d8c'],
  ['a cpio archive', '303730373031', '303730373032', '303730373037'],
  ['an image of a disk', '68737173', '73717368', '4b444d56', '514649fb'],
]

const closedBytes = closedBeginnings.flatMap(([words, ...all]) =>
  all.map(hex => ({ words, start: Buffer.from(hex, 'hex') })),
)

/** What such an archive is; brotli is known by its name alone. */
function closedArchive(name: string, bytes: Buffer): string | undefined {
  if (/\.br[. ]*$/i.test(name)) return 'an archive of brotli'
  if (/^-l[hz][\ds]-/.test(bytes.toString('latin1', 2, 7))) return 'an LHA archive'
  if (bytes.toString('latin1', 0x8001, 0x8006) === 'CD001') return 'an image of a disk'
  if (bytes.length > 512 && bytes.subarray(-512, -508).toString('latin1') === 'koly')
    return 'an image of a disk'
  return closedBytes.find(({ start }) => bytes.subarray(0, start.length).equals(start))?.words
}

/** What is in an archive of each kind, one after the other. */
const openers: Readonly<Record<Kind, (item: Item, budget: Budget) => AsyncIterable<Omit<Item, 'level'>>>> = {
  async *gzip({ name, bytes }, budget) {
    const unpacked = createGunzip()
    unpacked.end(bytes)
    const inner = name.replace(/\.t(?:ar\.)?gz$/i, '.tar').replace(/\.gz$/i, '')
    yield { name: inner, otherName: nameInGzip(bytes), ...(await contentOf(unpacked, budget)) }
  },

  async *tar({ bytes }, budget) {
    const { unpackTar } = await import('modern-tar')
    let count = 0
    const filter = (): boolean => {
      if (count++ > budget.entries) throw new Unseen(tooMany)
      return true
    }
    for (const { header, data } of await unpackTar(bytes, { strict: true, filter })) {
      yield { name: header.name, bytes: bytesOf(data), isWhole: true }
    }
  },

  async *zip({ bytes }, budget) {
    const { default: yauzl } = await import('yauzl')
    const zip = await yauzl.fromBufferPromise(bytes, { decodeStrings: false })
    const seen: Range[] = []
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
      const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
      if (entry.isEncrypted()) throw new Unseen(`"${shownName(name)}" in it is encrypted`)
      const local = await zip.readLocalFileHeaderPromise(entry)
      if (disagree(local, entry))
        throw new Unseen(`its list says other things of "${shownName(name)}" than the file`)
      // Some programs read this name, and not that of the list at the end.
      const otherName = local.fileName.toString()
      yield { name, otherName, ...(await contentOf(await openEntry(zip, entry, name), budget)) }
      const start = entry.relativeOffsetOfLocalHeader
      seen.push({ start, end: local.fileDataStart + entry.compressedSize })
    }
    if (hasUnlisted(bytes, seen)) throw new Unseen('it holds files that its own list does not name')
  },
}

function openEntry(zip: ZipFile, entry: Entry, name: string): Promise<Readable> {
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new Unseen(`"${shownName(name)}" in it is packed in a way that is not known here`)
  return zip.openReadStreamPromise(entry)
}

/** Programs that read a zip from its start would unpack something else. */
function disagree(local: LocalFileHeader, listed: Entry): boolean {
  const { compressionMethod, compressedSize } = local
  // Who wrote it in one go knew the size only behind the file, or had no room for it here.
  const isOpen = compressedSize === 0 || compressedSize === 0xffffffff
  return (
    compressionMethod !== listed.compressionMethod || (!isOpen && compressedSize !== listed.compressedSize)
  )
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Whether something that looks like a file lies between those that the list of a zip names. */
function hasUnlisted(bytes: Buffer, seen: readonly Range[]): boolean {
  let end = 0
  for (const range of [...seen].sort((one, other) => one.start - other.start)) {
    if (bytes.subarray(end, range.start).includes('PK\x03\x04', 0, 'latin1')) return true
    end = Math.max(end, range.end)
  }
  return bytes.subarray(end).includes('PK\x03\x04', 0, 'latin1')
}

/** What the program that packed it called it. */
function nameInGzip(bytes: Buffer): string | undefined {
  const flags = bytes[3] ?? 0
  if ((flags & 8) === 0) return undefined
  const start = (flags & 4) === 0 || bytes.length < 12 ? 10 : 12 + bytes.readUInt16LE(10)
  const end = bytes.indexOf(0, start)
  return end === -1 ? undefined : bytes.toString('latin1', start, end)
}

/** How a file in an archive begins; all of it, where only that tells what it is. */
async function contentOf(unpacked: Readable, budget: Budget): Promise<Pick<Item, 'bytes' | 'isWhole'>> {
  const chunks: Buffer[] = []
  let size = 0
  let isNeeded = false
  for await (const chunk of unpacked) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    budget.bytes -= (chunk as Buffer).length
    if (budget.bytes < 0) throw new Unseen(`unpacked it has more than ${formatSize(mostBytes)}`)
    if (isNeeded || size < longestBeginning) continue
    const beginning = Buffer.concat(chunks)
    isNeeded = kindOfArchive(beginning) !== undefined || isCompound(beginning)
    if (!isNeeded) return { bytes: beginning, isWhole: false }
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

function bytesOf(data: Uint8Array | undefined): Buffer {
  return data === undefined ? Buffer.alloc(0) : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}
