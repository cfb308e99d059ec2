import type { WebSocket } from 'ws'
import { formatSize } from '../../util/quantity.ts'
import { bodyLimit } from '../body/limits.ts'
import { failed, type Failed } from '../failure.ts'
import type { TranscriptLog } from '../messages/transcript-log.ts'
import type { Closing, SocketEvents } from './socket-events.ts'

/** Milliseconds the server has for its half of the closing. */
const patience = 1000

/** Closes a WebSocket that may be closed already, and tells how it was; undefined when the server did not answer. */
export async function closeWebSocket(
  webSocket: WebSocket,
  events: SocketEvents,
  log: TranscriptLog,
  farewell: string | undefined,
): Promise<Closing | undefined> {
  if (webSocket.readyState === webSocket.OPEN) {
    if (farewell !== undefined) {
      log.add('sent', 'text', farewell)
      webSocket.send(farewell)
    }
    log.add('sent', 'close', '1000')
    webSocket.close(1000)
  }
  webSocket.resume()
  const isAnswered = await closed(webSocket)
  webSocket.terminate()
  if (!isAnswered) log.add('note', 'close', 'the server did not answer the close')
  return isAnswered ? events.closing : undefined
}

/** True where it is closed in time. */
function closed(webSocket: WebSocket): Promise<boolean> {
  if (webSocket.readyState === webSocket.CLOSED) return Promise.resolve(true)
  return new Promise(resolve => {
    const timer = setTimeout(() => {
      resolve(false)
    }, patience)
    webSocket.once('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

/** Why a talk over a WebSocket could not go on. */
export function talkFailure({ code = '', message }: NodeJS.ErrnoException): Failed['failure'] {
  if (code === 'TOO_MUCH')
    return failed('messages-too-large', {
      reason: message,
      hint: 'Await fewer of them, or say more exactly which.',
    }).failure
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH')
    return failed('messages-too-large', {
      reason: `a message is larger than ${formatSize(bodyLimit)} (${code})`,
    }).failure
  if (code.startsWith('WS_ERR_') || code.startsWith('Z_'))
    return failed('answer-unreadable', {
      reason: `the server broke the WebSocket protocol: ${code.startsWith('Z_') ? 'a message cannot be unpacked: ' : ''}${inWords(message)} (${code})`,
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    }).failure
  const reason = code === 'ECONNRESET' ? 'the connection was reset' : message
  return failed('connection-lost', {
    reason: `${reason} while the WebSocket was open (${code || 'no code'})`,
  }).failure
}

/** A WebSocket that ended without a close frame. */
export function lostConnection(): Failed['failure'] {
  return failed('connection-lost', {
    reason: 'the connection ended without a close frame (1006)',
    hint: 'Look into the log of the server, and of what stands before it: it did not close the WebSocket, it went away.',
  }).failure
}

function inWords(message: string): string {
  const words = message.replace(/^Invalid WebSocket frame: /, '')
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
