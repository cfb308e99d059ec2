import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exchange, failure } from './testing/perform.ts'
import { jsonOf } from '../testing/answers.ts'
import { frame, rawWebSocketServer } from './testing/raw-web-socket-server.ts'
import { webSocketServer } from './testing/web-socket-server.ts'

/** First bytes of frames: FIN with the opcode. */
const [text, binary, close, ping, pong] = [0x81, 0x82, 0x88, 0x89, 0x8a]

function closing(code: number, reason: string | Uint8Array = ''): Buffer {
  return frame(close, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]))
}

/** Returns the messages received from a server that sends these bytes; each in a packet of its own when `apart`. */
async function messagesFrom(frames: readonly Buffer[], count: number, apart = false): Promise<unknown> {
  await using server = await rawWebSocketServer(socket => {
    if (!apart) socket.write(Buffer.concat(frames))
    else
      frames.forEach((bytes, index) => {
        setTimeout(() => socket.write(bytes), 15 * index)
      })
  })
  return jsonOf(await exchange({ websocket: server.url, count }))
}

// Cases in the order of the Autobahn test suite, as far as they are a client's.
describe('frames that are right', () => {
  const mu = Buffer.from('κόσμε')
  const whole: readonly (readonly [what: string, frames: readonly Buffer[], messages: readonly unknown[]])[] =
    [
      ['1.1 an empty text', [frame(text)], ['']],
      [
        '1.1 texts of 125, 126 and 65536 bytes',
        [125, 126, 65_536].map(size => frame(text, '*'.repeat(size))),
        [125, 126, 65_536].map(size => '*'.repeat(size)),
      ],
      [
        '1.2 binary of 127 bytes',
        [frame(binary, Buffer.alloc(127, 254))],
        [Buffer.alloc(127, 254).toString('base64')],
      ],
      ['2.7 a pong nobody asked for', [frame(pong, 'x'), frame(text, 'a')], ['a']],
      ['2.10 ten pings', [...Array.from({ length: 10 }, () => frame(ping, 'p')), frame(text, 'a')], ['a']],
      ['5.3 a text in two fragments', [frame(0x01, 'frag'), frame(0x80, 'ment')], ['fragment']],
      [
        '5.6 a ping between two fragments',
        [frame(0x01, 'frag'), frame(ping, 'x'), frame(0x80, 'ment')],
        ['fragment'],
      ],
      [
        '5.19 five fragments with pings',
        [
          frame(0x01, 'a'),
          frame(0, 'b'),
          frame(ping),
          frame(0, 'c'),
          frame(0, 'd'),
          frame(ping),
          frame(0x80, 'e'),
        ],
        ['abcde'],
      ],
      [
        '6.2 UTF-8 cut on code points',
        [frame(0x01, mu.subarray(0, 2)), frame(0x80, mu.subarray(2))],
        ['κόσμε'],
      ],
      [
        '6.2 UTF-8 cut within a code point',
        [frame(0x01, mu.subarray(0, 1)), frame(0, mu.subarray(1, 4)), frame(0x80, mu.subarray(4))],
        ['κόσμε'],
      ],
      ['6.22 the last code points', [frame(text, '\u{10ffff}\ufffd')], ['\u{10ffff}\ufffd']],
    ]
  for (const [what, frames, messages] of whole) {
    it(what, async () => {
      assert.deepEqual(await messagesFrom(frames, messages.length), messages)
    })
    it(`${what}, in single packets`, async () => {
      assert.deepEqual(await messagesFrom(frames, messages.length, true), messages)
    })
  }
})

describe('frames that are wrong', () => {
  const wrong: readonly (readonly [what: string, frames: readonly Buffer[], message: RegExp])[] = [
    ['2.5 a ping of 126 bytes', [frame(ping, 'p'.repeat(126))], /invalid payload length 126/],
    ['3.1 RSV3 without an extension', [frame(0x91, 'a')], /RSV2 and RSV3 must be clear/],
    ['3.4 RSV1 without an extension', [frame(0xc1, 'a')], /RSV1 must be clear|inflat|header check|invalid/i],
    ['4.1 reserved opcode 3', [frame(0x83, 'a')], /invalid opcode 3/],
    ['4.1 reserved opcode 7', [frame(0x87)], /invalid opcode 7/],
    ['4.2 reserved control opcode 11', [frame(0x8b)], /invalid opcode 11/],
    ['4.2 reserved control opcode 15', [frame(0x8f, 'a')], /invalid opcode 15/],
    ['5.1 a ping in fragments', [frame(0x09, 'a'), frame(0x80, 'b')], /FIN must be set/],
    ['5.9 a continuation of nothing', [frame(0x80, 'a')], /invalid opcode 0/],
    ['5.18 a text within a text', [frame(0x01, 'a'), frame(text, 'b')], /invalid opcode 1/],
    [
      '6.3 invalid UTF-8',
      [frame(text, Buffer.from('cebae1bdb9cf83cebcceb5eda080656469746564', 'hex'))],
      /invalid UTF-8 sequence/,
    ],
    [
      '6.4 invalid UTF-8 in a later fragment',
      [frame(0x01, 'a'), frame(0x80, Buffer.from([0xf5]))],
      /invalid UTF-8 sequence/,
    ],
    ['6.6 a code point that is cut off', [frame(text, Buffer.from([0xce]))], /invalid UTF-8 sequence/],
    ['7.3 a close frame of one byte', [frame(close, 'a')], /invalid payload length 1/],
    [
      '7.3 a close reason that is no UTF-8',
      [closing(1000, Buffer.from([0xff, 0xfe]))],
      /invalid UTF-8 sequence/,
    ],
    ['7.9 close code 0', [closing(0)], /invalid status code 0/],
    ['7.9 close code 999', [closing(999)], /invalid status code 999/],
    ['7.9 close code 1004', [closing(1004)], /invalid status code 1004/],
    ['7.9 close code 1005', [closing(1005)], /invalid status code 1005/],
    ['7.9 close code 1006', [closing(1006)], /invalid status code 1006/],
    ['7.9 close code 1015', [closing(1015)], /invalid status code 1015/],
    ['7.9 close code 2999', [closing(2999)], /invalid status code 2999/],
    ['7.9 close code 5000', [closing(5000)], /invalid status code 5000/],
    ['a masked frame', [Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])], /MASK must be clear/],
    ['9.x a message of 4 GiB', [frame(binary, 'a', 4_294_967_295)], /^a message is larger than 64 MiB/],
    [
      'a text of 64 MiB and a byte',
      [frame(text, 'a', 64 * 1024 * 1024 + 1)],
      /^a message is larger than 64 MiB/,
    ],
    ['an end within a frame', [frame(text, 'a', 10)], /without a close frame \(1006\)/],
  ]
  for (const [what, frames, message] of wrong)
    it(what, async () => {
      await using server = await rawWebSocketServer(socket => {
        socket.end(Buffer.concat(frames))
      })
      const { kind, message: said } = await failure({ websocket: server.url, count: 1 })
      assert.equal(kind, 'Network Error')
      assert.match(said, message)
    })
})

describe('close frames that are right', () => {
  for (const [code, reason] of [
    [1000, ''],
    [1001, 'a'],
    [1011, 'x'.repeat(123)],
    [3000, ''],
    [4999, 'ä'],
  ] as const)
    it(`${code} with a reason of ${reason.length} characters`, async () => {
      await using server = await rawWebSocketServer(socket => socket.write(closing(code, reason)))
      const { response } = await exchange({ websocket: server.url, none: true })
      assert.deepEqual(response.fields, { 'close-code': code, 'close-reason': reason })
    })

  it('one without a number counts as 1005', async () => {
    await using server = await rawWebSocketServer(socket => socket.write(frame(close)))
    const { response } = await exchange({ websocket: server.url, none: true })
    assert.equal(response.fields?.['close-code'], 1005)
  })
})

describe('a server without measure', () => {
  it('that never stops sending is read no faster than it is looked at, and ends with the time limit', async () => {
    const piece = 'x'.repeat(10_000)
    await using server = await webSocketServer(webSocket => {
      const send = (): void => {
        if (webSocket.readyState === webSocket.OPEN) webSocket.send(piece, send)
      }
      send()
    })
    const before = process.memoryUsage().rss
    const { success } = await exchange({ websocket: server.url, expect: { text: 'y' } }, { timeout: 500 })
    assert.equal(success.holds, false)
    assert.ok(process.memoryUsage().rss - before < 300 * 1024 * 1024)
  })

  it('that sends more than can be kept of what is awaited is a failure', async () => {
    const piece = 'x'.repeat(8 * 1024 * 1024)
    await using server = await webSocketServer(webSocket => {
      for (let sent = 0; sent < 10; sent++) webSocket.send(piece)
    })
    const { message } = await failure({ websocket: server.url, count: 10 }, { timeout: 20_000 })
    assert.equal(message, 'the awaited messages are larger than 64 MiB together')
  })
})
