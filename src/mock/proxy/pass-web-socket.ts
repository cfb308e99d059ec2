import type { WebSocket } from 'ws'
import { messageOf } from '../../actions/messages/message.ts'
import { openWebSocket } from '../../actions/websocket/open-web-socket.ts'
import type { HeaderList } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import { proxyRoute } from '../../model/mock.ts'
import type { Journal, ReceivedCall } from '../journal.ts'
import type { WireAnswer } from '../wire-answer.ts'
import type { ReceivedRequest } from '../received-request.ts'
import type { MockProxy } from './proxy.ts'

/** WebSocket that was asked for: it is accepted or refused. */
export interface AskedWebSocket {
  readonly call: ReceivedCall
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal
  /** Takes it up, with these headers and the subprotocol that the server behind has chosen, if any. */
  readonly accept: (headers: HeaderList, subprotocol: string | undefined) => Promise<WebSocket>
  readonly refuse: (answer: WireAnswer) => void
}

/** Hands a WebSocket on to the server behind a mock, or that server's refusal back. What the client says is noted in its call. */
export async function passWebSocket(
  request: ReceivedRequest,
  proxy: MockProxy,
  journal: Journal,
  { call, gone, accept, refuse }: AskedWebSocket,
): Promise<void> {
  const offered = headerValue(request.headers, 'sec-websocket-protocol')?.split(',') ?? []
  const opened = await proxy.open(request, gone, async wire => {
    let server: WebSocket | undefined
    const answer = await openWebSocket(wire, {
      subprotocols: offered.map(name => name.trim()),
      created: made => {
        server = made
        // Nothing is heard before there is somebody to tell it.
        made.once('open', () => {
          made.pause()
        })
      },
    })
    return { answer, server }
  })
  const { answer, problem, server } = opened
  journal.settle(call, { status: answer.status, route: proxyRoute, problem })
  if (server === undefined) {
    refuse(answer)
    return
  }
  if (gone.aborted) {
    server.terminate()
    return
  }
  const headers = answer.headers.filter(([name]) => !/^sec-websocket-/i.test(name))
  try {
    const client = await accept(headers, server.protocol === '' ? undefined : server.protocol)
    noteCall(client, call, journal)
    tie(client, server)
    tie(server, client)
    server.on('ping', data => {
      server.pong(data)
    })
    server.on('error', error => {
      journal.complain(`what came by the proxy is no WebSocket: ${error.message}`)
    })
    server.resume()
  } catch (error) {
    server.terminate()
    throw error
  }
}

function noteCall(client: WebSocket, call: ReceivedCall, journal: Journal): void {
  client.on('message', (data: Buffer) => {
    journal.note(call, messageOf(data).entry, data.length)
  })
  client.on('error', error => {
    journal.complain(`what came over a WebSocket by the proxy is none: ${error.message}`)
  })
  client.on('close', (code, reason) => {
    journal.open(call).closed = { code, reason: reason.toString() }
  })
}

/** Bytes that wait for one side; until they are taken, the other is not read. */
const mostUnsent = 1024 * 1024

/** Codes of a closing that nobody has sent (RFC 6455, 7.4.1). */
const withoutCode = 1005
const withoutClosing = 1006

/** Hands what comes from one side on to the other, to the end. */
function tie(from: WebSocket, to: WebSocket): void {
  from.on('message', (data: Buffer, isBinary) => {
    if (to.readyState !== to.OPEN) return
    to.send(data, { binary: isBinary }, () => {
      if (from.isPaused && to.bufferedAmount <= mostUnsent) from.resume()
    })
    if (to.bufferedAmount > mostUnsent) from.pause()
  })
  from.on('close', (code, reason) => {
    to.resume()
    if (code === withoutClosing) to.terminate()
    else if (code === withoutCode) to.close()
    else to.close(code, reason)
  })
}
