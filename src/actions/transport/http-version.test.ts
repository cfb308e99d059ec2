import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { constants, type ServerHttp2Stream } from 'node:http2'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ActionAnswer, ActionContext } from '../action.ts'
import { certificates, withoutCertificates } from '../../testing/certificates.ts'
import { httpServer } from '../http/testing/http-server.ts'
import { exchange, failure } from '../http/testing/perform.ts'
import { action } from '../http/index.ts'
import { exchangeOf, failureOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { http2Server } from './testing/http2-server.ts'
import { tlsServer } from './testing/tls-server.ts'

const hi = (stream: ServerHttp2Stream): void => {
  stream.respond({ ':status': 200 })
  stream.end('hi')
}

describe('HTTP/2', { skip: withoutCertificates }, () => {
  it('is spoken where the server offers it, on one connection, with the right times', async () => {
    await using server = await http2Server(hi)
    const run = runner(await trusting())
    const first = exchangeOf(await run({ request: `GET ${server.url}/` }))
    const second = exchangeOf(await run({ request: `GET ${server.url}/` }))
    assert.equal(first.response.httpVersion, '2')
    assert.equal(first.response.body.text(), 'hi')
    assert.deepEqual(Object.keys(first.timings.phases ?? {}), ['connect', 'tls', 'firstByte', 'download'])
    assert.deepEqual(Object.keys(second.timings.phases ?? {}), ['firstByte', 'download'])
    assert.equal(server.sessionCount(), 1)
    await run.close()
  })

  it('gives way to HTTP/1.1 when that is said, or the server offers nothing else', async () => {
    await using server = await http2Server(hi)
    const { response } = await exchange({ request: `GET ${server.url}/` }, await trusting('1.1'))
    assert.equal(response.httpVersion, undefined)
    assert.equal(response.body.text(), 'one')
    await using old = await tlsServer((await certificates()).server)
    const answer = await exchange({ request: `GET ${old.url}/` }, await trusting())
    assert.equal(answer.response.httpVersion, undefined)
  })

  it('is a Network Error when it is insisted on and the server does not offer it', async () => {
    await using server = await tlsServer((await certificates()).server)
    const { kind, message, hint } = await failure({ request: `GET ${server.url}/` }, await trusting(2))
    assert.equal(kind, 'Network Error')
    assert.match(message, /does not offer HTTP\/2, which http-version: 2 insists on$/)
    assert.match(String(hint), /auto/)
  })

  it('is spoken without TLS when it is insisted on', async () => {
    await using server = await http2Server(hi, false)
    const { response } = await exchange({ request: `GET ${server.url}/` }, await trusting('2'))
    assert.equal(response.httpVersion, '2')
  })

  it('is a Network Error without TLS when the server speaks HTTP/1.1', async () => {
    await using server = await httpServer()
    const { kind, message, hint } = await failure({ request: `GET ${server.url}/` }, await trusting(2))
    assert.equal(kind, 'Network Error')
    assert.match(message, /^the answer is not valid HTTP\/2: /)
    assert.match(String(hint), /http-version: 1\.1/)
  })

  it('is a Network Error when 1.1 is insisted on and the server speaks only HTTP/2', async () => {
    const options = { ALPNProtocols: ['h2'] }
    await using server = await tlsServer((await certificates()).server, options)
    const { message, hint } = await failure({ request: `GET ${server.url}/` }, await trusting('1.1'))
    assert.match(message, /the server does not speak HTTP\/1\.1 \(/)
    assert.match(String(hint), /http-version: auto/)
  })

  it('tells of a server that asks for a client certificate as HTTP/1.1 does', async () => {
    const { authority } = await certificates()
    const asking = { requestCert: true, rejectUnauthorized: true, ca: await readFile(authority, 'utf8') }
    await using server = await http2Server(hi, true, asking)
    const { hint } = await failure({ request: `GET ${server.url}/` }, await trusting())
    assert.match(String(hint), /client certificate/)
  })

  it('carries method, headers and body both ways', async () => {
    await using server = await http2Server((stream, headers) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        stream.respond({
          ':status': 201,
          'X-Seen': `${headers[':method'] ?? ''} ${headers[':path'] ?? ''}`,
          'set-cookie': ['a=1', 'b=2'],
        })
        stream.end(JSON.stringify({ ...headers, body: Buffer.concat(chunks).toString() }))
      })
    })
    const { response } = await exchange(
      {
        request: `PUT ${server.url}/a?b=c`,
        headers: { 'X-Many': ['1', '2'], 'X-Umlaut': 'ä' },
        text: 'hello',
      },
      await trusting(),
    )
    assert.equal(response.status, 201)
    assert.deepEqual(
      response.headers.filter(([name]) => name !== 'date'),
      [
        ['x-seen', 'PUT /a?b=c'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    )
    const body = JSON.parse(response.body.text()) as Record<string, string>
    assert.equal(body['body'], 'hello')
    assert.equal(body['x-many'], '1, 2')
    assert.equal(body['content-length'], '5')
    assert.equal(body[':authority'], new URL(server.url).host)
  })

  it('sends files, takes large and compressed answers, and answers without a body', async () => {
    const large = randomBytes(3_000_000)
    await using server = await http2Server((stream, headers) => {
      const path = headers[':path']
      if (path === '/upload') {
        let size = 0
        stream.on('data', (chunk: Buffer) => (size += chunk.length))
        stream.on('end', () => {
          stream.respond({ ':status': 200 })
          stream.end(String(size))
        })
      } else if (path === '/large') {
        stream.respond({ ':status': 200, 'content-encoding': 'gzip' })
        stream.end(gzipSync(large))
      } else stream.respond({ ':status': 204 }, { endStream: true })
    })
    const run = runner(await trusting())
    const upload = exchangeOf(await run({ request: `POST ${server.url}/upload`, file: 'package-lock.json' }))
    assert.ok(Number(upload.response.body.text()) > 10_000)
    const download = exchangeOf(await run({ request: `GET ${server.url}/large` }))
    assert.equal(download.response.body.size, large.length)
    assert.equal(exchangeOf(await run({ request: `DELETE ${server.url}/none` })).response.status, 204)
    assert.equal(exchangeOf(await run({ request: `HEAD ${server.url}/none` })).response.status, 204)
    await run.close()
  })

  it('keeps the limits of headers and bodies', async () => {
    await using server = await http2Server((stream, headers) => {
      if (headers[':path'] === '/headers')
        stream.respond({
          ':status': 200,
          'x-large': 'a'.repeat(60_000),
          'x-more': 'b'.repeat(60_000),
          'x-most': 'c'.repeat(60_000),
        })
      else stream.respond({ ':status': 200, 'x-large': 'a'.repeat(60_000) })
      stream.end()
    })
    const { response } = await exchange({ request: `GET ${server.url}/` }, await trusting())
    assert.equal(response.headers.find(([name]) => name === 'x-large')?.[1].length, 60_000)
    const { kind, message } = await failure({ request: `GET ${server.url}/headers` }, await trusting())
    assert.equal(kind, 'Network Error')
    assert.match(message, /^the answer's headers are larger than 128 KiB/)
  })

  it('tells a reset stream, before and in the middle of an answer', async () => {
    await using server = await http2Server((stream, headers) => {
      if (headers[':path'] === '/late') {
        stream.respond({ ':status': 200 })
        stream.write('half')
        void setTimeout(20).then(() => {
          stream.destroy(new Error('gone'))
        })
      } else stream.close(Number(headers['x-code']))
    })
    const run = runner(await trusting())
    for (const [code, name] of [
      [constants.NGHTTP2_INTERNAL_ERROR, 'INTERNAL_ERROR'],
      [constants.NGHTTP2_CANCEL, 'CANCEL'],
    ] as const) {
      const { message } = failureOf(
        await run({ request: `POST ${server.url}/`, headers: { 'x-code': code } }),
      )
      assert.equal(message, `the HTTP/2 stream was reset without an answer (${name})`)
    }
    const { message } = failureOf(await run({ request: `GET ${server.url}/late` }))
    assert.equal(
      message,
      'the HTTP/2 stream was reset before the answer was complete, after 4 bytes (INTERNAL_ERROR)',
    )
    await run.close()
  })

  it('tells a lost connection, before and in the middle of an answer', async () => {
    await using server = await http2Server((stream, headers) => {
      if (headers[':path'] === '/late') {
        stream.respond({ ':status': 200 })
        stream.write('half')
      }
      void setTimeout(20).then(() => stream.session?.destroy())
    })
    for (const path of ['/', '/late']) {
      const { kind, message } = await failure({ request: `POST ${server.url}${path}` }, await trusting())
      assert.equal(kind, 'Network Error')
      assert.match(message, /reset|lost|closed|GOAWAY/i)
    }
  })

  it('finishes the request in flight when the server says goodbye, and connects again for the next', async () => {
    await using server = await http2Server(stream => {
      stream.session?.goaway()
      void setTimeout(20).then(() => {
        hi(stream)
      })
    })
    const run = runner(await trusting())
    for (let count = 0; count < 3; count++)
      assert.equal(exchangeOf(await run({ request: `POST ${server.url}/` })).response.body.text(), 'hi')
    assert.equal(server.sessionCount(), 3)
    await run.close()
  })

  it('connects again when the connection was closed in between', async () => {
    await using server = await http2Server(hi)
    const run = runner(await trusting())
    exchangeOf(await run({ request: `GET ${server.url}/` }))
    for (const session of server.sessions) session.close()
    await setTimeout(50)
    exchangeOf(await run({ request: `POST ${server.url}/` }))
    assert.equal(server.sessionCount(), 2)
    await run.close()
  })

  it('ends at the time limit and at an interruption, and the connection with it', async () => {
    await using server = await http2Server(() => undefined)
    const late = await failure({ request: `GET ${server.url}/` }, { ...(await trusting()), timeout: 300 })
    assert.match(late.message, /timeout/)
    const controller = new AbortController()
    void setTimeout(200).then(() => {
      controller.abort()
    })
    const ended = await failure(
      { request: `GET ${server.url}/` },
      { ...(await trusting()), signal: controller.signal },
    )
    assert.equal(ended.message, 'interrupted before the answer was complete')
    await setTimeout(100)
    assert.equal(server.sessions.size, 0)
  })
})

async function trusting(version?: JsonValue): Promise<Partial<ActionContext>> {
  const tls = { ca: (await certificates()).authority }
  return { settings: { transport: { tls, ...(version === undefined ? {} : { 'http-version': version }) } } }
}

/** Sends requests with one set of connections. */
function runner(changes: Partial<ActionContext>): Runner {
  const context = testContext(changes)
  const run = async (input: JsonObject): Promise<ActionAnswer> => action.perform(input, context)
  return Object.assign(run, { close: async () => context.resources.close() })
}

interface Runner {
  (input: JsonObject): Promise<ActionAnswer>
  close(): Promise<void>
}
