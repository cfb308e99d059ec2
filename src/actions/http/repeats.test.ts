import assert from 'node:assert/strict'
import type { ServerHttp2Stream } from 'node:http2'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import type { ActionAnswer } from '../action.ts'
import { exchangeOf, failureOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { http2Server } from '../transport/testing/http2-server.ts'
import { engineOf } from './engine/engine.ts'
import { action } from './index.ts'
import { rawServer } from './testing/raw-server.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'

describe('a connection that was kept and is reset as it is used again', () => {
  const resetsWhenUsedAgain = (): ReturnType<typeof rawServer> => {
    const used = new WeakSet()
    return rawServer(socket => {
      if (used.has(socket)) socket.resetAndDestroy()
      else socket.write(ok)
      used.add(socket)
    })
  }

  it('is told in the times of a request that went out again', async () => {
    await using server = await resetsWhenUsedAgain()
    const run = runner()
    const [first, second] = [
      await run({ request: `GET ${server.url}/` }),
      await run({ request: `GET ${server.url}/` }),
    ]
    assert.equal(exchangeOf(first).timings.repeats, undefined)
    assert.equal(exchangeOf(second).timings.repeats, 1)
    assert.equal(server.heads.length, 3)
    await run.close()
  })

  it('says nothing of TLS to a request that does not go out again', async () => {
    await using server = await resetsWhenUsedAgain()
    const run = runner()
    exchangeOf(await run({ request: `GET ${server.url}/` }))
    const { message, hint } = failureOf(await run({ request: `POST ${server.url}/`, text: 'a' }))
    assert.equal(message, 'the connection was reset without an answer (ECONNRESET)')
    assert.match(hint ?? '', /was kept open.*It may have got the POST/)
    await run.close()
  })

  it('is a failure where each request counts', async () => {
    await using server = await resetsWhenUsedAgain()
    const run = runner()
    engineOf(run.context.resources).countEach()
    exchangeOf(await run({ request: `GET ${server.url}/` }))
    assert.match(failureOf(await run({ request: `GET ${server.url}/` })).message, /^the connection was reset/)
    assert.equal(server.heads.length, 2)
    await run.close()
  })

  it('says nothing of TLS where the server has answered by another one', async () => {
    await using server = await rawServer((socket, head) => {
      if (head.startsWith('POST')) socket.resetAndDestroy()
      else socket.end(ok.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))
    })
    const run = runner()
    exchangeOf(await run({ request: `GET ${server.url}/` }))
    const { hint } = failureOf(await run({ request: `POST ${server.url}/`, text: 'a' }))
    assert.match(hint ?? '', /it gave up before it answered/)
    await run.close()
  })
})

describe('a request that a server of HTTP/2 has not begun with', () => {
  const refused = 7
  const hi = (stream: ServerHttp2Stream): void => {
    stream.respond({ ':status': 200 })
    stream.end('hi')
  }

  /** Says goodbye on each connection as its second stream comes, and that the first was the last. */
  const rotating = (): ReturnType<typeof http2Server> => {
    const counts = new WeakMap<object, number>()
    return http2Server(stream => {
      const { session } = stream
      if (session === undefined) return
      const count = (counts.get(session) ?? 0) + 1
      counts.set(session, count)
      if (count === 1) hi(stream)
      else session.goaway(0, 1)
    }, false)
  }

  for (const counted of [false, true])
    it(`goes out again whatever its method${counted ? ', also where each request counts' : ''}`, async () => {
      await using server = await rotating()
      const run = runner({ 'http-version': '2' })
      if (counted) engineOf(run.context.resources).countEach()
      for (let count = 0; count < 4; count++) {
        const { response, timings } = exchangeOf(await run({ request: `POST ${server.url}/`, text: 'a' }))
        assert.equal(response.body.text(), 'hi')
        assert.equal(timings.repeats, count === 0 ? undefined : 1)
      }
      assert.equal(server.sessionCount(), 4)
      await run.close()
    })

  it('goes out again where its stream was refused, but not for ever', async () => {
    let left = 2
    let streams = 0
    await using server = await http2Server(stream => {
      streams++
      if (left-- > 0) stream.close(refused)
      else hi(stream)
    }, false)
    const run = runner({ 'http-version': '2' })
    const { timings } = exchangeOf(await run({ request: `POST ${server.url}/`, text: 'a' }))
    assert.equal(timings.repeats, 2)
    left = Infinity
    streams = 0
    const failure = failureOf(await run({ request: `POST ${server.url}/`, text: 'a' }))
    assert.match(failure.message, /^the HTTP\/2 stream was reset .* \(REFUSED_STREAM\)$/)
    assert.equal(failure.timings?.repeats, 5)
    assert.equal(streams, 6)
    await run.close()
  })

  it('fails where the server may have begun with it, or wants no more requests', async () => {
    for (const [code, last] of [
      [0, 3],
      [11, 1],
    ] as const) {
      await using server = await http2Server(stream => {
        if (stream.id === 1) hi(stream)
        else {
          stream.session?.goaway(code, last)
          setTimeout(() => stream.session?.destroy(), 20)
        }
      }, false)
      const run = runner({ 'http-version': '2' })
      exchangeOf(await run({ request: `POST ${server.url}/`, text: 'a' }))
      assert.match(failureOf(await run({ request: `POST ${server.url}/`, text: 'a' })).message, /GOAWAY/)
      await run.close()
    }
  })
})

/** Sends requests with one set of connections. */
function runner(transport?: JsonObject): Runner {
  const context = testContext(transport === undefined ? {} : { settings: { transport } })
  const run = async (input: JsonObject): Promise<ActionAnswer> => action.perform(input, context)
  return Object.assign(run, { context, close: async () => context.resources.close() })
}

interface Runner {
  (input: JsonObject): Promise<ActionAnswer>
  readonly context: ReturnType<typeof testContext>
  close(): Promise<void>
}
