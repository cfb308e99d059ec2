import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { rawServer } from '../../http/testing/raw-server.ts'
import type { TestServer } from '../../http/testing/http-server.ts'

/** Starts a server that accepts every WebSocket and then writes bytes no WebSocket library would. */
export async function rawWebSocketServer(
  opened: (socket: Socket) => void,
): Promise<TestServer & { readonly url: string }> {
  const server = await rawServer((socket, head) => {
    if (!head.startsWith('GET')) return
    socket.write(
      [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${acceptOf(head)}`,
        '\r\n',
      ].join('\r\n'),
    )
    socket.on('data', piece => {
      if (piece.includes(clientCloses)) socket.end()
    })
    opened(socket)
  })
  return { ...server, url: server.url.replace('http', 'ws') }
}

/** A close frame with nothing but a number, masked as all that a client sends. */
const clientCloses = Buffer.from([0x88, 0x82])

/** Computes the value that accepts a handshake with this head (RFC 6455 section 4.2.2). */
export function acceptOf(head: string): string {
  const key = /sec-websocket-key: (\S+)/i.exec(head)?.[1] ?? ''
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}

/** A frame as a server sends it, without a mask (RFC 6455 section 5.2). `first` is its first byte: FIN, RSV and opcode. */
export function frame(first: number, payload: Uint8Array | string = '', announced?: number): Buffer {
  const bytes = Buffer.from(payload)
  const length = announced ?? bytes.length
  const head =
    length < 126
      ? Buffer.from([first, length])
      : length < 65_536
        ? Buffer.from([first, 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([first, 127, 0, 0, 0, 0]), uint32(length)])
  return Buffer.concat([head, bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
