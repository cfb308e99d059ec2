import type { WebSocket } from 'ws'
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

/** Whether it is closed in time. */
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
