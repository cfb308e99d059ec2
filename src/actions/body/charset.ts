import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

/** The charset parameter of a content type, in lower case. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return contentType && /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase()
}

/**
 * Bytes as text: by their byte order mark, else by the charset, else as UTF-8 (the URL standard's order). What is not
 * valid becomes U+FFFD, and the mark itself is left out.
 */
export function decodeText(bytes: Buffer, charset: string | undefined): string {
  const marked = charsetOfMark(bytes)
  if (marked === undefined && isUtf8Name(charset)) return bytes.toString('utf8')
  return decoderOf(marked ?? charset ?? 'utf-8').decode(bytes)
}

/** Whether a body with this charset is UTF-8, as it is when nothing is said. */
export function isUtf8Name(charset: string | undefined): boolean {
  return charset === undefined || charset === 'utf-8' || charset === 'utf8'
}

/** The index of the first byte that makes it invalid UTF-8; undefined when nothing does. */
export function invalidUtf8At(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined
  const again = Buffer.from(bytes.toString('utf8'))
  return bytes.findIndex((byte, index) => byte !== again[index])
}

/** Text as bytes in the charset of its content type, as far as Node knows it; else as UTF-8. */
export function encodeText(text: string, contentType: string): Buffer {
  return Buffer.from(text, encodings[charsetOf(contentType) ?? 'utf-8'] ?? 'utf8')
}

const encodings: Readonly<Record<string, BufferEncoding>> = {
  'iso-8859-1': 'latin1',
  latin1: 'latin1',
  'utf-16le': 'utf16le',
}

function charsetOfMark(bytes: Buffer): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    // An unknown charset: most likely a slip in the header of a UTF-8 answer.
    return new TextDecoder()
  }
}
