import { once } from 'node:events'
import { type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import { rpcStatuses } from '../../actions/grpc/statuses.ts'
import type { HeaderList } from '../../model/exchange.ts'
import { formatSize } from '../../util/quantity.ts'
import { largestBody } from '../read-request.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** A status of gRPC by its name. */
export type RpcStatus = (typeof rpcStatuses)[number]

/** Why a call cannot be read. */
export class RpcError extends Error {
  readonly status: RpcStatus

  constructor(status: RpcStatus, message: string) {
    super(message)
    this.status = status
  }
}

/** How a call ends. */
export interface RpcEnding {
  readonly status: RpcStatus
  readonly message?: string
  readonly trailers?: HeaderList
}

/** One call as a server has it on the wire (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md). */
export class RpcStream {
  /** `/package.Service/Method`. */
  readonly path: string
  /** The headers that came in front of the messages, names and values in turn. */
  readonly rawHeaders: readonly string[]
  readonly #stream: ServerHttp2Stream
  readonly #encoding: string
  readonly #gone = new AbortController()
  #hasBegun = false
  #hasEnded = false
  #brokenOff: RpcStatus | undefined
  #trailers: Record<string, string | string[]> = {}

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]) {
    this.#stream = stream
    this.path = headers[':path'] ?? '/'
    this.rawHeaders = withoutPseudo(rawHeaders)
    this.#encoding = String(headers['grpc-encoding'] ?? 'identity')
    stream.on('error', () => undefined)
    stream.on('wantTrailers', () => {
      stream.sendTrailers(this.#trailers)
    })
    const timeout = timeoutOf(headers['grpc-timeout'])
    const begun = monotonicTime()
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            if (!this.#isClosed) this.#brokenOff = 'DEADLINE_EXCEEDED'
            this.end({ status: 'DEADLINE_EXCEEDED', message: 'the deadline of the call has passed' })
            this.#gone.abort()
          }, timeout)
    stream.once('close', () => {
      clearTimeout(timer)
      // Clients that have waited long enough mostly say so first.
      const isLate = timeout !== undefined && monotonicTime() - begun > timeout * 0.9
      if (!this.#hasEnded) this.#brokenOff = isLate ? 'DEADLINE_EXCEEDED' : 'CANCELLED'
      this.#gone.abort()
    })
  }

  /** Aborted when the client has gone, or its deadline has passed. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** How the call ended before it was answered, if so: its deadline has passed, or the client has gone. */
  get brokenOff(): RpcStatus | undefined {
    return this.#brokenOff
  }

  /** The messages of the client, unpacked, until it says no more. Throws an RpcError for what cannot be read. */
  async *messages(): AsyncGenerator<Buffer> {
    let [chunks, size, needed] = [[] as Buffer[], 0, prefixSize]
    for await (const chunk of this.#stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size < needed) continue
      let rest = Buffer.concat(chunks, size)
      for (;;) {
        const length = rest.length < prefixSize ? 0 : rest.readUInt32BE(1)
        if (length > largestBody) throw tooLarge(length)
        needed = prefixSize + length
        if (rest.length < needed) break
        yield await this.#unpacked(rest[0] === 1, rest.subarray(prefixSize, needed))
        rest = rest.subarray(needed)
      }
      ;[chunks, size] = [[rest], rest.length]
    }
    if (size > 0) throw new RpcError('INTERNAL', 'the last message is not complete')
  }

  /** Sends what stands in front of the messages. */
  begin(metadata: HeaderList = []): void {
    if (this.#hasBegun || this.#isClosed) return
    this.#hasBegun = true
    this.#stream.respond({ ...ownHeaders, ...grouped(metadata) }, { waitForTrailers: true })
  }

  /** Sends a message; settled when more can be sent. */
  async send(message: Uint8Array): Promise<void> {
    this.begin()
    if (this.#isClosed) return
    const prefix = Buffer.alloc(prefixSize)
    prefix.writeUInt32BE(message.length, 1)
    if (this.#stream.write(Buffer.concat([prefix, message]))) return
    await once(this.#stream, 'drain', { signal: this.gone }).catch(() => undefined)
  }

  /** Ends the call; what is said after is not heard. */
  end({ status, message = '', trailers = [] }: RpcEnding): void {
    if (this.#isClosed) return
    this.#hasEnded = true
    this.#trailers = {
      'grpc-status': String(rpcStatuses.indexOf(status)),
      ...(message === '' ? {} : { 'grpc-message': percentEncoded(message) }),
      ...grouped(trailers),
    }
    const stream = this.#stream
    if (this.#hasBegun) stream.end()
    else stream.respond({ ...ownHeaders, ...this.#trailers }, { endStream: true })
    // Data that still comes is of no interest; a client that knows the end stops by itself.
    stream.resume()
  }

  get #isClosed(): boolean {
    return this.#hasEnded || this.#stream.closed || this.#stream.destroyed
  }

  async #unpacked(isPacked: boolean, bytes: Buffer): Promise<Buffer> {
    if (!isPacked) return bytes
    const unpack = unpackers.get(this.#encoding)
    if (unpack === undefined) throw new RpcError('INTERNAL', `a message is packed by ${this.#encoding}`)
    try {
      return await unpack(bytes, { maxOutputLength: largestBody })
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(undefined)
      throw new RpcError('INTERNAL', `a message cannot be unpacked: ${message}`)
    }
  }

  /** Why the call cannot be taken, by its headers. */
  get refusal(): RpcError | undefined {
    if (this.#encoding === 'identity' || unpackers.has(this.#encoding)) return undefined
    return new RpcError('UNIMPLEMENTED', `messages packed by ${this.#encoding} are not known here`)
  }
}

/** A byte that says whether the message is packed, and four with its length. */
const prefixSize = 5

const unpackers: ReadonlyMap<
  string,
  (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
> = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
])

const ownHeaders = {
  ':status': 200,
  'content-type': 'application/grpc',
  'grpc-accept-encoding': 'identity,gzip,deflate',
}

function tooLarge(length: number | undefined): RpcError {
  const size = length === undefined ? '' : ` of ${formatSize(length)}`
  return new RpcError(
    'RESOURCE_EXHAUSTED',
    `a mock takes messages of ${formatSize(largestBody)} at most, and not one${size || ' that is larger'}`,
  )
}

function withoutPseudo(raw: readonly string[]): readonly string[] {
  return raw.filter((_, index) => !(raw[index - (index % 2)] ?? '').startsWith(':'))
}

/** Lines of one name as a list, as node:http2 wants them. */
function grouped(lines: HeaderList): Record<string, string | string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, value] of lines) groups.set(name, [...(groups.get(name) ?? []), value])
  return Object.fromEntries(groups)
}

const unitTimes: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
}

/** Milliseconds that a client gives a call; no more than a timer can take. */
function timeoutOf(header: string | string[] | undefined): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(header ?? '')) ?? []
  return amount === undefined ? undefined : Math.min(Number(amount) * (unitTimes[unit] ?? 1), 2 ** 31 - 1)
}

/** A text of a status as it can stand in a header: UTF-8, with what is not printable ASCII behind percent signs. */
function percentEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map(byte =>
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
}
