import { isUtf8 } from 'node:buffer'
import { encodingOf } from '../../util/text-encodings.ts'
import { BoundedCache } from '../../util/bounded-cache.ts'
import type { Maybe } from '../../util/maybe.ts'
import { prepared, type Prepared } from '../failure.ts'

/** The charset parameter of a content type, in lower case. */
export function charsetOf(contentType: string | undefined): string | undefined {
  if (contentType?.includes(';') !== true) return undefined
  const charset = charsets.get(contentType, findCharset)
  return charset === '' ? undefined : charset
}

/** Each answer and each body is asked, and nearly all of them have the same few types. */
const charsets = new BoundedCache<string>(100)

function findCharset(contentType: string): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? ''
}

/**
 * Bytes as text: by their byte order mark, else by the charset of their content type, else by what a document says of itself
 * (XML by RFC 7303, HTML by its `meta`), else as UTF-8. What is not valid becomes U+FFFD, and the mark itself is left out.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined): string {
  const charset = charsetOfBytes(bytes, contentType)
  if (isUtf8Name(charset) && bytes[0] !== 0xef) return bytes.toString('utf8')
  // An unknown charset: most likely a slip in the header of a UTF-8 answer.
  const encoding = encodingOf(charset ?? 'utf-8') ?? encodingOf('utf-8')
  return encoding?.decode(bytes) ?? ''
}

/** The charset that bytes with a content type are in, in lower case; undefined where nothing says it. */
export function charsetOfBytes(bytes: Buffer, contentType: string | undefined): string | undefined {
  return charsetOfMark(bytes) ?? namedCharset(bytes, contentType)
}

/** The charset that a content type names, or a document of that type names itself. */
export function namedCharset(bytes: Buffer, contentType: string | undefined): string | undefined {
  return charsetOf(contentType) ?? declaredCharset(bytes, contentType)
}

/** True where a body with this charset is UTF-8, as it is when nothing is said. */
export function isUtf8Name(charset: string | undefined): charset is undefined | 'utf-8' | 'utf8' {
  return charset === undefined || charset === 'utf-8' || charset === 'utf8'
}

/** The index of the first byte that makes it invalid UTF-8; undefined when nothing does. */
export function invalidUtf8At(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined
  const again = Buffer.from(bytes.toString('utf8'))
  return bytes.findIndex((byte, index) => byte !== again[index])
}

/** Text as bytes in the charset of its content type; XML without one there in the encoding that it declares. */
export function encodeText(text: string, contentType: string): Maybe<Prepared<Buffer>> {
  const charset = charsetOf(contentType) ?? (isXmlType(contentType) ? xmlDeclared(text) : undefined)
  if (isUtf8Name(charset)) return prepared(Buffer.from(text))
  return import('./encode-text.ts').then(({ encodeIn }) => encodeIn(text, charset))
}

function charsetOfMark(bytes: Buffer): string | undefined {
  const { 0: first, 1: second, 2: third } = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function declaredCharset(bytes: Buffer, contentType: string | undefined): string | undefined {
  if (contentType === undefined) return undefined
  const isHtml = htmlType.test(contentType)
  if (!isHtml && !isXmlType(contentType)) return undefined
  // XML 1.0, appendix F: the first characters of a declaration in two bytes each.
  const beginning = bytes.toString('latin1', 0, prescanned)
  if (beginning.startsWith('<\0?\0')) return 'utf-16le'
  if (beginning.startsWith('\0<\0?')) return 'utf-16be'
  const declared = xmlDeclared(beginning) ?? (isHtml ? metaCharset(beginning) : undefined)
  // A document that could be read so far has a byte for each character (HTML standard, section 13.2.3.2).
  return declared?.startsWith('utf-16') === true ? 'utf-8' : declared
}

/** Bytes in which a document says its encoding. */
const prescanned = 1024

const htmlType = /^\s*text\/html\b/i

function isXmlType(contentType: string): boolean {
  return /^[^;]*[/+]xml\s*(?:;|$)/i.test(contentType)
}

function xmlDeclared(text: string): string | undefined {
  return /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1]?.toLowerCase()
}

function metaCharset(text: string): string | undefined {
  const uncommented = text.replace(/<!--.*?(?:-->|$)/gs, '')
  const [, charset] = /<meta[\s/][^>]*?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(uncommented) ?? []
  return charset?.toLowerCase() === 'x-user-defined' ? 'windows-1252' : charset?.toLowerCase()
}
