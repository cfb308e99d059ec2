import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { exchange, failure, saidIn } from './testing/perform.ts'
import { jsonOf } from '../testing/answers.ts'
import { webSocketServer } from './testing/web-socket-server.ts'

describe('a websocket step', () => {
  it('sends text and JSON, and lists what came', async () => {
    await using server = await webSocketServer()
    const answer = await exchange({ websocket: server.url, messages: ['hi', { a: 1 }, [2], 3], count: 4 })
    assert.deepEqual(jsonOf(answer), ['hi', { a: 1 }, [2], 3])
    assert.equal(answer.response.status, 101)
    assert.equal(answer.success.holds, true)
  })

  it('sends a file as one binary message', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-'))
    await writeFile(path.join(folder, 'x.bin'), Buffer.from([0, 255, 128]))
    const binary: boolean[] = []
    await using server = await webSocketServer(webSocket => {
      webSocket.on('message', (data, isBinary) => {
        binary.push(isBinary)
        webSocket.send(data, { binary: isBinary })
      })
    })
    const step = { websocket: server.url, messages: [{ file: 'x.bin' }], count: 1 }
    const answer = await exchange(step, { directory: folder })
    assert.deepEqual(jsonOf(answer), [Buffer.from([0, 255, 128]).toString('base64')])
    assert.deepEqual(binary, [true])
  })

  it('awaits only what it expects', async () => {
    await using server = await webSocketServer(webSocket => {
      for (const price of [1, 2, 3]) webSocket.send(JSON.stringify({ price }))
    })
    const answer = await exchange({
      websocket: server.url,
      expect: { '$.price': { 'greater-than': 1 } },
      count: 2,
    })
    assert.deepEqual(jsonOf(answer), [{ price: 2 }, { price: 3 }])
  })

  it('sends a message after the one it answers', async () => {
    await using server = await webSocketServer(webSocket => {
      webSocket.send('{"type":"welcome"}')
      webSocket.on('message', data => {
        webSocket.send(`{"type":"done","got":${JSON.stringify((data as Buffer).toString())}}`)
      })
    })
    const answer = await exchange({
      websocket: server.url,
      messages: [
        { text: 'one', after: { '$.type': 'welcome' } },
        { text: 'two', after: { '$.got': 'one' }, delay: '30ms' },
      ],
      expect: { '$.got': 'two' },
    })
    assert.deepEqual(saidIn(answer).slice(0, 5), [
      'received text {"type":"welcome"}',
      'sent text one',
      'received text {"type":"done","got":"one"}',
      'sent text two',
      'received text {"type":"done","got":"two"}',
    ])
    const [, , got, two] = (answer.transcript?.entries ?? []).slice(1)
    assert.ok((two?.at ?? 0) - (got?.at ?? 0) >= 25)
  })

  it('fails when the message to send after never comes', async () => {
    await using server = await webSocketServer(() => undefined)
    const step = { websocket: server.url, messages: ['a', { text: 'b', after: { text: 'go' } }] }
    const { success } = await exchange(step, { timeout: 150 })
    assert.equal(success.holds, false)
    assert.equal(success.actual, 'message 2 was not sent: nothing came that fits its "after"')
  })

  it('fails when the delay of a message is longer than there is time', async () => {
    await using server = await webSocketServer(() => undefined)
    const { success } = await exchange(
      { websocket: server.url, messages: [{ text: 'a', delay: '10s' }] },
      { timeout: 150 },
    )
    assert.equal(success.actual, 'message 1 was not sent: its delay of 10 s was not over')
  })

  it('is open in its transcript before the first message that comes', async () => {
    await using server = await webSocketServer(webSocket => {
      webSocket.send('welcome')
    })
    const { transcript } = await exchange({ websocket: server.url, count: 1 })
    assert.deepEqual(
      transcript?.entries.slice(0, 2).map(({ kind }) => kind),
      ['open', 'text'],
    )
  })

  it('lists what is nested too deeply as text', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    await using server = await webSocketServer(webSocket => {
      webSocket.send(deep)
    })
    assert.deepEqual(jsonOf(await exchange({ websocket: server.url, count: 1 })), [deep])
  })

  it('waits for no more than 10000 messages, whatever a variable says', async () => {
    const { message } = await failure({ websocket: 'ws://127.0.0.1:1/', count: 10_001 })
    assert.equal(message, 'count 10001 is not a number of messages')
  })

  it('without expectations sends everything and closes', async () => {
    const got: string[] = []
    await using server = await webSocketServer(webSocket => {
      webSocket.on('message', data => got.push((data as Buffer).toString()))
      webSocket.on('close', code => got.push(String(code)))
    })
    const answer = await exchange({ websocket: server.url, messages: ['a', 'b'] })
    assert.deepEqual([got, jsonOf(answer), answer.success.holds], [['a', 'b', '1000'], [], true])
  })

  it('ends at once when there is nothing more to wait for', async () => {
    await using server = await webSocketServer()
    const { timings } = await exchange({ websocket: server.url, messages: ['a'], count: 1 })
    assert.ok(timings.duration < 3000, String(timings.duration))
  })

  it('fails with what came when its time is over', async () => {
    await using server = await webSocketServer()
    const step = { websocket: server.url, messages: ['a'], expect: { text: 'b' } }
    const { success } = await exchange(step, { timeout: 200 })
    assert.deepEqual(success, {
      subject: 'messages',
      holds: false,
      expected: '1 with body-text equals b within 200 ms',
      actual: 'none of 1 message (the last other one: body-text: Expected equals b, got a)',
    })
  })

  it('passes with none when nothing came, and fails at once when something did', async () => {
    await using quiet = await webSocketServer(() => undefined)
    const passed = await exchange({ websocket: quiet.url, none: true }, { timeout: 100 })
    assert.equal(passed.success.holds, true)
    await using server = await webSocketServer()
    const step = { websocket: server.url, messages: ['a', { text: 'b', delay: '4s' }], none: true }
    const failed = await exchange(step)
    assert.equal(failed.success.holds, false)
    assert.ok(failed.timings.duration < 3000)
  })

  it('B8: fails with none when the server closes before the time is over', async () => {
    await using server = await webSocketServer(webSocket => {
      webSocket.close(1000, 'bye')
    })
    const { success } = await exchange({ websocket: server.url, none: true })
    assert.deepEqual(
      [success.holds, success.actual],
      [false, 'no message at all; the connection was closed (1000 bye)'],
    )
    const patient = { websocket: server.url, expect: { 'close-code': 4000 }, none: true }
    assert.equal((await exchange(patient)).success.holds, true)
  })

  it('B8: passes with none when the step itself closes', async () => {
    await using server = await webSocketServer(() => undefined)
    const messages = [{ close: { code: 4000 }, delay: '50ms' }]
    assert.equal((await exchange({ websocket: server.url, messages, none: true })).success.holds, true)
  })

  it('sends headers, repeated ones too, query, credentials and the run id', async () => {
    await using server = await webSocketServer()
    const settings = { transport: { correlation: { header: 'X-Run' } } }
    const step = {
      websocket: `${server.url}/a?x=1`,
      headers: { 'X-A': ['1', '2'] },
      query: { y: 'ä' },
      auth: { bearer: 'secret' },
    }
    const answer = await exchange(step, { settings })
    const [request] = server.seen
    assert.equal(request?.url, '/a?x=1&y=%C3%A4')
    assert.equal(request.headers['x-a'], '1, 2')
    assert.equal(request.headers.authorization, 'Bearer secret')
    assert.equal(request.headers['x-run'], '11111111-2222-4333-8444-555555555555')
    assert.equal(answer.request.url, `${server.url}/a?x=1&y=%C3%A4`)
  })

  it('offers subprotocols and tells which was taken', async () => {
    await using server = await webSocketServer(() => undefined, { handleProtocols: () => 'b' })
    const { request, response } = await exchange({ websocket: server.url, subprotocol: ['a', 'b'] })
    assert.deepEqual(
      response.headers.find(([name]) => name === 'Sec-WebSocket-Protocol'),
      ['Sec-WebSocket-Protocol', 'b'],
    )
    assert.deepEqual(request.headers.at(-1), ['sec-websocket-protocol', 'a, b'])
  })

  it('reads compressed messages', async () => {
    const text = 'long '.repeat(5000)
    await using server = await webSocketServer(undefined, { perMessageDeflate: { threshold: 0 } })
    const answer = await exchange({ websocket: server.url, messages: [text], count: 1 })
    assert.match(answer.response.headers.flat().join(), /permessage-deflate/)
    assert.deepEqual(jsonOf(answer), [text])
  })

  it('answers pings', async () => {
    let pongs = 0
    await using server = await webSocketServer(webSocket => {
      webSocket.on('pong', () => {
        pongs++
        webSocket.send('thanks')
      })
      webSocket.ping('are you there')
    })
    const answer = await exchange({ websocket: server.url, count: 1 })
    assert.equal(pongs, 1)
    assert.ok(saidIn(answer).includes('received ping are you there'))
  })
})

describe('the closing of a WebSocket', () => {
  it('can be what is awaited', async () => {
    await using server = await webSocketServer(webSocket => {
      webSocket.send('last words')
      webSocket.close(4401, 'expired')
    })
    const answer = await exchange({ websocket: server.url, expect: { 'close-code': 4401 } })
    assert.deepEqual(jsonOf(answer), [{ 'close-code': 4401, 'close-reason': 'expired' }])
    assert.deepEqual(answer.response.fields, { 'close-code': 4401, 'close-reason': 'expired' })
    assert.equal(answer.success.holds, true)
  })

  it('ends the wait for messages at once', async () => {
    await using server = await webSocketServer(webSocket => {
      webSocket.close(1001, 'restart')
    })
    const { success, response } = await exchange({ websocket: server.url, count: 2 })
    assert.equal(success.holds, false)
    assert.equal(success.actual, 'no message at all; the connection was closed (1001 restart)')
    assert.deepEqual(response.fields, { 'close-code': 1001, 'close-reason': 'restart' })
  })

  it('is done with the code and the reason the step says', async () => {
    const closed: unknown[] = []
    await using server = await webSocketServer(webSocket => {
      webSocket.on('close', (code, reason) => closed.push(code, reason.toString()))
    })
    const step = { websocket: server.url, messages: ['x', { close: { code: 4000, reason: 'bye' } }] }
    const { response } = await exchange(step)
    assert.deepEqual(closed, [4000, 'bye'])
    assert.equal(response.fields?.['close-code'], 4000)
  })

  it('is not waited for long when the server does not answer it', async () => {
    await using server = await webSocketServer(webSocket => {
      webSocket.pause()
    })
    const started = performance.now()
    const answer = await exchange({ websocket: server.url })
    assert.ok(performance.now() - started < 10_000)
    assert.equal(answer.response.fields, undefined)
    assert.equal(saidIn(answer).at(-1), 'note close the server did not answer the close')
  })

  it('without a close frame is a failure with what was said', async () => {
    await using server = await webSocketServer(webSocket => {
      webSocket.send('a')
      setTimeout(() => {
        webSocket.terminate()
      }, 50)
    })
    const lost = await failure({ websocket: server.url, count: 2 })
    assert.equal(lost.message, 'the connection ended without a close frame (1006)')
    assert.deepEqual(saidIn(lost).slice(0, 1), ['received text a'])
  })

  it('leaves nothing open', async () => {
    await using server = await webSocketServer()
    for (const step of [{ messages: ['a'], count: 1 }, { count: 1 }] as readonly JsonObject[])
      await exchange({ websocket: server.url, ...step }, { timeout: 100 })
    await new Promise(resolve => setTimeout(resolve, 50))
    assert.equal(server.open.size, 0)
  })

  it('comes with an interruption, which is told', async () => {
    await using server = await webSocketServer()
    const interruption = new AbortController()
    setTimeout(() => {
      interruption.abort()
    }, 100)
    const cut = await failure({ websocket: server.url, count: 1 }, { signal: interruption.signal })
    assert.equal(cut.message, 'interrupted while the WebSocket was open')
  })
})

describe('a websocket step that cannot be carried out', () => {
  const cases: readonly (readonly [what: string, step: JsonObject, message: RegExp])[] = [
    ['another scheme', { websocket: 'ftp://x/' }, /has scheme ftp, which a WebSocket cannot use/],
    ['no address', { websocket: '/ws' }, /does not begin with ws:\/\/ or wss:\/\//],
    ['a host that is none', { websocket: 'ws://a b/' }, /is not valid/],
    [
      'the protocol as a header',
      { websocket: 'ws://x/', headers: { 'Sec-WebSocket-Protocol': 'a' } },
      /cannot be set/,
    ],
    ['a subprotocol twice', { websocket: 'ws://x/', subprotocol: ['a', 'a'] }, /is there twice/],
    [
      'a missing file',
      { websocket: 'ws://x/', messages: [{ file: 'none.bin' }] },
      /"none.bin" does not exist/,
    ],
    [
      'a closing nobody may send',
      { websocket: 'ws://x/', messages: [{ close: 1006 }] },
      /close 1006 is not a number/,
    ],
    [
      'a delay that is none',
      { websocket: 'ws://x/', messages: [{ text: 'a', delay: 'soon' }] },
      /is not a duration/,
    ],
    ['messages beside graphql', { websocket: 'ws://x/', messages: ['a'], graphql: { query: '{a}' } }, /both/],
    [
      'nobody there',
      { websocket: 'ws://127.0.0.1:1/' },
      /^connect ECONNREFUSED 127\.0\.0\.1:1 \(nothing listens there\)$/,
    ],
  ]
  for (const [what, step, message] of cases)
    it(`says so: ${what}`, async () => {
      assert.match((await failure(step)).message, message)
    })
})
