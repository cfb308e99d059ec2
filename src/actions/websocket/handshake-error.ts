import { failed } from '../failure.ts'
import { EngineError } from '../http/engine/engine-error.ts'
import { notHttp } from '../http/engine/http1-malformed.ts'
import { TransportError } from '../transport/transport-error.ts'

/**
 * Translates the error that kept a WebSocket from opening, so that the same fault has the same words as with any other
 * request: node:http and the WebSocket library have other names than the HTTP engine for some of them.
 */
export function handshakeError(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  const { code = '', message } = error
  if (error instanceof TransportError) return error
  if (code.startsWith('HPE_')) return malformed(error)
  if (code === 'ECONNRESET' && message === 'socket hang up') return new EngineError('CLOSED')
  const broken = brokenRules[message]
  if (broken === undefined) return error
  return new TransportError(failed('websocket-refused', { reason: broken[0], hint: broken[1] }))
}

const notAServer = 'Check the URL: what answers there does not speak the WebSocket protocol (RFC 6455) right.'

/** The mistakes that a server can make, by the words of the library. */
const brokenRules: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  'Invalid Upgrade header': ['the answer 101 is for another protocol (no `Upgrade: websocket`)', notAServer],
  'Invalid Sec-WebSocket-Accept header': [
    'the Sec-WebSocket-Accept header of the answer does not fit the key that was sent',
    notAServer,
  ],
  'Server sent no subprotocol': [
    'the server chose none of the subprotocols that were offered',
    'Check the URL and `subprotocol`; `graphql` offers graphql-transport-ws unless `subprotocol` says otherwise.',
  ],
  'Server sent an invalid subprotocol': [
    'the server chose a subprotocol that was not offered',
    'Name the one it speaks with `subprotocol`.',
  ],
  'Server sent a subprotocol but none was requested': [
    'the server chose a subprotocol although none was offered',
    'Name the one it speaks with `subprotocol`.',
  ],
  'Server indicated an extension that was not requested': [
    'the server chose an extension that was not offered',
    notAServer,
  ],
  'Invalid Sec-WebSocket-Extensions header': [
    'the Sec-WebSocket-Extensions header of the answer cannot be read',
    notAServer,
  ],
}

/** Bytes that are not HTTP, as the error that the HTTP engine has for them. */
function malformed(error: NodeJS.ErrnoException): Error {
  const reason = error.message.replace(/^Parse Error: /, '').replace('Expected HTTP/, RTSP/ or ICE/', notHttp)
  const raw = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0)
  return new EngineError(reason === notHttp ? 'NOT_HTTP' : 'MALFORMED', reason, raw.toString('latin1'))
}
