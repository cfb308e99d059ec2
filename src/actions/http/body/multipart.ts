import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { previewLimit, type SentPart } from '../../../model/exchange.ts'
import type { JsonValue } from '../../../model/json.ts'
import { formatSize } from '../../../util/quantity.ts'
import { previewOf } from '../../body/preview.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { type Part, readParts, withNetworkLineBreaks } from './multipart-parts.ts'
import type { PreparedBody } from './prepared-body.ts'
import { multipartBoundary } from '../../../util/multipart-parts.ts'
import { defined } from '../../../util/defined.ts'

/**
 * Fields and files as multipart/form-data (the encoding algorithm of the HTML standard), or parts as another kind of multipart
 * (RFC 2046, section 5.1). Files are read while they are sent; the length is known before.
 */
export async function multipartBody(
  value: JsonValue,
  contentType: string | undefined,
  directory: string,
): Promise<Prepared<PreparedBody>> {
  const type = contentType ?? formType
  const isForm = type.split(';', 1)[0]?.trim().toLowerCase() === formType
  const parts = await readParts(value, directory, isForm)
  if (!parts.ok) return parts
  const given = multipartBoundary(type)
  const boundary = given ?? `apitest-${randomUUID()}`
  const pieces = piecesOf(parts.value, boundary, isForm)
  const size = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0)
  const summary = parts.value.map(summarize).join('\n')
  return prepared({
    wire: { size, open: () => Readable.from(readPieces(pieces), { objectMode: false }) },
    contentType: given === undefined ? `${type}; boundary=${boundary}` : type,
    preview: previewOf(summary, size),
    source: {
      kind: 'multipart',
      ...(isForm ? {} : { type }),
      parts: parts.value.map(sentPart),
    },
  })
}

type Piece = Buffer | Extract<Part['content'], { open(): Readable }>

function piecesOf(parts: readonly Part[], boundary: string, isForm: boolean): readonly Piece[] {
  const pieces: Piece[] = []
  for (const part of parts) {
    pieces.push(
      Buffer.from(`--${boundary}\r\n${partHead(part, isForm)}\r\n`),
      part.content,
      Buffer.from('\r\n'),
    )
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return pieces
}

async function* readPieces(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces)
    if (Buffer.isBuffer(piece)) yield piece
    else yield* piece.open()
}

function sentPart({ name, filename, contentType, headers, content, text }: Part): SentPart {
  return defined({
    name,
    filename,
    contentType,
    headers,
    ...(Buffer.isBuffer(content) ? {} : { file: content.path }),
    ...(text === undefined || text.length > previewLimit ? {} : { text }),
  })
}

function summarize(part: Part): string {
  const type = part.contentType === undefined ? '' : ` (${part.contentType})`
  if (Buffer.isBuffer(part.content)) return `${part.name}: ${part.text ?? ''}${type}`
  return `${part.name}: <file ${part.filename ?? ''}, ${formatSize(part.content.size)}>${type}`
}

/** The header lines of a part, each with its line break. Only in a form it has a name. */
function partHead({ name, filename, contentType, headers = [] }: Part, isForm: boolean): string {
  const own = new Set(headers.map(([line]) => line.toLowerCase()))
  const file = filename === undefined ? '' : `; filename="${escapeQuoted(filename)}"`
  const form = `form-data; name="${escapeQuoted(withNetworkLineBreaks(name))}"`
  const disposition = isForm ? form : file === '' ? undefined : 'attachment'
  const made = [
    ...(disposition === undefined ? [] : [['Content-Disposition', disposition + file] as const]),
    ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
  ].filter(([line]) => !own.has(line.toLowerCase()))
  return [...made, ...headers].map(([line, value]) => `${line}: ${value}\r\n`).join('')
}

const formType = 'multipart/form-data'

/** HTML standard, "escape a multipart/form-data name": UTF-8 stays, what would end the quoted text does not. */
function escapeQuoted(text: string): string {
  return text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}
