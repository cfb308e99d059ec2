import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http2 from 'node:http2'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type AnyResponse, isGone, openServer } from './open-server.ts'
import { withMock } from './testing/with-mock.ts'

const protos = path.resolve('fixtures/grpc/protos')

const overHttp2 = `tls: true
routes:
  - { route: WS /talk, answer: { messages: [hello] } }
  - route: GET /odd
    answer:
      headers: { Keep-Alive: timeout=5, Upgrade: x, content-type: [a/a, b/b], set-cookie: [a=1, b=2] }
      text: hello`

/** Sends bytes over a connection of its own until the other side ends it. */
async function send(address: string, text: string): Promise<void> {
  const socket = connect(Number(new URL(`http://${address}`).port), '127.0.0.1')
  socket.on('error', () => undefined).resume()
  socket.write(text)
  await once(socket, 'close')
}

describe('the server of a mock', () => {
  it('answers others while it compares what takes long', () =>
    withMock(
      `routes:
  - { route: POST /a, when: { text: { matches-regex: '^(?=(a+)+$)b' } }, answer: 200 }
  - { route: POST /a, answer: 202 }
  - { route: POST /b, when: { text: b }, answer: 200 }`,
      async mock => {
        const answered: string[] = []
        const post = async (way: string, body: string): Promise<void> => {
          const { status } = await fetch(mock.url + way, { method: 'POST', body })
          answered.push(`${way} ${status}`)
        }
        const slow = Array.from({ length: 4 }, () => post('/a', `${'a'.repeat(40)}!`))
        await wait(20)
        await Promise.all([...slow, post('/b', 'b')])
        assert.deepEqual(answered.toSorted(), ['/a 202', '/a 202', '/a 202', '/a 202', '/b 200'])
        assert.ok(answered.indexOf('/b 200') < 3, answered.join())
      },
    ))

  it('counts what is no HTTP/2 behind its beginning, and not a client that ends its connection', () =>
    withMock('routes: [{ route: GET / }]', async mock => {
      await send(mock.address, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nthis is no frame of any kind at all\r\n')
      await send(mock.address, 'PRI * HTTP/2.0 and something else that is none of it')
      assert.equal(mock.journal.refused, 2)
      for (const { message } of mock.journal.problems(true))
        assert.match(message, /^a call is no HTTP that can be read: /)
      const session = http2.connect(mock.url)
      await once(session, 'remoteSettings')
      session.destroy(undefined, http2.constants.NGHTTP2_INTERNAL_ERROR)
      await once(session, 'close')
      await wait(50)
      assert.equal(mock.journal.refused, 2)
    }))

  it('keeps no port of the machine when it ends, and what it has answered is there to read', async () => {
    const server = await openServer(
      { host: '127.0.0.1', port: 0 },
      {
        request: (_, response) => response.end('hello'),
        upgrade: () => undefined,
        clientError: () => undefined,
      },
    )
    const socket = connect(server.port, '127.0.0.1').pause()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'readable')
    await server.close()
    let came = ''
    const ended = once(socket, 'end')
    socket.on('data', (piece: Buffer) => (came += piece.toString()))
    // The side that is told the end first keeps the ports for a minute; a reset frees them at once.
    await assert.rejects(ended, { code: 'ECONNRESET' })
    assert.match(came, /^HTTP\/1\.1 200 [^]*hello/)
  })

  it('notes a call as broken off whose client leaves during the delay, and no other', () =>
    withMock('routes: [{ route: GET /, answer: { delay: 500ms } }]', async mock => {
      const leaving = new AbortController()
      const left = assert.rejects(fetch(mock.url, { signal: leaving.signal }))
      while (mock.journal.count() === 0) await wait(5)
      leaving.abort()
      await left
      for (let tries = 0; tries < 50 && mock.received()[0]?.['aborted'] !== true; tries++) await wait(5)
      await fetch(mock.url)
      assert.deepEqual(
        mock.received().map(({ status, aborted, route }) => [status, aborted, route]),
        [
          [null, true, 'GET /'],
          [200, undefined, 'GET /'],
        ],
      )
      assert.deepEqual(mock.journal.problems(false), [])
    }))

  it('unpacks bodies, gives bytes that are no text as base64, and refuses what is packed wrongly', () =>
    withMock('routes: [{ route: POST /, answer: { json: "{{body}}" } }]', async mock => {
      const post = async (body: Uint8Array, headers: Record<string, string>): Promise<string> => {
        const answer = await fetch(mock.url, { method: 'POST', body, headers })
        return `${answer.status} ${await answer.text()}`
      }
      const packed = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
      assert.equal(await post(gzipSync('{"a":1}'), packed), '200 {"a":1}')
      assert.match(await post(Buffer.from('hello'), packed), /^400 .*not what its content-encoding says/)
      assert.match(await post(gzipSync(Buffer.alloc(20_000_000)), packed), /^413 .*16 MiB/)
      await post(Buffer.from([0xff, 0xfe, 0]), {})
      await post(Buffer.from('Ren\xe9', 'latin1'), { 'content-type': 'text/plain; charset=iso-8859-1' })
      const form = 'application/x-www-form-urlencoded; charset=windows-1252'
      await post(Buffer.from('a=%80+%FC'), { 'content-type': form })
      const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><p>\xe9</p>'
      await post(Buffer.from(xml, 'latin1'), { 'content-type': 'application/xml' })
      const entries = mock.received()
      assert.deepEqual(
        entries.map(({ body, base64 }) => [body, base64]),
        [
          [{ a: 1 }, undefined],
          [null, '//4A'],
          ['René', undefined],
          [{ a: '€ ü' }, undefined],
          [xml, undefined],
        ],
      )
      assert.equal(mock.journal.problems(false).length, 2)
    }))

  it('answers in the charset that the type of an answer names, and with 500 where that lacks a character', () =>
    withMock(
      `routes:
      - { route: GET /own, answer: { text: 5 €, content-type: text/plain; charset=windows-1252 } }
      - { route: GET /header, answer: { json: { a: ü }, headers: { content-type: "application/json; charset=latin1" } } }
      - { route: GET /lacks, answer: { text: 5 €, content-type: text/plain; charset=latin1 } }`,
      async mock => {
        const get = async (path: string): Promise<string> =>
          Buffer.from(await (await fetch(mock.url + path)).arrayBuffer()).toString('latin1')
        assert.equal(await get('/own'), '5 \x80')
        assert.equal(await get('/header'), '{"a":"ü"}')
        assert.match(await get('/lacks'), /the charset .+latin1.+ lacks/)
      },
    ))

  it('answers by HTTP/2 without the headers of a connection, and no client gets a tunnel', () =>
    withMock(overHttp2, async mock => {
      const session = http2.connect(mock.url, { ca: readFileSync(mock.variables.certificate ?? '') })
      session.on('error', () => undefined)
      const ask = async (headers: http2.OutgoingHttpHeaders): Promise<http2.IncomingHttpHeaders> => {
        const stream = session.request(headers)
        const [answered] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
        stream.resume()
        await once(stream, 'close')
        return answered
      }
      assert.equal((await ask({ ':path': '/talk' }))[':status'], 426)
      const odd = await ask({ ':path': '/odd' })
      assert.deepEqual(
        [odd[':status'], odd['content-type'], odd['keep-alive'], odd['set-cookie']],
        [200, 'b/b', undefined, ['a=1', 'b=2']],
      )
      assert.equal((await ask({ ':method': 'CONNECT', ':authority': 'a.example:1' }))[':status'], 405)
      session.close()
      assert.equal(mock.journal.count(), 2)
      assert.equal(mock.journal.problems(false).length, 1)
    }))

  it('puts cookies together that come one by one over HTTP/2', () =>
    withMock('routes: [{ route: GET /, answer: 204 }]', async mock => {
      const session = http2.connect(mock.url)
      const stream = session.request({ ':path': '/', cookie: ['a=1', 'b=2', 'a=3'] })
      await once(stream, 'response')
      session.destroy()
      assert.deepEqual(mock.received()[0]?.['headers'], { host: mock.address, cookie: 'a=1; b=2; a=3' })
    }))

  it('knows of a client of HTTP/2 that has gone', async () => {
    let answer: (response: AnyResponse) => void = () => undefined
    const asked = new Promise<AnyResponse>(resolve => (answer = resolve))
    const server = await openServer(
      { host: '127.0.0.1', port: 0 },
      {
        request: (_, response) => {
          answer(response)
        },
        upgrade: () => undefined,
        clientError: () => undefined,
      },
    )
    const session = http2.connect(`http://127.0.0.1:${server.port}`).on('error', () => undefined)
    const stream = session.request({ ':path': '/' }).on('error', () => undefined)
    const response = await asked
    assert.equal(isGone(response), false)
    const closed = once(response, 'close')
    stream.close(http2.constants.NGHTTP2_CANCEL)
    await closed
    assert.equal(isGone(response), true)
    session.close()
    await server.close()
  })

  for (const kind of [
    'tls: true\nroutes: []',
    `proto: lab/v1/lab.proto\nimport-paths: ${protos}\ntls: true\nroutes: []`,
  ])
    it(`ends at once while a connection has not finished its handshake: ${kind}`, async () => {
      let started = 0
      await withMock(kind, async mock => {
        const [host = '', port = ''] = mock.address.split(':')
        const socket = connect(Number(port), host).on('error', () => undefined)
        await once(socket, 'connect')
        await wait(50)
        started = performance.now()
      })
      assert.ok(performance.now() - started < 2000)
    })

  it('names routes that nearly fit once, and the methods that a description has', () =>
    withMock(
      `spec: a.yaml
unmatched: allow
routes:
  - { route: PUT /own, when: { header a: 1 } }
  - { route: PUT /own, when: { header a: 2 } }
  - { route: PUT /own }`,
      async ({ url }) => {
        const nearest = async (path: string): Promise<unknown> =>
          ((await (await fetch(url + path)).json()) as { readonly nearest: unknown }).nearest
        const method = 'the method is GET'
        assert.deepEqual(await nearest('/own'), [{ route: 'PUT /own', reason: method }])
        assert.deepEqual(await nearest('/pets'), [{ route: 'POST /pets', reason: method }])
        assert.deepEqual(await nearest('/owm'), [
          { route: 'PUT /own', reason: 'the path is /owm' },
          { route: 'POST /pets', reason: 'the path is /owm' },
        ])
      },
      {
        'a.yaml': `openapi: 3.1.0
info: { title: A, version: '1' }
paths: { /pets: { post: { responses: { '200': { description: Made } } } } }`,
      },
    ))

  it('refuses and counts requests without a host, and those that expect what is not there', () =>
    withMock('routes: [{ route: GET /, answer: 204 }]', async mock => {
      const ask = (lines: string): Promise<string> =>
        new Promise((resolve, reject) => {
          const socket = connect(Number(new URL(mock.url).port), '127.0.0.1', () => {
            socket.write(`GET / HTTP/1.1\r\n${lines}\r\n`)
          })
          socket.once('error', reject).once('data', chunk => {
            resolve(String(chunk).slice(9, 12))
            socket.destroy()
          })
        })
      assert.equal(await ask('host: a\r\n'), '204')
      assert.equal(await ask(''), '400')
      assert.equal(await ask('host: a\r\nexpect: wonders\r\n'), '417')
      assert.deepEqual([mock.journal.count(), mock.journal.refused], [3, 2])
      assert.equal(mock.journal.problems(true).length, 2)
    }))

  it('takes no variable of a suite for what a request lacks, nor what is no form for an empty one', () =>
    withMock(
      "routes: [{ route: POST /, answer: { json: '{{query.page}}' } }, { route: PUT /, answer: { json: '{{body}}' } }]",
      async ({ url }) => {
        assert.equal((await fetch(url, { method: 'POST' })).status, 500)
        const headers = { 'content-type': 'multipart/form-data; boundary=x' }
        const answered = await fetch(url, { method: 'PUT', headers, body: '--x\r\nabcd' })
        assert.equal(await answered.json(), '--x\r\nabcd')
      },
    ))
})
