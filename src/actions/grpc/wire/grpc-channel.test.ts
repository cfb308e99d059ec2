import assert from 'node:assert/strict'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { exchange, failure } from '../testing/perform.ts'
import { RunResources } from '../../resources.ts'

const empty = Buffer.alloc(5)
const echo = (target: string) => ({
  grpc: 'lab.v1.Lab/Echo',
  target,
  message: { text: 'a' },
  'descriptor-set': 'fixtures/grpc/lab.protoset',
})

/** A server that answers each call with an empty message and these trailers, unless `meet` does something else with it. */
async function withServer(
  trailers: http2.OutgoingHttpHeaders,
  use: (target: string) => Promise<void>,
  meet: (stream: http2.ServerHttp2Stream) => boolean = () => false,
): Promise<void> {
  const sessions = new Set<http2.ServerHttp2Session>()
  const server = http2.createServer({ maxSendHeaderBlockLength: 1_000_000 })
  server.on('session', session => sessions.add(session.on('error', () => undefined)))
  server.on('stream', stream => {
    stream.on('error', () => undefined).resume()
    if (meet(stream)) return
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => {
      stream.sendTrailers({ 'grpc-status': 0, ...trailers })
    })
    stream.end(empty)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    for (const session of sessions) session.destroy()
    server.close()
  }
}

describe('a gRPC call', () => {
  it('takes more than 128 lines of metadata, and more than 64 KiB of it', async () => {
    const lines = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`x-${index}`, 'a'.repeat(300)]),
    )
    await withServer(lines, async target => {
      const { response } = await exchange(echo(target))
      assert.equal(response.status, 'OK')
      assert.equal(response.trailers?.filter(([name]) => name.startsWith('x-')).length, 300)
    })
  })

  it('goes out again where the server ends the connection before it has begun with it', async () => {
    let calls = 0
    const resources = new RunResources()
    await withServer(
      {},
      async target => {
        for (let count = 0; count < 6; count++)
          assert.equal((await exchange(echo(target), { resources })).response.status, 'OK')
        assert.ok(calls > 6)
      },
      stream => {
        const isRefused = ++calls % 3 === 0
        if (isRefused) stream.session?.goaway(0, Number(stream.id) - 2)
        return isRefused
      },
    )
    await resources.close()
  })

  it('ends soon where a line of metadata is longer than can be read', async () => {
    // Characters that HTTP/2 cannot pack.
    await withServer({ 'x-long': '<'.repeat(70_000) }, async target => {
      const { message } = await failure(echo(target), { timeout: 30_000 })
      assert.match(message, /a line of metadata, or a status message, of more than 64 KiB/)
    })
  })

  it('ends where its messages are more than is kept', async () => {
    await withServer(
      {},
      async target => {
        const { message, hint } = await failure(
          { ...echo(target), grpc: 'lab.v1.Lab/Repeat' },
          { timeout: 30_000 },
        )
        assert.match(
          message,
          /^the messages of the answer have more than 64 MiB together: ended after \d+ messages$/,
        )
        assert.match(hint ?? '', /max-messages/)
      },
      stream => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
        const large = Buffer.alloc(1024 * 1024)
        // A field that nobody knows.
        const head = Buffer.from([0xfa, 0x3f, ...varint(large.length)])
        const frame = Buffer.alloc(5)
        frame.writeUInt32BE(head.length + large.length, 1)
        const send = (): void => {
          if (stream.destroyed) return
          stream.write(Buffer.concat([frame, head, large]), () => setImmediate(send))
        }
        send()
        return true
      },
    )
  })
})

function varint(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]
}
