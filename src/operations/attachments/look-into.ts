import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Entry, LocalFileHeader, ZipFile } from 'yauzl'
import { formatSize } from '../../util/quantity.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { executableEnding, isCompound, longestBeginning, programIn } from './executables.ts'
import { shownName } from './kept-name.ts'
import { isTar, tarEntries } from './tar-entries.ts'

/** How much is looked at in one file, so that no archive takes long or much memory, whatever it says of itself. */
const mostBytes = 128 * 1024 * 1024
const mostEntries = 10_000
const mostLevels = 5

/** The limits on the data that may still be looked at. */
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
  /** Other names that it has had, or that some programs give it. */
  readonly otherNames?: readonly string[]
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
  const { name, otherNames = [], bytes } = item
  const ending = [name, ...otherNames].map(executableEnding).find(one => one !== undefined)
  if (ending !== undefined) return { within: [], words: `has a name that ends in .${ending}` }
  const program = programIn(bytes)
  if (program !== undefined) return { within: [], words: `is ${program}` }
  const closed = closedArchive([name, ...otherNames], bytes)
  if (closed !== undefined)
    return { within: [], words: `is ${closed}, which cannot be looked into (zip, tar and gz can)` }
  const kind = kindOfArchive(bytes)
  const found = kind === undefined ? undefined : await judgeArchive(kind, item, budget)
  // Nothing can stand behind the end of a tar, and zips look for what they do not list themselves.
  if (found !== undefined || kind === 'zip' || kind === 'tar' || !item.isWhole) return found
  return judgeWithin(item, budget, kind !== undefined)
}

/**
 * The first finding in the zips that stand in something else, from the last on: programs that unpack look for the end of a
 * zip, whatever is before and behind it. What packs its bytes may only look so.
 */
async function judgeWithin(item: Item, budget: Budget, isPacked: boolean): Promise<Finding | undefined> {
  if (!zipParts.every(part => item.bytes.includes(part, 0, 'latin1'))) return undefined
  for (let rest = item.bytes; ; budget.entries--) {
    const end = rest.lastIndexOf(endOfZip, undefined, 'latin1')
    if (end === -1 || end + 22 > rest.length) return undefined
    if (budget.entries < 0) return { within: [], words: `cannot be looked into: ${tooMany}` }
    // Offsets may or may not count what is before.
    const start = Math.max(end - rest.readUInt32LE(end + 12) - rest.readUInt32LE(end + 16), 0)
    const bytes = rest.subarray(start, end + 22 + rest.readUInt16LE(end + 20))
    const mayBeNone = isPacked || end < item.bytes.length - 65_557
    const found = await judgeArchive('zip', { ...item, bytes }, budget, mayBeNone)
    if (found !== undefined) return found
    rest = rest.subarray(0, Math.min(start, end))
  }
}

const endOfZip = 'PK\x05\x06'
/** The parts of every zip that is not empty: a file, an entry of its list, and an end. */
const zipParts = ['PK\x03\x04', 'PK\x01\x02', endOfZip]

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

/** Archives, and images of disks, that nothing here can open, by how they begin. */
const closedBeginnings: readonly (readonly [words: string, ...hex: string[]])[] = [
  ['an archive of 7-Zip', '377abcaf271c'],
  ['a RAR archive', '526172211a07', '52457e5e'],
  ['an xz archive', 'fd377a585a00'],
  [
    'an lzma archive',
    ...['0010', '0080', '0001', '0002', '0004', '0008', '1000'].map(size => `5d0000${size}`),
  ],
  ['a bzip2 archive', ...Array.from({ length: 9 }, (_, index) => `425a683${index + 1}`)],
  ['a Zstandard archive', '28b52ffd'],
  // Parts that are skipped may stand first.
  ['a Zstandard or LZ4 archive', ...Array.from({ length: 16 }, (_, index) => `5${index.toString(16)}2a4d18`)],
  ['an LZ4 archive', '04224d18', '02214c18'],
  ['an lzip archive', '4c5a4950'],
  ['a cabinet', '4d53434600000000'],
  ['an archive of compress', '1f9d', '1fa0', '1f1e'],
  ['a cpio archive', '303730373031', '303730373032', '303730373037'],
  ['an image of a disk', '68737173', '73717368', '4b444d56', '514649fb'],
]

const closedBytes = closedBeginnings.flatMap(([words, ...all]) =>
  all.map(hex => ({ words, start: Buffer.from(hex, 'hex') })),
)

/** The archives that programs look for behind other data, too. */
const closedAnywhere = closedBytes.filter(({ words }) => /7-Zip|RAR|cabinet/.test(words))

/** Names the kind of such an archive; brotli is known by its name alone. */
function closedArchive(names: readonly string[], bytes: Buffer): string | undefined {
  if (names.some(name => /\.br[. ]*$/i.test(name))) return 'an archive of brotli'
  if (/^-l[hz][\ds]-/.test(bytes.toString('latin1', 2, 7))) return 'an LHA archive'
  if (bytes.toString('latin1', 0x8001, 0x8006) === 'CD001') return 'an image of a disk'
  if (bytes.length > 512 && bytes.subarray(-512, -508).toString('latin1') === 'koly')
    return 'an image of a disk'
  return (
    closedBytes.find(({ start }) => bytes.subarray(0, start.length).equals(start)) ??
    closedAnywhere.find(({ start }) => bytes.includes(start))
  )?.words
}

type Opened = Omit<Item, 'level'>
type Opener = (item: Item, budget: Budget) => AsyncIterable<Opened> | Iterable<Opened>

/** The functions that read the contents of an archive of each kind, one after the other. */
const openers: Readonly<Record<Kind, Opener>> = {
  async *gzip({ name, bytes }, budget) {
    const unpacked = createGunzip()
    unpacked.end(bytes)
    const inner = name.replace(/\.t(?:ar\.)?gz$/i, '.tar').replace(/\.gz$/i, '')
    const content = await contentOf(unpacked, budget)
    yield { name: inner, otherNames: nameInGzip(bytes), ...content }
    const behind = bytes.subarray(content.isWhole ? unpacked.bytesWritten : bytes.length)
    if (behind.some(byte => byte !== 0)) yield { name: 'what is behind it', bytes: behind, isWhole: true }
  },

  *tar({ bytes }) {
    for (const { names, bytes: content } of tarEntries(bytes))
      yield { name: names.at(-1) ?? '', otherNames: names, bytes: content, isWhole: true }
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
      // Some programs read one of these names, and not the one above.
      const otherNames = [local.fileName, fileNameRaw].map(one => one.toString())
      yield { name, otherNames, ...(await contentOf(await openEntry(zip, entry, name), budget)) }
      const start = entry.relativeOffsetOfLocalHeader
      seen.push({ start, end: local.fileDataStart + entry.compressedSize })
    }
    const besides = around(bytes, seen)
    if (countIn(besides, 'PK\x03\x04') > 0) throw new Unseen('it holds files that its own list does not name')
    // Programs do not agree on which of them counts.
    if (countIn(besides, 'PK\x01\x02') > seen.length || countIn(besides, endOfZip) > 1)
      throw new Unseen('it has more than one list of what it holds')
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
  // A program that wrote the file in one go knew the size only behind it, or had no room for it here.
  const isOpen = compressedSize === 0 || compressedSize === 0xffffffff
  return (
    compressionMethod !== listed.compressionMethod || (!isOpen && compressedSize !== listed.compressedSize)
  )
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Returns the bytes between the files that the list of a zip names. */
function around(bytes: Buffer, seen: readonly Range[]): readonly Buffer[] {
  const gaps: Buffer[] = []
  let end = 0
  for (const range of [...seen].sort((one, other) => one.start - other.start)) {
    gaps.push(bytes.subarray(end, Math.max(end, range.start)))
    end = Math.max(end, range.end)
  }
  return [...gaps, bytes.subarray(end)]
}

/** How often something stands in bytes. */
function countIn(parts: readonly Buffer[], sign: string): number {
  let count = 0
  for (const part of parts)
    for (let at = part.indexOf(sign, 0, 'latin1'); at !== -1; at = part.indexOf(sign, at + 1, 'latin1'))
      count++
  return count
}

/** Reads the name that the packing program gave the file. */
function nameInGzip(bytes: Buffer): readonly string[] {
  const flags = bytes[3] ?? 0
  if ((flags & 8) === 0) return []
  const start = (flags & 4) === 0 || bytes.length < 12 ? 10 : 12 + bytes.readUInt16LE(10)
  const end = bytes.indexOf(0, start)
  return end === -1 ? [] : [bytes.toString('latin1', start, end)]
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
