import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { limitTime } from '../../util/time-limit.ts'
import { bodyLimit } from '../body/limits.ts'
import { ReceivedBody } from '../body/received-body.ts'
import { EngineError, noStatus } from '../http/engine/engine-error.ts'
import { headerBytes, headerListOf } from '../http/engine/header-list.ts'
import { phasesOf } from '../http/engine/phases.ts'
import { targetOf } from '../http/engine/target-of.ts'
import type { Fault, WireAnswer, WireRequest, WireResponse } from '../http/engine/wire.ts'
import type { ConnectTimes } from '../transport/connect-times.ts'
import { openSocket, straightRoute } from '../transport/index.ts'
import { handshakeError } from './handshake-error.ts'
import { inWebSocketWords } from './web-socket-request.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** The subprotocols that the opener of a WebSocket offers, and the callback that gets the WebSocket. */
export interface Handshake {
  readonly subprotocols: readonly string[]
  /** Given the WebSocket before anything can come from it. */
  readonly created: (webSocket: WebSocket) => void
}

/** When the parts of a handshake happened, on the clock of `monotonicTime()`. */
interface Progress {
  readonly times: ConnectTimes
  sentAt?: number
  answeredAt?: number
}

/**
 * Asks for a WebSocket (RFC 6455 section 4). The answer with status 101 means that it stands; any other is a refusal, with
 * its body. Never rejects: what goes wrong is a fault in the answer.
 */
export async function openWebSocket(wire: WireRequest, handshake: Handshake): Promise<WireAnswer> {
  const [startedAt, start] = [Date.now(), monotonicTime()]
  const progress: Progress = { times: {} }
  const limit = limitTime(wire.signal, wire.timeout)
  const ended = await attempt(wire, handshake, progress, limit.signal)
  limit.release()
  const { times, sentAt, answeredAt } = progress
  const now = monotonicTime()
  const phases = phasesOf(start, times, sentAt, answeredAt, now)
  const timings = { startedAt, duration: now - start, phases }
  if (!(ended instanceof Error)) return { ok: true, response: ended, timings }
  const late = new EngineError(wire.signal.aborted ? 'INTERRUPTED' : 'TIMEOUT')
  const error = limit.signal.aborted ? late : handshakeError(ended)
  return { ok: false, fault: { error, stage: stageOf(progress), received: 0 }, timings }
}

function stageOf({ sentAt, answeredAt }: Progress): Fault['stage'] {
  if (answeredAt !== undefined) return 'headers'
  return sentAt === undefined ? 'connecting' : 'waiting'
}

async function attempt(
  wire: WireRequest,
  handshake: Handshake,
  progress: Progress,
  signal: AbortSignal,
): Promise<WireResponse | Error> {
  try {
    const opening = { times: progress.times, signal, protocols: ['http/1.1'] }
    const socket = await openSocket(targetOf(wire.origin), wire.route ?? straightRoute, opening)
    progress.sentAt = monotonicTime()
    return await upgrade(socket, wire, handshake, progress, signal)
  } catch (error) {
    return error as Error
  }
}

function upgrade(
  socket: Socket,
  wire: WireRequest,
  { subprotocols, created }: Handshake,
  progress: Progress,
  signal: AbortSignal,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const webSocket = new WebSocket(inWebSocketWords(wire.origin) + wire.path, [...subprotocols], {
      createConnection: () => socket,
      headers: headersOf(headerBytes(wire.headers)),
      maxPayload: bodyLimit,
      // By itself it hangs up on a server that pings faster than it takes the answers.
      autoPong: false,
    })
    let refusal: IncomingMessage | undefined
    const stop = (): void => {
      if (refusal === undefined) webSocket.terminate()
      else refusal.destroy()
    }
    signal.addEventListener('abort', stop, { once: true })
    webSocket.on('error', reject)
    webSocket.on('upgrade', response => {
      progress.answeredAt = monotonicTime()
      webSocket.once('open', () => {
        signal.removeEventListener('abort', stop)
        resolve(responseOf(response, new ReceivedBody(false)))
      })
    })
    webSocket.on('unexpected-response', (_request, response) => {
      progress.answeredAt = monotonicTime()
      refusal = response
      const impossible = impossibleRefusal(response)
      if (impossible !== undefined) {
        socket.destroy()
        reject(impossible)
        return
      }
      void readRefusal(response, wire.wantsBody).then(answer => {
        signal.removeEventListener('abort', stop)
        // A request whose answer has ended lets go of a connection that is kept alive, and does not close it.
        socket.destroy()
        resolve(answer)
      })
    })
    created(webSocket)
  })
}

/** Describes the error in an answer that is neither a WebSocket nor can be a refusal. */
function impossibleRefusal({ statusCode = 0 }: IncomingMessage): Error | undefined {
  if (statusCode < 100) return noStatus(statusCode)
  // With an Upgrade header it would not have come here; these are the words of the library.
  return statusCode === 101 ? new Error('Invalid Upgrade header') : undefined
}

/** Lines of the same name as one list, as node:http wants them. */
function headersOf(lines: readonly string[]): Record<string, string[]> {
  const names = new Map<string, string>()
  const headers: Record<string, string[]> = {}
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const given = lines[index] ?? ''
    const name = names.get(given.toLowerCase()) ?? given
    names.set(given.toLowerCase(), name)
    ;(headers[name] ??= []).push(lines[index + 1] ?? '')
  }
  return headers
}

/** The answer with as much of its body as comes: one that breaks off is a refusal all the same. */
function readRefusal(response: IncomingMessage, wantsBody: boolean): Promise<WireResponse> {
  const body = new ReceivedBody(wantsBody, response.headers['content-type'])
  return new Promise(resolve => {
    const finish = (): void => {
      resolve(responseOf(response, body))
    }
    response.on('data', (chunk: Buffer) => {
      if (!body.add(chunk)) finish()
    })
    response.on('end', finish).on('error', finish).on('close', finish)
  })
}

function responseOf(response: IncomingMessage, body: ReceivedBody): WireResponse {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = response
  return { status, statusText, headers: headerListOf(rawHeaders), body }
}
