import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { bytes, rawServer } from '../testing/raw-server.ts'
import { HttpEngine } from './engine.ts'
import type { WireAnswer, WireRequest, WireResponse } from './wire.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'

function requestTo(url: string, more: Partial<WireRequest> = {}): WireRequest {
  const { signal } = new AbortController()
  return {
    origin: url,
    path: '/',
    method: 'GET',
    headers: [],
    timeout: 3000,
    signal,
    wantsBody: true,
    ...more,
  }
}

function responseOf(answer: WireAnswer): WireResponse {
  assert.ok(answer.ok, answer.ok ? '' : answer.fault.error.message)
  return answer.response
}

function codeOf(answer: WireAnswer): string | undefined {
  return answer.ok ? undefined : answer.fault.error.code
}

function textOf(answer: WireAnswer): string {
  return responseOf(answer).body.bytes().toString()
}

test('an engine can call back instead of giving a promise', async () => {
  await using server = await rawServer(bytes(ok))
  using engine = disposable()
  const bodies: string[] = []
  await new Promise<void>(resolve => {
    const next = (answer: WireAnswer): void => {
      bodies.push(textOf(answer))
      if (bodies.length < 3) engine.start(requestTo(server.url), next)
      else resolve()
    }
    engine.start(requestTo(server.url), next)
  })
  assert.deepEqual(bodies, ['hi', 'hi', 'hi'])
  assert.equal(server.connections(), 1)
})

for (const [what, coding, body, text] of [
  ['as it is', 'identity', 'h\xc3\xa9', 'hé'],
  ['packed', 'gzip', gzipSync('hé').toString('latin1'), 'hé'],
] as const)
  test(`an answer with the head of the one before is read, kept and handed on, ${what}`, async () => {
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`
    await using server = await rawServer(bytes(head + body))
    using engine = disposable()
    const taken: string[] = []
    const taker = {
      begin: () => true,
      take: (piece: Buffer) => taken.push(piece.toString()) > 0,
    }
    for (const more of [{}, {}, { wantsBody: false }]) {
      const { body: received } = responseOf(await engine.send(requestTo(server.url, more)))
      assert.deepEqual([received.size, received.complete, received.text()], [3, true, text])
    }
    await engine.send(requestTo(server.url, { taker }))
    assert.deepEqual(taken, [text])
    assert.equal(server.connections(), 1)
  })

for (const [what, answer, connections] of [
  ['is used again', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 1],
  ['is used again behind chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 1],
  ['is used again behind 204', 'HTTP/1.1 204 X\r\ncontent-length: 5\r\n\r\n', 1],
  [
    'of HTTP/1.0 is used again when it is kept',
    'HTTP/1.0 200 X\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n',
    1,
  ],
  ['of HTTP/1.0 is not used again', 'HTTP/1.0 200 X\r\ncontent-length: 0\r\n\r\n', 2],
  ['is not used again behind close', 'HTTP/1.1 200 X\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', 2],
  [
    'is not used again when it ends soon',
    'HTTP/1.1 200 X\r\nkeep-alive: timeout=2\r\ncontent-length: 0\r\n\r\n',
    2,
  ],
  [
    'is used again when it ends later',
    'HTTP/1.1 200 X\r\nkeep-alive: timeout=3\r\ncontent-length: 0\r\n\r\n',
    1,
  ],
  ['is not used again behind an answer with more behind it', `${ok}HTTP/1.1 200 OK\r\n`, 2],
] as const)
  test(`a connection ${what}`, async () => {
    await using server = await rawServer(bytes(answer))
    using engine = disposable()
    responseOf(await engine.send(requestTo(server.url)))
    responseOf(await engine.send(requestTo(server.url, { method: 'POST' })))
    assert.equal(server.connections(), connections)
  })

test('a connection is closed in time, also when the answer before it gave more time', async () => {
  await using server = await rawServer(socket => {
    const seconds = server.heads.length === 1 ? 60 : 3
    socket.write(`HTTP/1.1 200 X\r\nkeep-alive: timeout=${seconds}\r\ncontent-length: 0\r\n\r\n`)
  })
  using engine = disposable()
  for (const wait of [0, 0, 1500]) {
    await sleep(wait)
    responseOf(await engine.send(requestTo(server.url)))
  }
  assert.equal(server.connections(), 2)
})

test('a connection is closed before the server would close it', async () => {
  await using server = await rawServer(
    bytes('HTTP/1.1 200 X\r\nkeep-alive: timeout=3\r\ncontent-length: 0\r\n\r\n'),
  )
  using engine = disposable()
  for (const wait of [0, 600, 1300]) {
    await sleep(wait)
    responseOf(await engine.send(requestTo(server.url)))
  }
  assert.equal(server.connections(), 2)
})

for (const [what, request, connections] of [
  ['a GET with a body', { body: Buffer.from('a') }, 2],
  ['a HEAD', { method: 'HEAD' }, 2],
  ['a request that asks to close', { headers: ['Connection', 'x, close'] }, 2],
  ['a POST with a body', { method: 'POST', body: Buffer.from('a') }, 1],
] as const)
  test(`behind ${what} the connection is ${connections === 1 ? 'used again' : 'closed'}`, async () => {
    await using server = await rawServer((socket, head) =>
      socket.write(head.startsWith('HEAD') ? 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n' : ok),
    )
    using engine = disposable()
    responseOf(await engine.send(requestTo(server.url, request)))
    responseOf(await engine.send(requestTo(server.url)))
    assert.equal(server.connections(), connections)
    const closes = 'method' in request ? request.method === 'HEAD' : 'headers' in request
    assert.equal(/^connection: close\r$/m.test(server.heads[0] ?? ''), closes)
  })

test('bytes that nobody asked for are no answer to the next request, which is sent once', async () => {
  let connected: Socket | undefined
  await using server = await rawServer((socket, _head, connection) => {
    socket.write(connection === 1 ? ok : 'HTTP/1.1 201 OK\r\ncontent-length: 0\r\n\r\n')
    connected ??= socket
  })
  using engine = disposable()
  responseOf(await engine.send(requestTo(server.url)))
  connected?.write('HTTP/1.1 500 Stale\r\ncontent-length: 0\r\n\r\n')
  await sleep(30)
  assert.equal(responseOf(await engine.send(requestTo(server.url, { method: 'POST' }))).status, 201)
  assert.equal(server.heads.length, 2)
})

for (const [what, first] of [
  ['the first answer', []],
  ['an answer without a body', ['/', '/empty']],
] as const)
  test(`bytes behind ${what} that nobody has read yet are no answer to the next request`, async () => {
    let connected: Socket | undefined
    await using server = await rawServer((socket, head, connection) => {
      socket.setNoDelay(true)
      if (head.startsWith('POST')) socket.write('HTTP/1.1 201 OK\r\ncontent-length: 0\r\n\r\n')
      else socket.write(head.startsWith('GET /empty') ? 'HTTP/1.1 204 X\r\n\r\n' : ok)
      if (connection === 1) connected = socket
    })
    using engine = disposable()
    for (const path of first) responseOf(await engine.send(requestTo(server.url, { path })))
    const answer = await new Promise<WireAnswer>(resolve => {
      engine.start(requestTo(server.url, { path: first.at(-1) ?? '/' }), () => {
        connected?.write('HTTP/1.1 500 Stale\r\ncontent-length: 0\r\n\r\n')
        engine.start(requestTo(server.url, { method: 'POST' }), resolve)
      })
    })
    assert.equal(responseOf(answer).status, 201)
    assert.equal(server.connections(), 2)
    assert.equal(server.heads.filter(head => head.startsWith('POST')).length, 1)
  })

test('a request that waits for what may be behind an answer ends in time, and is not sent then', async () => {
  await using server = await rawServer(bytes(ok))
  using engine = disposable()
  const interruption = new AbortController()
  const answer = await new Promise<WireAnswer>(resolve => {
    engine.start(requestTo(server.url), () => {
      engine.start(requestTo(server.url, { signal: interruption.signal }), resolve)
      interruption.abort()
    })
  })
  assert.equal(codeOf(answer), 'INTERRUPTED')
  await sleep(20)
  assert.equal(server.heads.length, 1)
})

test('bytes that come behind an answer when the next request is out are a fault, and it is not sent again', async () => {
  await using server = await rawServer((socket, head) => {
    socket.write(head.startsWith('GET /first') ? ok : `surplus ${ok}`)
  })
  using engine = disposable()
  responseOf(await engine.send(requestTo(server.url, { path: '/first' })))
  assert.equal(codeOf(await engine.send(requestTo(server.url))), 'SURPLUS')
  assert.equal(server.heads.length, 2)
})

test('a body without a length that ends with a reset is not taken for whole', async () => {
  await using server = await rawServer(bytes('HTTP/1.1 200 OK\r\n\r\nhello', 'reset'))
  using engine = disposable()
  const answer = await engine.send(requestTo(server.url))
  assert.equal(codeOf(answer), 'ECONNRESET')
  assert.deepEqual([answer.ok ? '' : answer.fault.stage, answer.ok ? 0 : answer.fault.received], ['body', 5])
})

test('a body is sent no further once the answer is there', { timeout: 10_000 }, async () => {
  await using server = await rawServer(socket => {
    socket.pause()
    socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n')
  })
  using engine = disposable()
  const size = 1 << 30
  let read = 0
  let closed = false
  const open = (): Readable => {
    const stream = new Readable({
      read() {
        read += 65_536
        this.push(Buffer.alloc(65_536))
      },
    })
    return stream.on('close', () => (closed = true))
  }
  for (const body of [{ size, open }, Buffer.alloc(64 * 1024 * 1024)]) {
    const { status } = responseOf(await engine.send(requestTo(server.url, { method: 'POST', body })))
    assert.equal(status, 413)
  }
  assert.ok(read < size / 4 && closed, `read ${read} bytes`)
  assert.equal(server.connections(), 2)
})

for (const [what, size] of [
  ['shorter', 9],
  ['longer', 11],
] as const)
  test(`a body that is ${what} than it was is not sent for whole`, async () => {
    await using server = await rawServer(() => undefined)
    using engine = disposable()
    const body = { size, open: () => Readable.from([Buffer.from('01234'), Buffer.from('56789')]) }
    assert.equal(codeOf(await engine.send(requestTo(server.url, { method: 'POST', body }))), 'BODY_LENGTH')
  })

for (const [what, request] of [
  ['a line break in the path', { path: '/ HTTP/1.1\r\nx: y' }],
  ['a line break in a header', { headers: ['authorization', 'Bearer a\r\nx: y'] }],
  ['another framing of its body', { headers: ['Transfer-Encoding', 'chunked'] }],
  ['a length that is none', { headers: ['Content-Length', '5x'] }],
] as const)
  test(`a request with ${what} is not sent`, async () => {
    await using server = await rawServer(bytes(ok))
    using engine = disposable()
    assert.equal(codeOf(await engine.send(requestTo(server.url, request))), 'BAD_REQUEST')
    assert.deepEqual(server.heads, [])
  })

test('a body that is read while it is sent goes out in chunks where the request leaves its length out', async () => {
  const lengths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    let text = ''
    lengths.push(request.headers['content-length'])
    request.on('data', (data: Buffer) => (text += data.toString()))
    request.on('end', () => response.end(text))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  using engine = disposable()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const body = { size: 10, open: () => Readable.from([Buffer.from('01234'), Buffer.from('56789')]) }
  for (const headers of [[], ['Content-Length', '010']]) {
    const answer = await engine.send(requestTo(url, { method: 'POST', headers, body }))
    assert.equal(textOf(answer), '0123456789')
  }
  assert.deepEqual(lengths, [undefined, '10'])
  server.close()
})

test('a request names the host of its URL unless it says so itself, and its length once', async () => {
  await using server = await rawServer(bytes(ok))
  using engine = disposable()
  const host = server.url.replace('http://', '')
  const body = Buffer.from('{}')
  for (const headers of [
    ['x-a', '1'],
    ['x-a', '1', 'Host', 'api.example', 'Content-Length', '2'],
  ])
    await engine.send(requestTo(server.url, { method: 'PUT', headers, body }))
  assert.deepEqual(
    server.heads,
    [host, 'api.example'].map(
      name =>
        `PUT / HTTP/1.1\r\nhost: ${name}\r\nconnection: keep-alive\r\nx-a: 1\r\ncontent-length: 2\r\n\r\n{}`,
    ),
  )
})

test('a taker that wants no more has the rest of the answer wait', async () => {
  let sent = 0
  await using server = await rawServer(socket => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const more = (): void => {
      for (let full = false; !full && sent < 64 * 1024 * 1024; sent += 65_536)
        full = !socket.write(Buffer.alloc(65_536))
      if (sent >= 64 * 1024 * 1024) socket.end()
    }
    socket.on('drain', more)
    more()
  })
  using engine = disposable()
  let resume: (() => void) | undefined
  let taken = 0
  const taker = {
    begin: (_head: unknown, go: () => void) => {
      resume = go
      return true
    },
    take: (piece: Buffer) => (taken += piece.length) > 64 * 1024,
  }
  const answer = engine.send(requestTo(server.url, { taker, timeout: 10_000 }))
  await sleep(200)
  const waiting = sent
  assert.ok(waiting < 32 * 1024 * 1024, `${waiting} bytes were sent`)
  const timer = setInterval(() => resume?.(), 1)
  responseOf(await answer)
  clearInterval(timer)
  assert.equal(taken, 64 * 1024 * 1024)
})

test('plain HTTP needs nothing of TLS, HTTP/2, packed bodies, or node:http', () => {
  const engine = path.resolve('dist/modules/src/actions/http/engine/engine.js')
  const program = `
    const { createServer } = await import('node:net')
    const { HttpEngine } = await import(${JSON.stringify(engine)})
    const server = createServer(socket => socket.on('data', () => socket.write(${JSON.stringify(ok)})))
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
    const { signal } = new AbortController()
    const origin = 'http://127.0.0.1:' + server.address().port
    const answer = await new HttpEngine().send({ origin, path: '/', method: 'GET', headers: [], timeout: 1000, signal, wantsBody: true })
    const loaded = new Set(process.moduleLoadList.map(name => name.replace('NativeModule ', '')))
    console.log(answer.ok, ['tls', 'http', 'https', 'http2', 'zlib'].filter(name => loaded.has(name)).join())
    process.exit()`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  assert.equal(stdout, 'true \n', stderr)
})

function disposable(): HttpEngine & Disposable {
  const engine = new HttpEngine()
  return Object.assign(engine, {
    [Symbol.dispose]: () => {
      engine.close()
    },
  })
}
