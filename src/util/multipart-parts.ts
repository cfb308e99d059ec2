import { defined } from './defined.ts'

/** A part of a multipart body. */
export interface MultipartPart {
  readonly name?: string
  /** Set for a file. */
  readonly filename?: string
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded when it was base64. */
  readonly bytes: Uint8Array
}

/** The boundary that a content type names; undefined when it names none. */
export function multipartBoundary(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  return boundary === '' ? undefined : boundary
}

/** The parts of a multipart body (RFC 2046, section 5.1); none when the boundary is not there. */
export function multipartParts(body: Uint8Array, boundary: string): readonly MultipartPart[] {
  if (boundary === '') return []
  // Latin-1 keeps every byte as one character.
  const text = `\r\n${Buffer.from(body).toString('latin1')}`
  const [, ...pieces] = text.split(`\n--${boundary}`)
  return pieces.filter(piece => !piece.startsWith('--')).map(piece => partOf(piece.replace(/\r$/, '')))
}

function partOf(piece: string): MultipartPart {
  const [head, content] = splitOnce(piece.replace(/^[ \t]*\r?\n/, '\n'), /\r?\n\r?\n/)
  const headers = new Map(
    head
      .split(/\r?\n/)
      .filter(line => line.includes(':'))
      .map(line => splitOnce(line, /:/))
      .map(([name, value]) => [name.trim().toLowerCase(), value.trim()]),
  )
  const disposition = headers.get('content-disposition') ?? ''
  const name = utf8(/;\s*name="?([^";]*)"?/i.exec(disposition)?.[1])
  const filename = utf8(/;\s*filename="?([^";]*)"?/i.exec(disposition)?.[1])
  const isBase64 = headers.get('content-transfer-encoding')?.toLowerCase() === 'base64'
  return defined({ name, filename, headers, bytes: Buffer.from(content, isBase64 ? 'base64' : 'latin1') })
}

/** Clients write names as UTF-8 (RFC 7578, section 5.1). */
function utf8(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'latin1').toString()
}

function splitOnce(text: string, separator: RegExp): readonly [string, string] {
  const match = separator.exec(text)
  return match === null ? [text, ''] : [text.slice(0, match.index), text.slice(match.index + match[0].length)]
}
