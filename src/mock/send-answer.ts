import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultName } from '../model/mock.ts'
import { sendsStatus } from './faults/sends-status.ts'
import { type AnyResponse, isGone, isHttp2 } from './open-server.ts'
import { WireAnswer } from './wire-answer.ts'

/** Sends an answer, perhaps with a fault. `whenGone` says that the client waits no more. */
export function sendAnswer(
  response: AnyResponse,
  answer: WireAnswer,
  whenGone: () => AbortSignal,
): Promise<void> | undefined {
  const { fault, over, stream } = answer.manner
  if (fault !== undefined) return sendBroken(response, answer, fault, whenGone)
  const { status, headers, prepared, body } = answer
  if (isHttp2(response)) response.writeHead(status, http2Headers(headers, prepared.body))
  else response.writeHead(status, prepared.lines)
  if (stream !== undefined) return sendStream(response, stream(whenGone()))
  if (over !== undefined && body.length > 0) return pour(response, body, over, whenGone())
  if (typeof prepared.body === 'string') response.end(prepared.body, 'latin1')
  else if (prepared.body === undefined) response.end()
  else response.end(prepared.body)
  return undefined
}

/** Answers by HTTP/1.1 on a connection that has no response, such as one whose request could not be read, and ends it. */
export function answerSocket(socket: Duplex, { status, prepared: { lines, body } }: WireAnswer): void {
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
  for (let index = 0; index + 1 < lines.length; index += 2)
    head.push(`${String(lines[index])}: ${String(lines[index + 1])}`)
  socket.write(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n`, 'latin1')
  socket.end(typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
}

async function sendBroken(
  response: AnyResponse,
  answer: WireAnswer,
  fault: FaultName,
  whenGone: () => AbortSignal,
): Promise<void> {
  const { answerBytes, faults } = await import('./faults/faults.ts')
  const known = faults[fault]
  const { status, headers, body } = answer
  // An answer without a body is over with its headers: what goes wrong behind them would do no harm.
  const whole = body.length === 0 ? new WireAnswer(status, headers, filler) : answer
  if (known.kind === 'content') await sendAnswer(response, known.change(whole), whenGone)
  else if (isHttp2(response)) breakStream(response, whole, fault)
  else known.behave(answerBytes(whole))(response.req.socket, '')
}

const filler = Buffer.from('what the client does not get')

/** Headers of a connection, which HTTP/2 does not have (RFC 9113, 8.2.2). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Headers of an answer that node:http2 takes only once. */
const onlyOnce = new Set([
  ...['access-control-allow-credentials', 'access-control-max-age', 'age', 'content-encoding'],
  ...['content-language', 'content-location', 'content-md5', 'content-range', 'content-type', 'date', 'dnt'],
  ...['etag', 'expires', 'from', 'host', 'last-modified', 'location', 'max-forwards', 'range', 'referer'],
  ...['access-control-request-method', 'authorization', 'if-match', 'if-modified-since', 'if-none-match'],
  ...['if-range', 'if-unmodified-since', 'proxy-authorization', 'retry-after', 'tk'],
  ...['upgrade-insecure-requests', 'user-agent', 'x-content-type-options'],
])

/** A header that is there several times is a list; of one that there is only once the last counts. */
function http2Headers(
  headers: WireAnswer['headers'],
  body: string | Uint8Array | undefined,
): OutgoingHttpHeaders {
  const gathered = new Map<string, string[]>()
  for (const [written, value] of headers) {
    const name = written.toLowerCase()
    if (ofConnection.has(name)) continue
    const known = gathered.get(name)
    if (known === undefined || onlyOnce.has(name)) gathered.set(name, [value])
    else known.push(value)
  }
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  return { ...Object.fromEntries(gathered), ...length }
}

/** Sends an answer bit by bit; its head goes out at once. */
async function sendStream(response: AnyResponse, stream: AsyncIterable<string | Uint8Array>): Promise<void> {
  if (isHttp2(response)) response.write('')
  else response.flushHeaders()
  if (response.req.method !== 'HEAD')
    for await (const piece of stream) {
      if (isGone(response)) return
      if (!write(response, piece)) await drained(response)
    }
  response.end()
}

/** Waits until more can be sent, or nobody takes it any more. */
function drained(response: AnyResponse): Promise<void> {
  const events = response as ServerResponse
  return new Promise(resolve => {
    const go = (): void => {
      events.off('drain', go).off('close', go)
      resolve()
    }
    events.on('drain', go).on('close', go)
  })
}

/** How many pieces a body comes in that takes its time. */
const pieces = 20

/** Sends a body piece by piece, over so many milliseconds. */
async function pour(
  response: ServerResponse | Http2ServerResponse,
  body: Uint8Array,
  over: number,
  gone: AbortSignal,
): Promise<void> {
  const size = Math.ceil(body.length / pieces)
  const count = Math.ceil(body.length / size)
  for (let index = 0; index < count; index++) {
    const isAwaited = await wait(over / count, true, { signal: gone, ref: false }).catch(() => false)
    if (!isAwaited) return
    write(response, body.subarray(index * size, (index + 1) * size))
  }
  response.end()
}

/** False when the client is slower than this. The types of the two have no common call. */
function write(response: AnyResponse, piece: string | Uint8Array): boolean {
  return (response as ServerResponse).write(piece)
}

/** The error of a stream that says nothing more exact (RFC 9113, 7). */
const internalError = 2

/** A fault of the connection, where other streams share it: the stream is silent, or ends with an error. */
function breakStream(
  response: Http2ServerResponse,
  { status, headers, prepared, body }: WireAnswer,
  fault: FaultName,
): void {
  if (sendsStatus(fault, true)) {
    response.writeHead(status, http2Headers(headers, prepared.body))
    response.write(fault.endsWith('-body') ? body.subarray(0, Math.floor(body.length / 2)) : '')
  }
  if (!/^(stall|slow)/.test(fault))
    setTimeout(() => {
      response.stream.close(internalError)
    }, 30)
}
