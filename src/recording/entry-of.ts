import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { decompress as decompressZstd } from 'fzstd'
import { contentCodings } from '../actions/http/engine/decoder.ts'
import { mediaType } from '../compile/body-of-text.ts'
import type { Entry, EntryAnswer, RecordedBody, RecordedField } from '../formats/har/har-document.ts'
import type { HeaderList } from '../model/exchange.ts'
import { headerValue } from '../model/header-value.ts'
import { defined } from '../util/defined.ts'
import { multipartBoundary, type MultipartPart, multipartParts } from '../util/multipart-parts.ts'
import {
  headersIn,
  type RecordedExchange,
  type RecordedMessage,
  statusOf,
  targetOf,
} from './recorded-exchange.ts'

/** The largest body that is looked into, in bytes, as it was sent and unpacked. */
const largestRead = 1024 * 1024

/** Bodies of requests that are no text, or too long for one: they become files beside the suite. */
export class BodyFiles {
  readonly #folder: string
  readonly #files = new Map<string, Uint8Array>()

  /** `folder` is the name of the folder, as the suite sees it. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** The contents of each, by the name that the suite has for it. */
  get all(): ReadonlyMap<string, Uint8Array> {
    return this.#files
  }

  /** The name of a file with these bytes. */
  add(bytes: Uint8Array, name = ''): string {
    const [ending = '.bin'] = /\.[a-z\d]{1,8}$/i.exec(name) ?? []
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const file = `${this.#folder}/${digest}${ending.toLowerCase()}`
    this.#files.set(file, bytes)
    return file
  }
}

/** An entry of a session that went through a recorder. */
export type RecordedEntry = Entry & { readonly answer?: ReadAnswer }

/** An exchange as an entry of a recording, whose bodies are read when they are asked for. */
export function entryOf(
  exchange: RecordedExchange,
  index: number,
  origin: string,
  files: BodyFiles,
): RecordedEntry {
  const { request, answer } = exchange
  const { method, target } = targetOf(request)
  const headers = headersIn(request)
  const answered = answer === undefined ? undefined : answerOf(answer)
  const lines = answered?.headers ?? []
  return {
    ...{ index, method, url: origin + target, resourceType: '' },
    headers: isPacked(headers) ? headers.filter(([name]) => !/^content-encoding$/i.test(name)) : headers,
    body: request.body.size === 0 ? undefined : bodyOf(request, headers, files),
    status: answer === undefined ? 0 : statusOf(answer),
    answerType: mediaType(headerValue(lines, 'content-type') ?? ''),
    setsCookies: lines.flatMap(([name, line]) =>
      name.toLowerCase() === 'set-cookie' ? [line.split('=', 1)[0]?.trim() ?? ''] : [],
    ),
    ...defined({ answer: answered }),
  }
}

/** An answer, of which bodies of a usual size are read. */
export interface ReadAnswer extends EntryAnswer {
  /** SHA-256 of the body, in hex; undefined for none, and for one that is not read. */
  digest(): string | undefined
}

/** An answer, with its body as text where it is one. */
export function answerOf(message: RecordedMessage): ReadAnswer {
  const headers = headersIn(message)
  const read = (): Buffer | undefined =>
    message.body.size > largestRead ? undefined : unpacked(message.body.bytes(), headers)
  return {
    headers,
    text: () => {
      const bytes = read()
      return bytes !== undefined && isText(bytes) ? bytes.toString() : undefined
    },
    digest: () => {
      const bytes = read()
      return bytes === undefined || bytes.length === 0
        ? undefined
        : createHash('sha256').update(bytes).digest('hex')
    },
  }
}

function bodyOf({ body }: RecordedMessage, headers: HeaderList, files: BodyFiles): RecordedBody {
  const type = headerValue(headers, 'content-type') ?? ''
  const bytes = unpacked(body.bytes(), headers) ?? body.bytes()
  const boundary = /^multipart\/form-data/i.test(type) ? multipartBoundary(type) : undefined
  if (boundary !== undefined)
    return {
      type,
      text: undefined,
      fields: multipartParts(bytes, boundary).map(part => fieldOf(part, files)),
    }
  if (bytes.length <= largestRead && isText(bytes)) return { type, text: bytes.toString(), fields: [] }
  const file = files.add(bytes)
  return {
    type,
    text: undefined,
    fields: [{ name: '', value: '', filename: file.replace(/.*\//, ''), file }],
  }
}

function fieldOf(part: MultipartPart, files: BodyFiles): RecordedField {
  const { name = '', filename, bytes, headers } = part
  const others = [...headers].filter(
    ([line]) => !/^content-(?:disposition|type|length|transfer-encoding)$/.test(line),
  )
  const isShown = bytes.length <= largestRead && isText(Buffer.from(bytes)) && bytes.length > 0
  return {
    name,
    value: isShown ? Buffer.from(bytes).toString() : '',
    ...defined({
      filename,
      type: headers.get('content-type'),
      file: isShown ? undefined : files.add(bytes, filename),
      headers: others.length === 0 ? undefined : Object.fromEntries(others),
    }),
  }
}

function isText(bytes: Buffer): boolean {
  return (
    isUtf8(bytes) && !/(?![\t\n\v\f\r])\p{Cc}/u.test(bytes.toString('utf8', 0, 4096)) && !bytes.includes(0)
  )
}

function isPacked(headers: HeaderList): boolean {
  const codings = contentCodings(headerValue(headers, 'content-encoding') ?? '')
  return codings.length > 0 && codings.every(coding => Object.hasOwn(unpackers, coding))
}

type Unpacker = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer

const unpackers: Readonly<Record<string, Unpacker>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: bytes => Buffer.from(decompressZstd(bytes)),
}

/** Undefined for what cannot be unpacked, or is too long then. */
function unpacked(bytes: Buffer, headers: HeaderList): Buffer | undefined {
  const codings = contentCodings(headerValue(headers, 'content-encoding') ?? '')
  try {
    let plain = bytes
    for (const coding of [...codings].reverse()) {
      const unpack = unpackers[coding]
      if (unpack === undefined) return undefined
      plain = unpack(plain, { maxOutputLength: largestRead })
    }
    return plain
  } catch {
    return undefined
  }
}
