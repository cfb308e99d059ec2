import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { previewLimit, type SentPart } from '../../../model/exchange.ts'
import type { JsonValue } from '../../../model/json.ts'
import { formatSize } from '../../../util/quantity.ts'
import { previewOf } from '../../body/preview.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { type Part, readParts, withNetworkLineBreaks } from './multipart-parts.ts'
import type { PreparedBody } from './prepared-body.ts'
import { defined } from '../../../util/defined.ts'

/**
 * Fields and files as multipart/form-data (the encoding algorithm of the HTML standard). Files are read while they are
 * sent; the length is known before.
 */
export async function multipartBody(value: JsonValue, directory: string): Promise<Prepared<PreparedBody>> {
  const parts = await readParts(value, directory)
  if (!parts.ok) return parts
  const boundary = `apitest-${randomUUID()}`
  const pieces = piecesOf(parts.value, boundary)
  const size = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0)
  const summary = parts.value.map(summarize).join('\n')
  return prepared({
    wire: { size, open: () => Readable.from(readPieces(pieces), { objectMode: false }) },
    contentType: `multipart/form-data; boundary=${boundary}`,
    preview: previewOf(summary, size),
    source: { kind: 'multipart', parts: parts.value.map(sentPart) },
  })
}

type Piece = Buffer | Extract<Part['content'], { open(): Readable }>

function piecesOf(parts: readonly Part[], boundary: string): readonly Piece[] {
  const pieces: Piece[] = []
  for (const part of parts) {
    pieces.push(Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n`), part.content, Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return pieces
}

async function* readPieces(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces)
    if (Buffer.isBuffer(piece)) yield piece
    else yield* piece.open()
}

function sentPart({ name, filename, contentType, content, text }: Part): SentPart {
  return defined({
    name,
    filename,
    contentType,
    ...(Buffer.isBuffer(content) ? {} : { file: content.path }),
    ...(text === undefined || text.length > previewLimit ? {} : { text }),
  })
}

function summarize(part: Part): string {
  const type = part.contentType === undefined ? '' : ` (${part.contentType})`
  if (Buffer.isBuffer(part.content)) return `${part.name}: ${part.text ?? ''}${type}`
  return `${part.name}: <file ${part.filename ?? ''}, ${formatSize(part.content.size)}>${type}`
}

/** The header lines of a part, each with its line break. */
function partHead(part: Pick<Part, 'name' | 'filename' | 'contentType'>): string {
  const filename = part.filename === undefined ? '' : `; filename="${escapeQuoted(part.filename)}"`
  const type = part.contentType === undefined ? '' : `Content-Type: ${part.contentType}\r\n`
  const name = escapeQuoted(withNetworkLineBreaks(part.name))
  return `Content-Disposition: form-data; name="${name}"${filename}\r\n${type}`
}

/** HTML standard, "escape a multipart/form-data name": UTF-8 stays, what would end the quoted text does not. */
function escapeQuoted(text: string): string {
  return text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}
