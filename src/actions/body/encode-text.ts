import { encodingOf } from '../../util/text-encodings.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'

/** How the characters of an encoding are written; undefined for one that it lacks. */
type Writer = (character: string) => readonly number[] | undefined

/** Text as bytes in a charset, by its label. A character that it lacks is a failure: no server would read what was meant. */
export function encodeIn(text: string, charset: string): Prepared<Buffer> {
  const name = encodingOf(charset)?.name
  if (name === 'utf-8') return prepared(Buffer.from(text))
  if (name?.startsWith('utf-16')) return prepared(utf16(text, charset, name))
  const writer = name === undefined ? ascii : writerOf(charset, name)
  const bytes: number[] = []
  let at = 0
  for (const character of text) {
    const written = writer(character)
    if (written === undefined) return lacking(text, at, character, charset, name)
    for (const byte of written) bytes.push(byte)
    at += character.length
  }
  if (name === 'iso-2022-jp') bytes.push(...(writer('') ?? []))
  return prepared(Buffer.from(bytes))
}

function lacking(
  text: string,
  at: number,
  character: string,
  charset: string,
  name: string | undefined,
): Prepared<never> {
  const before = text.slice(0, at).split('\n')
  const place = `line ${before.length}, character ${Array.from(before.at(-1) ?? '').length + 1}`
  if (name === undefined)
    return unfit(
      `the charset "${charset}" is not known, and ${JSON.stringify(character)} (${place}) is not the same in all`,
      'Name one of the Encoding standard in the content type, such as utf-8.',
    )
  return unfit(
    `the charset "${charset}" lacks ${JSON.stringify(character)} (${place})`,
    name === 'windows-1252'
      ? 'Name windows-1252 or utf-8 in the content type, if the server reads that.'
      : 'Name utf-8 in the content type, if the server reads that.',
  )
}

/** RFC 2781: `utf-16` has a mark, the others say by their names which byte is first. */
function utf16(text: string, charset: string, name: string): Buffer {
  if (name === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  return Buffer.from(charset.toLowerCase() === 'utf-16' ? `\uFEFF${text}` : text, 'utf16le')
}

const ascii: Writer = character => {
  const code = character.charCodeAt(0)
  return code < 0x80 ? [code] : undefined
}

/** By charset, as each takes a while to make. */
const writers = new Map<string, Writer>()

function writerOf(charset: string, name: string): Writer {
  if (name === 'iso-2022-jp') return switchingWriter()
  const label = charset.toLowerCase()
  let writer = writers.get(label)
  if (writer === undefined) writers.set(label, (writer = makeWriter(label, name)))
  return writer
}

/**
 * Makes a writer from the decoder of an encoding, which tells the character of each byte, and of each two. A label such
 * as `iso-8859-1` stands for an encoding with more characters, which only some servers read by it: those are left out.
 */
function makeWriter(label: string, name: string): Writer {
  const codes = new Map<string, readonly number[]>()
  const add = (...bytes: readonly number[]): void => {
    const text = encodingOf(name)?.decode(Buffer.from(bytes)) ?? ''
    const isOne = Array.from(text).length === 1 && text !== '\ufffd'
    if (isOne && (!codes.has(text) || lastOfBig5.has(text))) codes.set(text, bytes)
  }
  for (let byte = 0; byte < 0x80; byte++) codes.set(String.fromCharCode(byte), [byte])
  const [controls, first] = upperBytes(label, name)
  for (let byte = 0x80; byte < controls; byte++) codes.set(String.fromCharCode(byte), [byte])
  for (let byte = first; byte <= 0xff; byte++) add(byte)
  for (const lead of leadsOf(name))
    for (const trail of numbers(
      name === 'euc-jp' ? 0xa1 : 0x30,
      name === 'euc-jp' && lead === 0x8e ? 0xdf : 0xfe,
    ))
      add(lead, trail)
  addAliases(codes, name)
  return name === 'gb18030' ? withFourBytes(codes) : character => codes.get(character)
}

/** Characters that are twice in Big5 and are written as they come last (Encoding standard, section 12.1.2). */
const lastOfBig5: ReadonlySet<string> = new Set(['\u5341', '\u5345'])

/** The byte up to which a charset has controls beyond ASCII, and the first of its own characters. */
function upperBytes(label: string, name: string): readonly [controls: number, first: number] {
  if (name === 'gb18030' || /ascii|^ansi_x3/.test(label)) return [0x80, 0x1_00]
  const isIso = name.startsWith('windows-') && !/^windows|^x-cp|^cp125|^dos/.test(label)
  return isIso ? [0xa0, 0xa0] : [0x80, 0x80]
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The first bytes of characters of two, in the order in which those that are there twice are chosen. */
function leadsOf(name: string): readonly number[] {
  if (name === 'big5') return numbers(0xa1, 0xfe)
  if (name === 'shift_jis') return [...numbers(0x81, 0x9f), ...numbers(0xe0, 0xec), ...numbers(0xef, 0xfc)]
  return ['euc-jp', 'euc-kr', 'gbk', 'gb18030'].includes(name) ? numbers(0x81, 0xfe) : []
}

/** Characters that the standard writes as their likes in Japanese encodings. */
function addAliases(codes: Map<string, readonly number[]>, name: string): void {
  if (name !== 'shift_jis' && name !== 'euc-jp') return
  for (const [one, like] of [
    ['\u2212', '\uff0d'],
    ['\uff0d', '\u2212'],
    ['\u301c', '\uff5e'],
    ['\uff5e', '\u301c'],
  ] as const) {
    const bytes = codes.get(like)
    if (!codes.has(one) && bytes !== undefined) codes.set(one, bytes)
  }
}

/** The characters of the basic plane that gb18030 writes in four bytes, and those beyond it, which are in order. */
function withFourBytes(codes: Map<string, readonly number[]>): Writer {
  const inFour = Buffer.from(Array.from({ length: 39_420 }, (_, index) => fourBytes(index)).flat())
  let index = 0
  for (const character of encodingOf('gb18030')?.decode(inFour) ?? '') {
    if (!codes.has(character)) codes.set(character, fourBytes(index))
    index++
  }
  return character => {
    const code = character.codePointAt(0) ?? 0
    return code >= 0x1_00_00 ? fourBytes(189_000 + code - 0x1_00_00) : codes.get(character)
  }
}

function fourBytes(pointer: number): readonly number[] {
  return [
    0x81 + Math.floor(pointer / 12_600),
    0x30 + (Math.floor(pointer / 1260) % 10),
    0x81 + (Math.floor(pointer / 10) % 126),
    0x30 + (pointer % 10),
  ]
}

/** ISO-2022-JP has the codes of EUC-JP in seven bits, between marks that switch to them and back; an empty text switches back. */
function switchingWriter(): Writer {
  const codes = writerOf('euc-jp', 'euc-jp')
  let isAscii = true
  const switched = (toAscii: boolean): readonly number[] => {
    if (isAscii === toAscii) return []
    isAscii = toAscii
    return [0x1b, ...(toAscii ? [0x28, 0x42] : [0x24, 0x42])]
  }
  return character => {
    if (character === '') return switched(true)
    if (character.charCodeAt(0) < 0x80) return [...switched(true), character.charCodeAt(0)]
    const wide = /[\uff61-\uff9f]/.test(character) ? character.normalize('NFKC') : character
    const [first = 0, second] = codes(wide) ?? []
    return second === undefined ? undefined : [...switched(false), first & 0x7f, second & 0x7f]
  }
}
