import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { httpServer, type Answer } from '../http/testing/http-server.ts'
import { bytes, rawServer } from '../http/testing/raw-server.ts'
import { exchange, failure } from './testing/perform.ts'
import { jsonOf } from '../testing/answers.ts'

/** Answers with these events and leaves the stream open. */
function stream(...events: readonly string[]): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(events.map(event => `${event}\n\n`).join(''))
  }
}

describe('an sse step', () => {
  it('lists the awaited events, data as JSON where it is', async () => {
    await using server = await httpServer(stream('data: hello', 'event: price\nid: 7\ndata: {"a": 1}'))
    const answer = await exchange({ sse: server.url, count: 2 })
    assert.deepEqual(jsonOf(answer), [
      { event: 'message', data: 'hello' },
      { event: 'price', data: { a: 1 }, id: '7' },
    ])
    assert.deepEqual([answer.response.status, answer.success.holds], [200, true])
  })

  it('ends at once when the awaited one has come', async () => {
    await using server = await httpServer(stream('event: a\ndata: 1', 'event: b\ndata: {"x":[1,2]}'))
    const expect = { event: 'b', '$.x[1]': 2 }
    const answer = await exchange({ sse: server.url, expect })
    assert.deepEqual(jsonOf(answer), [{ event: 'b', data: { x: [1, 2] } }])
    assert.ok(answer.timings.duration < 3000)
  })

  it('fails with what came when its time is over', async () => {
    await using server = await httpServer(stream('id: 1\ndata: a'))
    const { success, transcript } = await exchange({ sse: server.url, expect: { id: '2' } }, { timeout: 200 })
    assert.deepEqual(success, {
      subject: 'messages',
      holds: false,
      expected: '1 with id equals 2 within 200 ms',
      actual: 'none of 1 message (the last other one: id: Expected equals 2, got 1)',
    })
    assert.deepEqual(
      transcript?.entries.map(({ kind }) => kind),
      ['open', 'event message id 1'],
    )
  })

  it('fails with what came when the server ends the stream', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: a\n\n')
    })
    const { success } = await exchange({ sse: server.url, count: 2 })
    assert.equal(success.actual, '1 message; the server ended the stream')
  })

  it('passes with none when nothing came', async () => {
    await using server = await httpServer(stream('event: a\ndata: 1'))
    const step = { sse: server.url, expect: { event: 'b' }, none: true }
    assert.equal((await exchange(step, { timeout: 150 })).success.holds, true)
    const other = { sse: server.url, expect: { event: 'a' }, none: true }
    assert.equal((await exchange(other)).success.holds, false)
  })

  it('B8: fails with none when the server ends the stream before the time is over', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('event: a\ndata: 1\n\n')
    })
    const { success } = await exchange({ sse: server.url, expect: { event: 'b' }, none: true })
    assert.equal(success.holds, false)
    assert.match(success.actual ?? '', /; the server ended the stream$/)
  })

  it('sends the last event id, credentials and a JSON body', async () => {
    await using server = await httpServer(stream('data: 1'))
    await exchange({ sse: server.url, 'last-event-id': 41, auth: { bearer: 't' }, json: { q: 1 } })
    const [request] = server.seen
    assert.equal(request?.method, 'POST')
    assert.equal(request.headers['last-event-id'], '41')
    assert.equal(request.headers.authorization, 'Bearer t')
    assert.equal(request.body.toString(), '{"q":1}')
  })

  it('fetches a fresh token when one is refused', async () => {
    let issued = 0
    await using tokens = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ access_token: `t${++issued}`, token_type: 'Bearer' }))
    })
    await using server = await httpServer((request, response) => {
      if (request.headers.authorization === 'Bearer t2') stream('data: in')(request, response)
      else response.writeHead(401).end()
    })
    const auth = { oauth2: { 'token-url': tokens.url, 'client-id': 'a', 'client-secret': 'b' } }
    assert.equal((await exchange({ sse: server.url, auth })).success.holds, true)
  })

  it('reads a compressed stream', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' })
      response.end(gzipSync('data: a\n\ndata: b\n\n'))
    })
    assert.deepEqual(jsonOf(await exchange({ sse: server.url, count: 2 })), [
      { event: 'message', data: 'a' },
      { event: 'message', data: 'b' },
    ])
  })

  it('sees an event whose line feeds are carriage returns as soon as it is there', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: a\r\r')
    })
    assert.equal((await exchange({ sse: server.url })).success.holds, true)
  })

  it('leaves no connection open', async () => {
    const open = new Set<unknown>()
    await using server = await httpServer((request, response) => {
      open.add(response)
      response.on('close', () => open.delete(response))
      stream('data: 1')(request, response)
    })
    await exchange({ sse: server.url })
    for (let waited = 0; open.size > 0 && waited < 3000; waited += 10)
      await new Promise(resolve => setTimeout(resolve, 10))
    assert.equal(open.size, 0)
  })
})

describe('an sse step that goes wrong', () => {
  it('tells what another answer was, though it never ends', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('<html>')
    })
    const { success, timings } = await exchange({ sse: server.url })
    assert.deepEqual([success.holds, success.actual], [false, 'text/html'])
    assert.ok(timings.duration < 4500)
  })

  it('tells of a connection that is lost, with what was said', async () => {
    const answer =
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: a\n\n\r\n'
    await using server = await rawServer(bytes(answer, 'end'))
    const lost = await failure({ sse: server.url, count: 2 })
    assert.match(lost.message, /^the server closed the connection before the answer was complete/)
    assert.deepEqual(
      lost.transcript?.entries.map(({ text }) => text),
      ['', 'a'],
    )
  })

  it('tells of no answer in time, and of nobody there', async () => {
    await using server = await rawServer(() => undefined)
    assert.equal(
      (await failure({ sse: server.url }, { timeout: 150 })).message,
      'no answer within 150 ms (timeout)',
    )
    assert.match((await failure({ sse: 'http://127.0.0.1:1/' })).message, /^connect ECONNREFUSED/)
  })

  it('tells of an interruption', async () => {
    await using server = await httpServer(stream('data: a'))
    const interruption = new AbortController()
    setTimeout(() => {
      interruption.abort()
    }, 150)
    const cut = await failure({ sse: server.url, count: 2 }, { signal: interruption.signal })
    assert.equal(cut.message, 'interrupted before the answer was complete')
  })

  it('tells of an event that never ends', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data:')
      const send = (): void => {
        if (!response.destroyed) response.write(piece, send)
      }
      send()
    })
    const { message } = await failure({ sse: server.url }, { timeout: 20_000 })
    assert.equal(message, 'an event of the stream is larger than 64 MiB')
  })

  it('reads an endless stream no faster than it is looked at, and ends with the time limit', async () => {
    const events = `data: ${'x'.repeat(1000)}\n\n`.repeat(1000)
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      const send = (): void => {
        if (!response.destroyed) response.write(events, send)
      }
      send()
    })
    const before = process.memoryUsage().rss
    const { success } = await exchange({ sse: server.url, expect: { event: 'x' } }, { timeout: 700 })
    assert.equal(success.holds, false)
    assert.ok(process.memoryUsage().rss - before < 300 * 1024 * 1024)
  })
})
