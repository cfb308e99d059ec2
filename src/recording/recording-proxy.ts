import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { monotonicTime } from '../util/monotonic-time.ts'
import { reasonOf } from '../util/reason-of.ts'
import { type Continuation, headersOf, HttpReader } from './http-reader.ts'
import type { RecordedExchange, RecordedMessage } from './recorded-exchange.ts'
import type { Spool } from './spool.ts'

/** Where a proxy hands on to, and who is told what went by it. */
export interface RecordingOptions {
  /** The server behind it; a path comes before that of each request. */
  readonly target: URL
  /** Opens a connection to that server. */
  readonly open: () => Promise<Socket>
  readonly spool: Spool
  /** A request has begun; all of the exchange is in it by and by. */
  readonly take: (exchange: RecordedExchange) => void
  /** Something went by unrecorded, or could not be handed on. */
  readonly complain: (complaint: string) => void
}

/** An exchange while it goes on. */
type OpenExchange = { -readonly [Key in keyof RecordedExchange]: RecordedExchange[Key] } & {
  readonly begun: number
}

/**
 * A reverse proxy on this machine that hands on bytes as they come, in both directions, and reads along. Of a request only the host is
 * another one, and of an answer what would lead past the proxy.
 */
export class RecordingProxy {
  /** Where it answers: `http://127.0.0.1:40213`. */
  readonly url: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, sockets: Set<Socket>) {
    this.#server = server
    this.#sockets = sockets
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async listen(options: RecordingOptions): Promise<RecordingProxy> {
    const sockets = new Set<Socket>()
    const server = createServer({ allowHalfOpen: true, noDelay: true }, client => {
      sockets.add(client)
      client.on('close', () => sockets.delete(client))
      const { port } = server.address() as AddressInfo
      void new Passage(client, `http://127.0.0.1:${port}`, options).begin()
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    return new RecordingProxy(server, sockets)
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const closed = new Promise(resolve => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

/** One connection of a client, with one of its own to the server. */
class Passage {
  readonly #client: Socket
  readonly #own: string
  readonly #options: RecordingOptions
  /** Whose answers have not ended, in their order. */
  readonly #waiting: OpenExchange[] = []
  /** The one whose request comes, and whose answer does. */
  #asking: OpenExchange | undefined
  #answering: OpenExchange | undefined
  readonly #requests: HttpReader
  readonly #answers: HttpReader

  constructor(client: Socket, own: string, options: RecordingOptions) {
    this.#client = client
    this.#own = own
    this.#options = options
    this.#requests = new HttpReader({
      head: lines => this.#request(lines),
      piece: bytes => this.#asking?.request.body.add(bytes),
      ended: () => undefined,
      lost: reason => {
        this.#lose('a request', reason)
      },
    })
    this.#answers = new HttpReader({
      head: lines => this.#answer(lines),
      piece: bytes => this.#answering?.answer?.body.add(bytes),
      ended: () => {
        this.#ended()
      },
      lost: reason => {
        this.#lose('an answer', reason)
      },
    })
  }

  async begin(): Promise<void> {
    const client = this.#client
    client.pause()
    client.on('error', () => client.destroy())
    let server: Socket
    try {
      server = await this.#options.open()
    } catch (error) {
      const reason = `${this.#options.target.origin} could not be reached: ${reasonOf(error)}`
      this.#options.complain(reason)
      client.end(unreachable(reason))
      client.resume()
      return
    }
    join(client, server, this.#requests)
    join(server, client, this.#answers)
    client.on('close', () => server.destroy())
    server.on('close', () => {
      client.destroySoon()
      this.#abandon()
    })
    client.resume()
    server.resume()
  }

  #request(lines: readonly string[]): Continuation {
    const { target, take } = this.#options
    const [first = '', ...rest] = lines
    const [method = '', place = '/', ...version] = first.split(' ')
    if (!/^HTTP\/1\.[01]$/.test(version.join(' '))) {
      this.#options.complain(
        `a connection was handed on unrecorded: it speaks ${version.join(' ') || 'no HTTP'}`,
      )
      this.#answers.release()
      return { framing: 'upgrade' }
    }
    const handed = rest.map(line => this.#towards(line, target))
    const path = place.startsWith('/') ? target.pathname.replace(/\/$/, '') + place : place
    const own = `${method} ${path} ${version.join(' ')}`
    this.#asking = {
      ...{ request: this.#message([own, ...handed]), startedAt: Date.now(), duration: 0 },
      begun: monotonicTime(),
    }
    this.#waiting.push(this.#asking)
    take(this.#asking)
    return { framing: framingOf(rest, { length: 0 }), head: headOf([own, ...handed]) }
  }

  #answer(lines: readonly string[]): Continuation {
    const [first = '', ...rest] = lines
    const status = Number(/^HTTP\/\d\.\d (\d{3})/.exec(first)?.[1] ?? 0)
    const handed = [first, ...rest.map(line => this.#back(line))]
    const head = headOf(handed)
    if (status > 99 && status < 200 && status !== 101) {
      // An interim one belongs to the answer that follows it.
      this.#answering = undefined
      return { framing: { length: 0 }, head }
    }
    const exchange = this.#waiting[0]
    this.#answering = exchange
    if (exchange !== undefined) exchange.answer = this.#message(lines)
    const method = exchange?.request.head.split(' ', 1)[0]
    if (status === 101 || (method === 'CONNECT' && status < 300)) {
      this.#requests.release()
      this.#ended()
      return { framing: 'upgrade', head }
    }
    const hasNone = method === 'HEAD' || status === 204 || status === 304
    return { framing: hasNone ? { length: 0 } : framingOf(rest, 'close'), head }
  }

  #ended(): void {
    const exchange = this.#answering
    this.#answering = undefined
    if (exchange === undefined) return
    exchange.duration = monotonicTime() - exchange.begun
    this.#waiting.shift()
  }

  #message(lines: readonly string[]): RecordedMessage {
    return { head: lines.join('\r\n'), body: this.#options.spool.body() }
  }

  #lose(what: string, reason: string): void {
    for (const exchange of this.#waiting) exchange.problem = `${what} could not be read: ${reason}`
    if (this.#waiting.length === 0) this.#options.complain(`${what} was handed on unrecorded: ${reason}`)
    this.#requests.release()
    this.#answers.release()
  }

  /** Exchanges without an answer now get none. */
  #abandon(): void {
    for (const exchange of this.#waiting.splice(0)) exchange.problem ??= 'the connection was closed'
  }

  /** A header line of a request as the server is to see it: it knows itself by its own name alone. */
  #towards(line: string, target: URL): string {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    switch (name.toLowerCase()) {
      case 'host':
        return `${name}: ${target.host}`
      case 'origin':
      case 'referer':
        return value.startsWith(this.#own)
          ? `${name}: ${target.origin}${value.slice(this.#own.length)}`
          : line
      default:
        return line
    }
  }

  /** A header line of an answer as the client is to see it, who would go past the proxy, or not send the cookie to it. */
  #back(line: string): string {
    const { target } = this.#options
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    switch (name.toLowerCase()) {
      case 'location':
        return isBelow(value, target.origin)
          ? `${name}: ${this.#own}${value.slice(target.origin.length)}`
          : line
      case 'set-cookie': {
        const kept = value.replace(/;\s*domain=[^;]*/gi, '')
        const plain = target.protocol === 'https:' ? kept.replace(/;\s*secure(?=\s*(?:;|$))/gi, '') : kept
        return plain === value ? line : `${name}: ${plain}`
      }
      default:
        return line
    }
  }
}

/** Hands on what comes from one side, as fast as the other takes it. */
function join(from: Socket, to: Socket, reader: HttpReader): void {
  from.on('data', (bytes: Buffer) => {
    let isTaken = true
    for (const piece of reader.read(bytes)) isTaken = to.write(piece)
    if (isTaken) return
    from.pause()
    to.once('drain', () => from.resume())
  })
  from.on('end', () => {
    const rest = reader.end()
    if (rest.length > 0) to.write(rest)
    to.end()
  })
  from.on('error', () => to.destroy())
}

function isBelow(url: string, origin: string): boolean {
  return url === origin || (url.startsWith(origin) && /^[/?#]/.test(url.slice(origin.length)))
}

/** How a body ends (RFC 9112, 6.3); `usual` where the head does not say. */
function framingOf(lines: readonly string[], usual: Continuation['framing']): Continuation['framing'] {
  const headers = headersOf(lines)
  const all = (wanted: string): readonly string[] =>
    headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []))
  const codings = all('transfer-encoding').join(',')
  if (codings !== '') return /(?:^|,)\s*chunked\s*$/i.test(codings) ? 'chunks' : usual
  const [length] = all('content-length')
  return length !== undefined && /^\d+$/.test(length) ? { length: Number(length) } : usual
}

function headOf(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

function unreachable(reason: string): string {
  const body = JSON.stringify({ error: reason })
  const lines = ['HTTP/1.1 502 Bad Gateway', 'Content-Type: application/json', 'Connection: close']
  return `${[...lines, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`
}
