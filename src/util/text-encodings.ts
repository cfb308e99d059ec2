import { TextDecoder } from 'node:util'

/** An encoding of the Encoding standard. */
export interface TextEncoding {
  /** Its name in the standard, in small letters. */
  readonly name: string
  decode(bytes: Buffer): string
}

/** The upper half of encodings that Node does not know, or takes for another: windows-1252 for ISO-8859-1. */
const upperHalves: Readonly<Record<string, string>> = {
  'windows-1252': `€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ${characters(0xa0, 0xff)}`,
  'iso-8859-16': `${characters(0x80, 0xa0)}ĄąŁ€„Š§š©Ș«Ź\xadźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ`,
  'x-user-defined': characters(0xf780, 0xf7ff),
}

function characters(first: number, last: number): string {
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

/** Encodings by the labels they were asked for by. */
const known = new Map<string, TextEncoding | undefined>()

/** More labels than this are not remembered: servers may make them up. */
const mostKnown = 200

/** The encoding that a label such as `latin1` stands for (Encoding standard, section 4.2); undefined for one that is none. */
export function encodingOf(label: string): TextEncoding | undefined {
  const lower = label.toLowerCase()
  if (known.has(lower)) return known.get(lower)
  const encoding = makeEncoding(lower)
  if (known.size < mostKnown) known.set(lower, encoding)
  return encoding
}

function makeEncoding(label: string): TextEncoding | undefined {
  const decoder = decoderOf(label)
  const name = decoder?.encoding ?? label
  const upperHalf = upperHalves[name]
  if (upperHalf !== undefined)
    return {
      name,
      decode: bytes =>
        bytes
          .toString('latin1')
          .replace(/[\x80-\xff]/g, character => upperHalf.charAt(character.charCodeAt(0) - 0x80)),
    }
  return decoder && { name, decode: bytes => decoder.decode(bytes) }
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}
