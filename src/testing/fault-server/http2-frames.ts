import type { Socket } from 'node:net'
import type { Behaviour } from '../../mock/faults/behaviours.ts'

/** Types of frames (RFC 9113 section 6). */
const types = {
  data: 0,
  headers: 1,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  continuation: 9,
}

/** Flags of frames. */
const endStream = 1
const endHeaders = 4

/** Codes of errors (RFC 9113 section 7). */
export const errorCodes = { none: 0, internal: 2, refusedStream: 7, enhanceYourCalm: 11 } as const

/** The frames that answer a request's stream, as bytes. */
export const http2Frames = {
  settings: frame(types.settings, 0, 0),
  ping: frame(types.ping, 0, 0, Buffer.alloc(8)),
  /** The head of an answer; `last` without a body. */
  headers: (stream: number, lines: Buffer, last = false): Buffer =>
    frame(types.headers, endHeaders + (last ? endStream : 0), stream, lines),
  /** The beginning of a head that goes on in `moreHeaders`. */
  openHeaders: (stream: number, lines: Buffer): Buffer => frame(types.headers, 0, stream, lines),
  moreHeaders: (stream: number, lines: Buffer, last = false): Buffer =>
    frame(types.continuation, last ? endHeaders : 0, stream, lines),
  data: (stream: number, text: string | Buffer, last = false): Buffer =>
    frame(types.data, last ? endStream : 0, stream, Buffer.from(text)),
  resetStream: (stream: number, code: number): Buffer => frame(types.resetStream, 0, stream, number(code)),
  goAway: (lastStream: number, code: number): Buffer =>
    frame(types.goAway, 0, 0, Buffer.concat([number(lastStream), number(code)])),
  pushPromise: (stream: number): Buffer =>
    frame(types.pushPromise, endHeaders, stream, Buffer.concat([number(2), Buffer.of(0x88)])),
} as const

/** Header lines as HPACK writes those it does not know (RFC 7541 section 6.2.2); `:status` comes first. */
export function headerBlock(lines: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(
    Object.entries(lines).map(([name, value]) => Buffer.concat([Buffer.of(0), string(name), string(value)])),
  )
}

/** A server's side of HTTP/2: calls back with the stream of every request. */
export function onRequest(answer: (socket: Socket, stream: number) => void): Behaviour {
  return socket => {
    let rest = Buffer.alloc(0)
    let begun = false
    socket.write(http2Frames.settings)
    socket.on('data', chunk => {
      rest = Buffer.concat([rest, chunk])
      if (!begun && rest.length >= preface) {
        begun = true
        rest = rest.subarray(preface)
      }
      for (; begun && rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3);) {
        const stream = rest.readUInt32BE(5)
        if (rest[3] === types.headers) answer(socket, stream)
        rest = rest.subarray(9 + rest.readUIntBE(0, 3))
      }
    })
  }
}

/** Bytes of what a client begins with (RFC 9113 section 3.4). */
const preface = 24

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Four bytes. */
function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Up to 126 bytes stand behind their number as they are (RFC 7541 section 5.2). */
function string(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text)])
}
