import { deflateRawSync } from 'node:zlib'
import { frame } from '../../../actions/websocket/testing/raw-web-socket-server.ts'
import { type Behaviour, send, sendAndClose, sendAndReset } from '../../../mock/faults/behaviours.ts'
import type { Fault, FaultGroup } from '../fault.ts'
import { faultServer, nobody } from '../fault-server.ts'
import { pour, switching, webSocket } from '../web-socket-behaviours.ts'

const action = 'websocket: ws://HOST/'
const awaiting = 'expect: { text: awaited }'
const unauthorized = 'HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Bearer\r\ncontent-length: 17\r\n\r\n'

/** First bytes of frames: FIN with the opcode. */
const [text, close, ping] = [0x81, 0x88, 0x89]
/** First bytes of frames that are only a part of a message. */
const [beginning, more] = [0x01, 0x00]

/** A step that waits for a message of a server that takes the handshake and then does this. */
function opened(...frames: readonly Buffer[]): Pick<Fault, 'start' | 'action' | 'step'> {
  return talking(webSocket(socket => socket.write(Buffer.concat(frames))))
}

function talking(behave: Behaviour): Pick<Fault, 'start' | 'action' | 'step'> {
  return { start: () => faultServer(behave), action, step: awaiting }
}

/** Handshakes that come to nothing. */
export const handshakeFaults: FaultGroup = {
  title: 'WebSocket: the handshake',
  faults: [
    {
      name: 'WebSocket: nothing listens',
      start: nobody,
      action,
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED HOST (nothing listens there)',
      hint: 'Start the service, or check the host and port of the URL.',
    },
    {
      name: 'WebSocket: reset before the answer',
      start: () => faultServer(sendAndReset('')),
      action,
      outcome: 'errored',
      message: 'Network Error: the connection was reset without an answer (ECONNRESET)',
      hint: 'If the server speaks TLS there, use wss://HOST.',
    },
    {
      name: 'WebSocket: closed before the answer',
      start: () => faultServer(sendAndClose()),
      action,
      outcome: 'errored',
      message: 'Network Error: the server closed the connection without an answer (CLOSED)',
      hint: 'If the server speaks TLS there, use wss://HOST.',
    },
    {
      name: 'WebSocket: the handshake is never answered',
      start: () => faultServer(send()),
      action,
      outcome: 'errored',
      message: 'Network Error: no answer within 400 ms (timeout)',
      hint: 'Give the step a longer timeout, or find out what the server waits for.',
      timed: true,
    },
    {
      name: 'The handshake is refused with 401',
      ...talking(send(`${unauthorized}{"detail":"who"}\n`)),
      outcome: 'failed',
      message: 'status: Expected 101, got 401 Unauthorized: {"detail":"who"}',
    },
    {
      name: 'The handshake is refused with a body that does not end',
      ...talking(
        send('HTTP/1.1 503 Service Unavailable\r\ntransfer-encoding: chunked\r\n\r\n5\r\nlater\r\n'),
      ),
      outcome: 'failed',
      message: 'status: Expected 101, got 503 Service Unavailable: later',
      timed: true,
    },
    {
      name: 'The handshake is answered with a page',
      ...talking(send('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n<html>')),
      outcome: 'failed',
      message: 'status: Expected 101, got 200 OK: <html>',
    },
    {
      name: 'The handshake is redirected, and no redirects are followed',
      ...talking(send('HTTP/1.1 302 Found\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n')),
      outcome: 'failed',
      message: 'status: Expected 101, got 302 Found',
    },
    {
      name: 'A wrong Sec-WebSocket-Accept',
      ...talking(send(`${switching}Sec-WebSocket-Accept: x\r\n\r\n`)),
      outcome: 'errored',
      message:
        'Network Error: the WebSocket handshake failed: the Sec-WebSocket-Accept header of the answer does not fit the key that was sent',
      hint: 'Check the URL: what answers there does not speak the WebSocket protocol (RFC 6455) right.',
    },
    {
      name: 'A switch to another protocol than WebSocket',
      ...talking(send('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n')),
      outcome: 'errored',
      message:
        'Network Error: the WebSocket handshake failed: the answer 101 is for another protocol (no `Upgrade: websocket`)',
      hint: 'Check the URL: what answers there does not speak the WebSocket protocol (RFC 6455) right.',
    },
    {
      name: 'A switch to no protocol at all',
      ...talking(send('HTTP/1.1 101 Switching Protocols\r\n\r\n')),
      outcome: 'errored',
      message:
        'Network Error: the WebSocket handshake failed: the answer 101 is for another protocol (no `Upgrade: websocket`)',
      hint: 'Check the URL: what answers there does not speak the WebSocket protocol (RFC 6455) right.',
    },
    {
      name: 'The handshake is answered with the status 000',
      ...talking(send('HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n')),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: 000 is no status',
      hint: 'The server, or something before it, writes answers that no client can rely on.',
    },
    {
      name: 'The handshake is answered by something that is not HTTP',
      ...talking(send('SSH-2.0-OpenSSH_9\r\n')),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: Expected HTTP/ (MALFORMED)',
      hint: 'Check the port of the URL: something that speaks no HTTP listens there.',
    },
    {
      name: 'Subprotocols are offered, and none is chosen',
      start: () => faultServer(webSocket(() => undefined)),
      action: `${action}\n  subprotocol: [chat.v2, chat.v1]`,
      outcome: 'errored',
      message:
        'Network Error: the WebSocket handshake failed: the server chose none of the subprotocols that were offered',
      hint: 'Check the URL and `subprotocol`; `graphql` offers graphql-transport-ws unless `subprotocol` says otherwise.',
    },
    {
      name: 'Subprotocols are offered, and another one is chosen',
      start: () => faultServer(webSocket(() => undefined, 'Sec-WebSocket-Protocol: mqtt\r\n')),
      action: `${action}\n  subprotocol: [chat.v2, chat.v1]`,
      outcome: 'errored',
      message:
        'Network Error: the WebSocket handshake failed: the server chose a subprotocol that was not offered',
      hint: 'Name the one it speaks with `subprotocol`.',
    },
    {
      name: 'A subprotocol is chosen that nobody offered',
      start: () => faultServer(webSocket(() => undefined, 'Sec-WebSocket-Protocol: mqtt\r\n')),
      action,
      outcome: 'errored',
      message:
        'Network Error: the WebSocket handshake failed: the server chose a subprotocol although none was offered',
      hint: 'Name the one it speaks with `subprotocol`.',
    },
    {
      name: 'An extension is chosen that nobody offered',
      start: () => faultServer(webSocket(() => undefined, 'Sec-WebSocket-Extensions: x-zip\r\n')),
      action,
      outcome: 'errored',
      message:
        'Network Error: the WebSocket handshake failed: the server chose an extension that was not offered',
      hint: 'Check the URL: what answers there does not speak the WebSocket protocol (RFC 6455) right.',
    },
  ],
}

/** The faults on a WebSocket that is open. */
export const webSocketFaults: FaultGroup = {
  title: 'WebSocket: messages',
  faults: [
    {
      name: 'WebSocket: closed without a close frame, within a message',
      ...talking(webSocket(socket => socket.end(frame(text, 'hello', 10)))),
      outcome: 'errored',
      message: 'Network Error: the connection ended without a close frame (1006)',
      hint: 'Look into the log of the server, and of what stands before it: it did not close the WebSocket, it went away.',
    },
    {
      name: 'WebSocket: reset within a message',
      ...talking(
        webSocket(socket => {
          socket.write(frame(text, 'hello', 10))
          setTimeout(() => socket.resetAndDestroy(), 30)
        }),
      ),
      outcome: 'errored',
      message: 'Network Error: the connection ended without a close frame (1006)',
      hint: 'Look into the log of the server, and of what stands before it: it did not close the WebSocket, it went away.',
    },
    {
      name: 'A close frame between two parts of a message',
      ...opened(frame(beginning, 'awai'), frame(close, Buffer.of(3, 0xe8))),
      outcome: 'failed',
      message:
        'messages: Expected 1 with body-text equals awaited within 20 s, got no message at all; the connection was closed (1000)',
    },
    {
      name: 'The server closes with a code and a reason before the awaited message',
      ...opened(
        frame(text, 'other'),
        frame(close, Buffer.concat([Buffer.of(3, 0xf3), Buffer.from('broken')])),
      ),
      outcome: 'failed',
      message:
        'messages: Expected 1 with body-text equals awaited within 20 s, got none of 1 message (the last other one: body-text: Expected equals awaited, got other); the connection was closed (1011 broken)',
    },
    {
      name: 'A frame with a reserved opcode',
      ...opened(frame(0x83, 'a')),
      outcome: 'errored',
      message:
        'Network Error: the server broke the WebSocket protocol: invalid opcode 3 (WS_ERR_INVALID_OPCODE)',
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    },
    {
      name: 'A frame with reserved bits',
      ...opened(frame(0xb1, 'a')),
      outcome: 'errored',
      message:
        'Network Error: the server broke the WebSocket protocol: RSV2 and RSV3 must be clear (WS_ERR_UNEXPECTED_RSV_2_3)',
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    },
    {
      name: 'A masked frame',
      ...opened(Buffer.of(0x81, 0x81, 1, 2, 3, 4, 5)),
      outcome: 'errored',
      message:
        'Network Error: the server broke the WebSocket protocol: MASK must be clear (WS_ERR_UNEXPECTED_MASK)',
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    },
    {
      name: 'A part of a message that has not begun',
      ...opened(frame(0x80, 'a')),
      outcome: 'errored',
      message:
        'Network Error: the server broke the WebSocket protocol: invalid opcode 0 (WS_ERR_INVALID_OPCODE)',
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    },
    {
      name: 'A text that is not UTF-8',
      ...opened(frame(text, Buffer.of(0xff))),
      outcome: 'errored',
      message:
        'Network Error: the server broke the WebSocket protocol: invalid UTF-8 sequence (WS_ERR_INVALID_UTF8)',
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    },
    {
      name: 'A ping of 126 bytes',
      ...opened(frame(ping, 'p'.repeat(126))),
      outcome: 'errored',
      message:
        'Network Error: the server broke the WebSocket protocol: invalid payload length 126 (WS_ERR_INVALID_CONTROL_PAYLOAD_LENGTH)',
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    },
    {
      name: 'A close code that nobody may send',
      ...opened(frame(close, Buffer.of(3, 0xee))),
      outcome: 'errored',
      message:
        'Network Error: the server broke the WebSocket protocol: invalid status code 1006 (WS_ERR_INVALID_CLOSE_CODE)',
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    },
    {
      name: 'A message of 4 GiB',
      ...opened(frame(text, 'a', 4_294_967_295)),
      outcome: 'errored',
      message: 'Network Error: a message is larger than 64 MiB (WS_ERR_UNSUPPORTED_MESSAGE_LENGTH)',
    },
    {
      name: 'A message in parts without end',
      ...talking(
        webSocket(socket => {
          pour(socket, frame(more, 'x'.repeat(32_768)), frame(beginning, 'x'))
        }),
      ),
      outcome: 'errored',
      message: 'Network Error: a message is larger than 64 MiB (WS_ERR_UNSUPPORTED_MESSAGE_LENGTH)',
      memory: 192,
    },
    {
      name: 'A compressed message that unpacks to 256 MiB',
      ...talking(
        webSocket(
          socket => socket.write(frame(0xc1, bomb())),
          'Sec-WebSocket-Extensions: permessage-deflate\r\n',
        ),
      ),
      outcome: 'errored',
      message: 'Network Error: a message is larger than 64 MiB (WS_ERR_UNSUPPORTED_MESSAGE_LENGTH)',
      memory: 192,
    },
    {
      name: 'A compressed message that cannot be unpacked',
      ...talking(
        webSocket(
          socket => socket.write(frame(0xc1, Buffer.of(0xff, 0xff, 0xff))),
          'Sec-WebSocket-Extensions: permessage-deflate\r\n',
        ),
      ),
      outcome: 'errored',
      message:
        'Network Error: the server broke the WebSocket protocol: a message cannot be unpacked: invalid block type (Z_DATA_ERROR)',
      hint: 'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    },
    {
      name: 'Nothing comes over the WebSocket',
      ...opened(),
      outcome: 'failed',
      message: 'messages: Expected 1 with body-text equals awaited within 400 ms, got no message at all',
      timed: true,
    },
    {
      name: 'Nothing comes over the WebSocket, as the step expects with `none`',
      ...opened(),
      step: 'none: true',
      outcome: 'passed',
      timed: true,
    },
    {
      name: 'Endless messages, and none that is awaited',
      ...talking(
        webSocket(socket => {
          pour(socket, frame(text, 'x'.repeat(8192)))
        }),
      ),
      outcome: 'failed',
      message:
        'messages: Expected 1 with body-text equals awaited within 400 ms, got none of BYTES messages (the last other one: REASON)',
      timed: true,
      memory: 128,
    },
    {
      name: 'Endless pings',
      ...talking(
        webSocket(socket => {
          pour(socket, Buffer.concat(Array.from({ length: 5000 }, () => frame(ping, 'p'))))
        }),
      ),
      outcome: 'failed',
      message: 'messages: Expected 1 with body-text equals awaited within 400 ms, got no message at all',
      timed: true,
      memory: 128,
    },
    {
      name: 'Awaited messages without end, together more than 64 MiB',
      ...talking(
        webSocket(socket => {
          pour(socket, frame(text, 'x'.repeat(1_048_576)))
        }),
      ),
      step: 'count: 1000',
      outcome: 'errored',
      message: 'Network Error: the awaited messages are larger than 64 MiB together',
      hint: 'Await fewer of them, or say more exactly which.',
      memory: 384,
    },
    {
      name: 'The closing of the step is not answered, and the connection stays open',
      start: () => faultServer(webSocket(socket => socket.write(frame(text, 'awaited')))),
      action,
      step: awaiting,
      outcome: 'passed',
    },
  ],
}

/** 256 MiB of zeros, packed. */
function bomb(): Buffer {
  return deflateRawSync(Buffer.alloc(256 * 1024 * 1024), { level: 1 })
}
