import type { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import type { Message } from './connection.ts'
import { EngineError } from './engine-error.ts'
import { bytesOf } from './header-list.ts'
import type { StreamedBody, WireBody } from './wire.ts'

/** A body up to this size is copied behind its head, so that both are one piece: the copy takes less time than a second piece. */
const smallBody = 16 * 1024

/** Methods whose content means something (RFC 9110 section 9.3): a request without any says so. */
const withContent = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH'])

/** A request without its path: the same for each that has no body, and the same method and header lines. */
export interface RequestForm {
  readonly method: string
  readonly headers: readonly string[]
  /** The text that is written behind the path, with the empty line at its end, and a byte in each character. */
  readonly rest: string
  /**
   * True where another request may go by the same connection. A server that does not expect the body of a GET may take it for
   * the next request, and one may send a body behind the head that answers a HEAD.
   */
  readonly keepsOpen: boolean
  /** True where the body goes out in chunks: one that is read while it is sent, in a request that leaves its length out. */
  readonly isChunked: boolean
}

/**
 * Writes the head of a request but its path (RFC 9112 section 3). `host` is for the request that names none itself. Throws an
 * EngineError for what cannot be written.
 */
export function requestForm({ method, headers, body }: Message, host: string): RequestForm {
  const block = headerBlock(headers)
  const size = body === undefined ? 0 : sizeOf(body)
  const { lengths } = block
  if (size > 0 && lengths.some(length => length !== size)) throw new EngineError('BODY_LENGTH')
  const closes = block.closes || method === 'HEAD'
  const isChunked = size > 0 && lengths.length === 0 && !Buffer.isBuffer(body)
  const length = isChunked
    ? 'transfer-encoding: chunked\r\n'
    : size > 0 || withContent.has(method)
      ? `content-length: ${size}\r\n`
      : ''
  const connection = closes ? 'close' : 'keep-alive'
  return {
    method,
    headers,
    rest: inOnePiece(
      ` HTTP/1.1\r\nhost: ${block.host ?? host}\r\nconnection: ${connection}\r\n${block.lines}${length}\r\n`,
    ),
    keepsOpen: !closes && (size === 0 || withContent.has(method)),
    isChunked,
  }
}

/** V8 keeps a text that was put together as its parts, and goes through them each time that it is written. */
function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

/** The head of a request of that form. Throws an EngineError for a path that cannot be written. */
export function requestHead({ method, rest }: RequestForm, path: string): string {
  if (/[^\x21-\xff]/.test(path)) throw new EngineError('BAD_REQUEST', `the path "${path}" cannot be sent`)
  return `${method} ${path}${rest}`
}

/** The content of header lines. */
interface HeaderBlock {
  /** Lines that are written as they are given. */
  readonly lines: string
  /** Undefined where the request leaves it to the connection. */
  readonly host: string | undefined
  /** The lengths that the request states. */
  readonly lengths: readonly number[]
  readonly closes: boolean
}

/** Reads header lines, names and values in turn. Throws an EngineError for what cannot be written. */
function headerBlock(headers: readonly string[]): HeaderBlock {
  let lines = ''
  let host: string | undefined
  const lengths: number[] = []
  let closes = false
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const given = headers[index + 1] ?? ''
    const value = isPlain.test(given) ? given : unusualValue(name, given)
    const settled = settledLengths.has(name.length) ? settledNames.get(name.toLowerCase()) : undefined
    if (settled === undefined) lines += `${name}: ${value}\r\n`
    else if (settled === 'host') host = value
    else if (settled === 'connection') closes ||= /(?:^|,)\s*close\s*(?:,|$)/i.test(value)
    else if (settled === 'length') lengths.push(statedLength(value))
    else throw new EngineError('BAD_REQUEST', `header "${name}" cannot be set: it belongs to the connection`)
  }
  return { lines, host, lengths, closes }
}

/** Nearly every value. */
const isPlain = /^[\t\x20-\x7e]*$/

/** A value beyond ASCII as it is written; one that would end its line, or has other control characters, is not (RFC 9110 section 5.5). */
function unusualValue(name: string, given: string): string {
  const value = bytesOf(given)
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new EngineError('BAD_REQUEST', `header "${name}" cannot be sent as it is`)
  return value
}

/** Headers that are not written as the others are, by their names in lower case. */
const settledNames: ReadonlyMap<string, 'host' | 'length' | 'connection' | 'refused'> = new Map([
  ['host', 'host'],
  ['connection', 'connection'],
  ['content-length', 'length'],
  ['transfer-encoding', 'refused'],
  ['keep-alive', 'refused'],
  ['upgrade', 'refused'],
  ['expect', 'refused'],
])
const settledLengths = new Set(Array.from(settledNames.keys(), name => name.length))

function statedLength(value: string): number {
  if (/^\d+$/.test(value)) return Number(value)
  throw new EngineError('BAD_REQUEST', `header "content-length" is no length: ${value}`)
}

function sizeOf(body: WireBody): number {
  return Buffer.isBuffer(body) ? body.length : body.size
}

/** Writes a head, and the body behind it that is there already. */
export function writeWhole(socket: Socket, head: string, body: Buffer): void {
  if (body.length === 0) socket.write(head)
  else if (body.length <= smallBody) {
    const whole = Buffer.allocUnsafe(head.length + body.length)
    whole.write(head, 'latin1')
    body.copy(whole, head.length)
    socket.write(whole)
  } else {
    socket.cork()
    socket.write(head)
    socket.write(body)
    socket.uncork()
  }
}

/** Writes a body while it is read, no faster than the other side takes it. Its head goes out with its first piece. */
export class StreamedRequest {
  readonly #socket: Socket
  readonly #body: Readable
  readonly #failed: (error: Error) => void
  readonly #isChunked: boolean
  #head: string
  #left: number
  #isOver = false

  /** `failed` is called when the body cannot be read, or has not as many bytes as it should. */
  constructor(
    socket: Socket,
    { head, isChunked }: { readonly head: string; readonly isChunked: boolean },
    body: StreamedBody,
    failed: (error: Error) => void,
  ) {
    this.#socket = socket
    this.#head = head
    this.#isChunked = isChunked
    this.#left = body.size
    this.#failed = failed
    this.#body = body.open()
    this.#body.on('data', this.#write).on('end', this.#end).on('error', this.#fail)
    socket.on('drain', this.#resume)
  }

  /** True where all of it has been written. */
  get isWritten(): boolean {
    return this.#left === 0
  }

  /** Writes no more of it. */
  stop(): void {
    this.#isOver = true
    this.#socket.off('drain', this.#resume)
    this.#body.destroy()
  }

  readonly #write = (piece: Buffer): void => {
    if (this.#isOver) return
    if (piece.length > this.#left) {
      this.#fail(new EngineError('BODY_LENGTH'))
      return
    }
    this.#left -= piece.length
    this.#socket.cork()
    if (this.#head !== '') this.#socket.write(this.#head)
    this.#head = ''
    // RFC 9112 section 7.1.
    if (this.#isChunked) this.#socket.write(`${piece.length.toString(16)}\r\n`)
    let takesMore = this.#socket.write(piece)
    if (this.#isChunked) takesMore = this.#socket.write(this.#left === 0 ? '\r\n0\r\n\r\n' : '\r\n')
    if (!takesMore) this.#body.pause()
    this.#socket.uncork()
  }

  readonly #resume = (): void => {
    this.#body.resume()
  }

  readonly #end = (): void => {
    if (this.#left > 0) this.#fail(new EngineError('BODY_LENGTH'))
    else this.stop()
  }

  readonly #fail = (error: Error): void => {
    if (this.#isOver) return
    this.stop()
    this.#failed(error)
  }
}
