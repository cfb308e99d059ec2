import assert from 'node:assert/strict'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type RecordedExchange, statusOf, targetOf } from './recorded-exchange.ts'
import { RecordingProxy } from './recording-proxy.ts'
import { Spool } from './spool.ts'

interface Met {
  readonly url: string
  readonly port: number
  readonly exchanges: readonly RecordedExchange[]
  readonly complaints: readonly string[]
  /** Every byte that the server was sent. */
  readonly received: () => string
}

/** A proxy before a server that says what `answer` gives for what it has got so far, as often as that changes. */
async function withProxy(
  answer: (soFar: string, socket: Socket) => string | Buffer | undefined,
  use: (met: Met) => Promise<void>,
): Promise<void> {
  let received = ''
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let soFar = ''
    socket.on('error', () => undefined)
    socket.on('data', bytes => {
      received += bytes.toString('latin1')
      soFar += bytes.toString('latin1')
      const said = answer(soFar, socket)
      if (said === undefined) return
      soFar = ''
      socket.write(said)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const exchanges: RecordedExchange[] = []
  const complaints: string[] = []
  const spool = new Spool()
  const proxy = await RecordingProxy.listen({
    target: new URL(`http://127.0.0.1:${port}`),
    open: () => Promise.resolve(connect(port, '127.0.0.1')),
    spool,
    take: exchange => exchanges.push(exchange),
    complain: complaint => complaints.push(complaint),
  })
  try {
    await use({ url: proxy.url, port, exchanges, complaints, received: () => received })
  } finally {
    await proxy.close()
    for (const socket of sockets) socket.destroy()
    server.close()
    spool.close()
  }
}

/** Says something over a connection, piece by piece, and gives all that comes until it ends with `until`. */
async function talk(
  url: string,
  pieces: readonly (string | Buffer)[],
  until: string,
  pause = 5,
): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let heard = ''
  const done = new Promise<void>(resolve => {
    socket.on('data', bytes => {
      heard += bytes.toString('latin1')
      if (heard.endsWith(until)) resolve()
    })
    socket.on('close', () => {
      resolve()
    })
  })
  for (const piece of pieces) {
    socket.write(piece)
    await wait(pause)
  }
  await done
  socket.destroy()
  return heard
}

const ends = (soFar: string): boolean => soFar.endsWith('\r\n\r\n')

describe('a recording proxy', () => {
  it('hands answers on byte for byte: chunks with extensions, trailers, gzip, odd cases and spaces', async () => {
    const packed = gzipSync('packed').toString('latin1')
    const answers = [
      'HTTP/1.1 200 Fine by  me\r\nX-ODD:  two  spaces \r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nX-Sum: 7\r\n\r\n',
      `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n${packed}`,
      'HTTP/1.1 404 \r\ncontent-length: 2\r\n\r\nno',
    ]
    for (const [index, answer] of answers.entries())
      await withProxy(
        soFar => (ends(soFar) ? Buffer.from(answer, 'latin1') : undefined),
        async ({ url, exchanges }) => {
          const heard = await talk(url, [`GET /${index} HTTP/1.1\r\nHost: x\r\n\r\n`], answer.slice(-4))
          assert.equal(heard, answer)
          const [{ answer: kept } = { answer: undefined }] = exchanges
          assert.ok(kept !== undefined)
          assert.equal(kept.body.bytes().toString('latin1'), ['hello!', packed, 'no'][index])
        },
      )
  })

  it('hands requests on byte for byte but for the host: chunks, trailers, in pieces of one byte', async () => {
    const body = '3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n'
    const lines = (host: string): string =>
      `POST /a?b=c%20d HTTP/1.1\r\nHOST: ${host}\r\nx-Twice:  1\r\nX-TWICE: 2\r\nTransfer-Encoding: chunked\r\n\r\n${body}`
    await withProxy(
      soFar => (soFar.endsWith('X-T: 1\r\n\r\n') ? 'HTTP/1.1 204 No Content\r\n\r\n' : undefined),
      async ({ url, port, exchanges, received }) => {
        await talk(url, lines('here').split(''), '\r\n\r\n')
        assert.equal(received(), lines(`127.0.0.1:${port}`))
        const [exchange] = exchanges
        assert.ok(exchange?.answer !== undefined)
        assert.deepEqual(targetOf(exchange.request), { method: 'POST', target: '/a?b=c%20d' })
        assert.equal(exchange.request.body.bytes().toString(), 'abc')
        assert.equal(statusOf(exchange.answer), 204)
      },
    )
  })

  it('keeps a connection for many requests, sent before their answers come, HEAD and 304 among them', async () => {
    const answers = {
      '/head': 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n',
      '/same': 'HTTP/1.1 304 Not Modified\r\nContent-Length: 12\r\n\r\n',
      '/last': 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlast',
    }
    const lines = ['HEAD /head', 'GET /same', 'GET /last'].map(line => `${line} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await withProxy(
      soFar => (soFar.split('\r\n\r\n').length === 4 ? Object.values(answers).join('') : undefined),
      async ({ url, exchanges, complaints }) => {
        assert.equal(await talk(url, [lines.join('')], 'last'), Object.values(answers).join(''))
        assert.deepEqual(
          exchanges.map(({ request, answer }) => [
            targetOf(request).target,
            answer && statusOf(answer),
            answer?.body.size,
          ]),
          [
            ['/head', 200, 0],
            ['/same', 304, 0],
            ['/last', 200, 4],
          ],
        )
        assert.deepEqual(complaints, [])
      },
    )
  })

  it('hands on interim answers, and waits for none: 100 before a body, 103 before the answer', async () => {
    const answer =
      'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
    await withProxy(
      soFar => (soFar.endsWith('body') ? answer : ends(soFar) ? 'HTTP/1.1 100 Continue\r\n\r\n' : undefined),
      async ({ url, exchanges }) => {
        const head = 'PUT /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n'
        assert.equal(await talk(url, [head, 'body'], 'ok', 200), `HTTP/1.1 100 Continue\r\n\r\n${answer}`)
        const [exchange] = exchanges
        assert.equal(exchange?.answer && statusOf(exchange.answer), 200)
        assert.equal(exchange?.request.body.bytes().toString(), 'body')
      },
    )
  })

  it('hands on what is no HTTP any more behind 101, in both directions', async () => {
    const frame = Buffer.from([0x81, 0x85, 1, 2, 3, 4, 0x69, 0x67, 0x6f, 0x68, 0x6e])
    await withProxy(
      soFar =>
        ends(soFar)
          ? 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
          : Buffer.from(`${soFar}ECHO`, 'latin1'),
      async ({ url, exchanges, complaints }) => {
        const head = 'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
        const heard = await talk(url, [head, frame], 'ECHO', 200)
        assert.ok(heard.endsWith(`${frame.toString('latin1')}ECHO`), heard)
        assert.deepEqual(
          exchanges.map(({ answer }) => answer && statusOf(answer)),
          [101],
        )
        assert.deepEqual(complaints, [])
      },
    )
  })

  it('ends a body where the server closes, and passes on that the client has no more to say', async () => {
    await withProxy(
      (soFar, socket) => {
        if (ends(soFar)) setTimeout(() => socket.end(), 20)
        return ends(soFar) ? 'HTTP/1.0 200 OK\r\n\r\nall of it' : undefined
      },
      async ({ url, exchanges }) => {
        const heard = await talk(url, ['GET / HTTP/1.0\r\n\r\n'], 'never')
        assert.equal(heard, 'HTTP/1.0 200 OK\r\n\r\nall of it')
        assert.equal(exchanges[0]?.answer?.body.bytes().toString(), 'all of it')
        assert.equal(exchanges[0].problem, undefined)
      },
    )
  })

  it('brings redirects and cookies back to itself, and records them as they were', async () => {
    await withProxy(
      (soFar, { localPort = 0 }) =>
        ends(soFar)
          ? `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${localPort}/next\r\nSet-Cookie: a=1; Domain=shop.example; Path=/\r\nContent-Length: 0\r\n\r\n`
          : undefined,
      async ({ url, port, exchanges }) => {
        const heard = await talk(url, ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], '\r\n\r\n')
        assert.match(heard, new RegExp(`Location: ${url}/next\r\nSet-Cookie: a=1; Path=/\r\n`))
        assert.match(exchanges[0]?.answer?.head ?? '', new RegExp(`Location: http://127.0.0.1:${port}/next`))
      },
    )
  })

  it('tells what it cannot read, and hands it on all the same', async () => {
    await withProxy(
      soFar => (soFar.endsWith('more') ? 'SSH-2.0-whatever' : undefined),
      async ({ url, complaints, received }) => {
        const text = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nmore'
        assert.equal(await talk(url, [text], 'whatever'), 'SSH-2.0-whatever')
        assert.equal(received(), text)
        assert.match(complaints.join(), /unrecorded/)
      },
    )
  })

  it('answers 502 where there is no server', async () => {
    const spool = new Spool()
    const complaints: string[] = []
    const proxy = await RecordingProxy.listen({
      target: new URL('http://127.0.0.1:1'),
      open: () => Promise.reject(new Error('nobody is there')),
      spool,
      take: () => undefined,
      complain: complaint => complaints.push(complaint),
    })
    try {
      assert.match(await talk(proxy.url, ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], '}'), /^HTTP\/1\.1 502 /)
      assert.match(complaints.join(), /nobody is there/)
    } finally {
      await proxy.close()
      spool.close()
    }
  })
})
