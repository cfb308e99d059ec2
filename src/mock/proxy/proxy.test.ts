import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, it } from 'node:test'
import type { Mock } from '../../model/mock.ts'
import { createScope } from '../../template/scope.ts'
import { callEntry } from '../journal.ts'
import type { RunningMock } from '../running-mock.ts'
import { serveMock } from '../serve-mock.ts'

async function listening(
  listener: RequestListener,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A mock before a server, for as long as `use` needs both. */
async function before(
  listener: RequestListener,
  use: (mock: RunningMock, server: { readonly server: Server; readonly url: string }) => Promise<void>,
  more: Partial<Mock> = {},
): Promise<void> {
  const behind = await listening(listener)
  const start = { line: 1, column: 1 }
  const mock = await serveMock(
    {
      ...{ name: 'shop', routes: [], notable: [], allowsUnmatched: false, proxy: '{{target}}/base/' },
      ...{ span: { file: 'a', start, end: start }, ...more },
    },
    {
      ...{ directory: '.', toolFolder: '.tool' },
      scope: () => createScope([{ name: '--var', values: { target: behind.url } }]),
      hide: () => undefined,
      mask: text => text,
    },
  )
  try {
    await use(mock, behind)
  } finally {
    await mock.stop()
    behind.server.closeAllConnections()
    behind.server.close()
  }
}

const urlOf = ({ variables }: RunningMock): string => variables.url

interface Came {
  readonly response: IncomingMessage
  readonly body: Buffer
}

function ask(
  url: string,
  options: Parameters<typeof request>[1] = {},
  body?: Buffer | string,
): Promise<Came> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, ...options }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ response, body: Buffer.concat(chunks) })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of asked as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('a mock with a proxy', () => {
  it('hands on a request as it came, but for what is between two machines', () =>
    before(
      (asked, response) => {
        void bodyOf(asked).then(body => {
          const { url, method, rawHeaders } = asked
          response.end(JSON.stringify({ url, method, rawHeaders, body: body.toString('base64') }))
        })
      },
      async (mock, { url }) => {
        const sent = Buffer.from([0, 255, 1, 254])
        const { body } = await ask(
          `${urlOf(mock)}/a%20b//c?x=1&x=2&y=%7B`,
          {
            method: 'PUT',
            headers: {
              'X-Mixed-Case': 'kept',
              'x-twice': ['1', '2'],
              connection: 'close, x-secret-hop',
              'x-secret-hop': '1',
              te: 'trailers',
              'proxy-authorization': 'Basic abc',
              'accept-encoding': 'br',
            },
          },
          sent,
        )
        const got = JSON.parse(body.toString()) as {
          url: string
          method: string
          rawHeaders: string[]
          body: string
        }
        assert.deepEqual(
          [got.method, got.url, got.body],
          ['PUT', '/base/a%20b//c?x=1&x=2&y=%7B', sent.toString('base64')],
        )
        const lines = got.rawHeaders.flatMap((name, index, all) =>
          index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : [],
        )
        for (const line of [
          'X-Mixed-Case: kept',
          'x-twice: 1',
          'x-twice: 2',
          'accept-encoding: br',
          `x-forwarded-host: ${new URL(urlOf(mock)).host}`,
          'x-forwarded-proto: http',
          `host: ${new URL(url).host}`,
        ])
          assert.ok(lines.includes(line), `${line} in ${lines.join(', ')}`)
        assert.match(lines.join('\n'), /^via: 1\.1 apitest-[\da-f]{8}$/m)
        assert.doesNotMatch(lines.join('\n'), /secret-hop|^te:|proxy-auth|transfer-encoding|abc/im)
        const [call] = mock.journal.calls.map(callEntry)
        assert.deepEqual([call?.['route'], call?.['status'], mock.journal.count('proxy')], ['proxy', 200, 1])
        assert.deepEqual([mock.routes, mock.journal.problems(false)], [['proxy'], []])
      },
    ))

  it('hands back status, headers and body byte for byte', () =>
    before(
      ({ url, headers }, response) => {
        const { pathname } = new URL(url ?? '/', 'http://a')
        if (pathname === '/base/gzip')
          response
            .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' })
            .end(gzipSync(headers['accept-encoding'] ?? ''))
        else if (pathname === '/base/away') response.writeHead(302, { location: '/elsewhere' }).end('gone')
        else if (pathname === '/base/empty') response.writeHead(204, { 'x-a': '1' }).end()
        else if (pathname === '/base/same')
          response.writeHead(304, { etag: '"1"', 'content-length': '12' }).end()
        else if (pathname === '/base/head') response.writeHead(200, { 'content-length': '1234' }).end()
        else if (pathname === '/base/cookies')
          response
            .writeHead(
              418,
              'Teapot',
              [
                ['Set-Cookie', 'a=1'],
                ['Set-Cookie', 'b=2'],
                ['Connection', 'x-hop'],
                ['X-Hop', '1'],
                ['Keep-Alive', 'timeout=9'],
              ].flat(),
            )
            .end('tea')
        else response.write('a', () => response.end('b'))
      },
      async mock => {
        const gzip = await ask(`${urlOf(mock)}/gzip`, { headers: { 'accept-encoding': 'gzip' } })
        assert.deepEqual([gzip.body, gzip.response.headers['content-encoding']], [gzipSync('gzip'), 'gzip'])
        const away = await ask(`${urlOf(mock)}/away`)
        assert.deepEqual([away.response.statusCode, away.response.headers.location], [302, '/elsewhere'])
        const empty = await ask(`${urlOf(mock)}/empty`)
        assert.deepEqual(
          [empty.response.statusCode, empty.response.headers['x-a'], empty.body.length],
          [204, '1', 0],
        )
        const same = await ask(`${urlOf(mock)}/same`)
        assert.deepEqual(
          [same.response.statusCode, same.response.headers.etag, same.body.length],
          [304, '"1"', 0],
        )
        const head = await ask(`${urlOf(mock)}/head`, { method: 'HEAD' })
        assert.deepEqual([head.response.headers['content-length'], head.body.length], ['1234', 0])
        const cookies = await ask(`${urlOf(mock)}/cookies`)
        assert.deepEqual(
          [cookies.response.statusCode, cookies.response.headers['set-cookie']],
          [418, ['a=1', 'b=2']],
        )
        assert.deepEqual(
          [cookies.response.headers['x-hop'], cookies.response.headers.via?.slice(0, 12)],
          [undefined, '1.1 apitest-'],
        )
        const chunked = await ask(`${urlOf(mock)}/chunked`)
        assert.deepEqual(
          [chunked.body.toString(), chunked.response.headers['transfer-encoding']],
          ['ab', 'chunked'],
        )
        assert.deepEqual(mock.journal.problems(false), [])
      },
    ))

  it('lets a large answer pass as it comes, without keeping it', () => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const pieces = 200
    return before(
      (_, response) => {
        response.writeHead(200, { 'content-length': String(piece.length * pieces) })
        let left = pieces
        const write = (): void => {
          while (left-- > 0) if (!response.write(piece)) return void response.once('drain', write)
          response.end()
        }
        write()
      },
      async mock => {
        let most = 0
        let size = 0
        const [response] = (await once(request(`${urlOf(mock)}/`, { agent: false }).end(), 'response')) as [
          IncomingMessage,
        ]
        for await (const chunk of response as AsyncIterable<Buffer>) {
          size += chunk.length
          most = Math.max(most, process.memoryUsage().arrayBuffers)
        }
        assert.equal(size, piece.length * pieces)
        assert.equal(response.headers['content-length'], String(size))
        assert.ok(most < 100 * 1024 * 1024, `${most} bytes of buffers`)
      },
    )
  })

  it('answers 502 and tells when the server cannot be reached, or its answer breaks off', () =>
    before(
      ({ url }, response) => {
        if (url === '/base/cut') {
          response.writeHead(200, { 'content-length': String(1024 * 1024) })
          response.write('x'.repeat(1000), () => response.destroy())
        } else if (url === '/base/none') response.destroy()
        else response.end('ok')
      },
      async (mock, { server }) => {
        await assert.rejects(ask(`${urlOf(mock)}/cut`))
        const none = await ask(`${urlOf(mock)}/none`)
        assert.equal(none.response.statusCode, 502)
        server.closeAllConnections()
        server.close()
        const gone = await ask(`${urlOf(mock)}/gone`)
        assert.equal(gone.response.statusCode, 502)
        assert.match(
          gone.body.toString(),
          /nothing came by the proxy: http:\/\/127\.0\.0\.1:\d+: .*nothing listens there/,
        )
        const problems = mock.journal
          .problems(true)
          .map(({ message }) => message)
          .join('\n')
        assert.match(problems, /GET \/cut: the answer of the server behind it broke off/)
        assert.match(
          problems,
          /nothing came by the proxy.*\n.*nothing came by the proxy.*nothing listens there/,
        )
        assert.equal(mock.journal.count(), 3)
      },
    ))

  it('sends again what a server closed its connection on, and ends its call when the client goes', async () => {
    let calls = 0
    let ended = 0
    await before(
      ({ url, socket }, response) => {
        calls++
        response.once('close', () => ended++)
        if (url === '/base/slow') return
        response.end('ok', () => setTimeout(() => socket.destroy(), 5))
      },
      async mock => {
        for (let index = 0; index < 5; index++) {
          assert.equal((await ask(`${urlOf(mock)}/a`)).body.toString(), 'ok')
          await new Promise(resolve => setTimeout(resolve, 4))
        }
        assert.ok(calls >= 5)
        const gone = new AbortController()
        const asked = fetch(`${urlOf(mock)}/slow`, { signal: gone.signal }).catch(() => undefined)
        const before = ended
        while (calls < 6) await new Promise(resolve => setTimeout(resolve, 5))
        gone.abort()
        await asked
        for (let tries = 0; tries < 200 && ended === before; tries++)
          await new Promise(resolve => setTimeout(resolve, 5))
        assert.ok(ended > before)
      },
    )
  })

  it('answers by its routes first', () =>
    before(
      (_, response) => response.end('behind'),
      async mock => {
        assert.equal((await ask(`${urlOf(mock)}/mine`)).response.statusCode, 202)
        assert.equal((await ask(`${urlOf(mock)}/mine`, { method: 'POST' })).body.toString(), 'behind')
        assert.deepEqual(mock.routes, ['GET /mine', 'proxy'])
      },
      {
        routes: [
          {
            ...{ method: 'GET', path: '/mine', answers: [{ status: 202, headers: {}, path: [] }] },
            span: { file: 'a', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
          },
        ],
      },
    ))
})
