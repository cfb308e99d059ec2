import type { Readable } from 'node:stream'
import type { HeaderList, Phases } from '../../../model/exchange.ts'
import type { Connection } from './connection.ts'
import { contentCodings, openDecoder, type Decoder } from './decoder.ts'
import { EngineError } from './engine-error.ts'
import { KeptBody } from '../../body/kept-body.ts'
import { phasesOf } from './phases.ts'
import type { Fault, WireBody, WireRequest, WireResponse } from './wire.ts'

/** How an attempt ended. */
export type AttemptEnd =
  | { readonly ok: true; readonly response: WireResponse; readonly phases: Phases }
  | {
      readonly ok: false
      readonly fault: Fault
      readonly phases: Phases
      /** The connection had been used before and ended without a single byte of an answer. */
      readonly stale: boolean
    }

/**
 * One request on one connection: the handler that undici calls as the answer comes in. It is written to undici's
 * original handler interface, the only one that tells of the first byte and gives header lines as they came.
 */
export class Attempt {
  /** Settled once, when the answer is complete or cannot be. */
  readonly end: Promise<AttemptEnd>
  readonly #connection: Connection
  readonly #startedAt: number
  readonly #body: KeptBody
  #resolve: ((end: AttemptEnd) => void) | undefined
  #abort: ((error: Error) => void) | undefined
  #sentAt: number | undefined
  #firstByteAt: number | undefined
  #status = 0
  #statusText = ''
  #headers: HeaderList | undefined
  #codings: readonly string[] = []
  #decoder: Decoder | undefined
  #resume: () => void = nothing
  #received = 0

  /** Begins at once. `startedAt` is on the clock of `performance.now()`. */
  constructor(connection: Connection, request: WireRequest, startedAt: number) {
    this.#connection = connection
    this.#startedAt = startedAt
    this.#body = new KeptBody(request.wantsBody)
    this.end = new Promise(resolve => (this.#resolve = resolve))
    const { path, method, headers, body } = request
    connection.dispatch({ path, method, headers: [...headers], body: openBody(body) }, this)
  }

  /** Ends the attempt for a reason of our own, even while it is still connecting. */
  stop(error: EngineError): void {
    this.#abort?.(error)
    this.#fail(error)
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort
    this.#sentAt = performance.now()
    if (this.#resolve === undefined) abort()
  }

  /** Also called for interim answers, which is why the last call counts. */
  onResponseStarted(): void {
    this.#firstByteAt = performance.now()
  }

  onHeaders(status: number, lines: readonly Buffer[], resume: () => void, statusText: string): boolean {
    if (status < 200) return true
    this.#status = status
    this.#statusText = statusText
    this.#headers = headerList(lines)
    this.#resume = resume
    const coding = headerValue(this.#headers, 'content-encoding')
    if (coding !== undefined) this.#codings = contentCodings(coding)
    return true
  }

  /** False asks undici to wait until `resume` is called. */
  onData(chunk: Buffer): boolean {
    this.#received += chunk.length
    if (this.#codings.length > 0 && this.#decoder === undefined) this.#openDecoder(chunk)
    if (this.#decoder !== undefined) return this.#decoder.write(chunk)
    this.#keep(chunk)
    return true
  }

  onComplete(): void {
    if (this.#decoder === undefined) this.#succeed()
    else this.#decoder.end()
  }

  onError(error: Error): void {
    if (this.#hasNoBody() && isLengthMismatch(error)) this.#succeed()
    else this.#fail(error)
  }

  /** These answers end with their headers and may still name a length (RFC 9110 section 8.6), which undici counts. */
  #hasNoBody(): boolean {
    return this.#received === 0 && (this.#status === 204 || this.#status === 304)
  }

  #openDecoder(first: Buffer): void {
    this.#decoder = openDecoder(this.#codings, first, {
      data: chunk => {
        this.#keep(chunk)
      },
      drained: () => {
        this.#resume()
      },
      ended: () => {
        this.#succeed()
      },
      failed: error => {
        this.stop(new EngineError('BAD_ENCODING', `${this.#codings.join(', ')}: ${error.message}`))
      },
    })
    if (this.#decoder === undefined) this.#codings = []
  }

  #keep(chunk: Buffer): void {
    if (!this.#body.add(chunk)) this.stop(new EngineError('BODY_TOO_LARGE'))
  }

  #succeed(): void {
    const { chunks, size, complete } = this.#body
    this.#settle({
      ok: true,
      response: {
        status: this.#status,
        statusText: this.#statusText,
        headers: this.#headers ?? [],
        chunks,
        size,
        complete,
      },
      phases: this.#phases(),
    })
  }

  #fail(error: Error): void {
    this.#decoder?.destroy()
    const announced = Number(headerValue(this.#headers ?? [], 'content-length') ?? NaN)
    this.#settle({
      ok: false,
      fault: {
        error,
        stage: this.#stage(),
        received: this.#received,
        ...(Number.isNaN(announced) ? {} : { announced }),
      },
      phases: this.#phases(),
      stale:
        this.#connection.times === undefined &&
        this.#sentAt !== undefined &&
        this.#firstByteAt === undefined &&
        !(error instanceof EngineError),
    })
  }

  #settle(end: AttemptEnd): void {
    this.#resolve?.(end)
    this.#resolve = undefined
  }

  #stage(): Fault['stage'] {
    if (this.#headers !== undefined) return 'body'
    if (this.#firstByteAt !== undefined) return 'headers'
    return this.#sentAt === undefined ? 'connecting' : 'waiting'
  }

  #phases(): Phases {
    return phasesOf(this.#startedAt, this.#connection.times, this.#sentAt, this.#firstByteAt)
  }
}

function isLengthMismatch(error: NodeJS.ErrnoException): boolean {
  return error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
}

function nothing(): void {
  // Nothing has been paused yet.
}

function openBody(body: WireBody | undefined): Buffer | Readable | null {
  if (body === undefined) return null
  return Buffer.isBuffer(body) ? body : body.open()
}

/** Header lines as pairs; the bytes of names and values are taken as ISO-8859-1 (RFC 9110 section 5.5). */
function headerList(lines: readonly Buffer[]): HeaderList {
  const list: [string, string][] = []
  for (let index = 0; index + 1 < lines.length; index += 2)
    list.push([lines[index]?.toString('latin1') ?? '', lines[index + 1]?.toString('latin1') ?? ''])
  return list
}

/** The values of all lines of that name, joined as RFC 9110 section 5.3 says. */
function headerValue(headers: HeaderList, name: string): string | undefined {
  let found: string | undefined
  for (const [lineName, value] of headers)
    if (lineName.length === name.length && lineName.toLowerCase() === name)
      found = found === undefined ? value : `${found}, ${value}`
  return found
}
