import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { faultServer } from '../../testing/fault-server/fault-server.ts'
import { headerBlock, http2Frames, onRequest } from '../../testing/fault-server/http2-frames.ts'
import { without } from '../../testing/parts.ts'
import { runText } from '../../testing/run-text.ts'
import { httpServer } from './testing/http-server.ts'
import { exchange } from './testing/perform.ts'
import { bytes, rawServer } from './testing/raw-server.ts'

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n'

describe('D5: trailers', () => {
  it('are read as they came, and are no headers', async () => {
    const trailers = 'X-Sum: 1\r\nx-sum: 2\r\nX-Name: Zo\xc3\xab\r\nSet-Cookie: a=1\r\n\r\n'
    await using server = await rawServer(bytes(chunked + trailers))
    const { response } = await exchange({ request: `GET ${server.url}/` })
    assert.equal(response.body.text(), 'hello')
    assert.deepEqual(response.headers, [['transfer-encoding', 'chunked']])
    const expected = [
      ['X-Sum', '1'],
      ['x-sum', '2'],
      ['X-Name', 'Zoë'],
      ['Set-Cookie', 'a=1'],
    ]
    assert.deepEqual(response.trailers, expected)
  })

  it('are absent where there are none', async () => {
    await using server = await rawServer(bytes(`${chunked}\r\n`))
    assert.equal((await exchange({ request: `GET ${server.url}/` })).response.trailers, undefined)
  })

  it('come behind a packed body, too', async () => {
    const { gzipSync } = await import('node:zlib')
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { trailer: 'x-sum', 'content-encoding': 'gzip' })
      response.write(gzipSync('hello'))
      response.addTrailers({ 'x-sum': '1' })
      response.end()
    })
    const { response } = await exchange({ request: `GET ${server.url}/` })
    assert.deepEqual([response.body.text(), response.trailers], ['hello', [['x-sum', '1']]])
  })

  it('come over HTTP/2', async () => {
    const answer = onRequest((socket, stream) => {
      socket.write(http2Frames.headers(stream, headerBlock({ ':status': '200' })))
      socket.write(http2Frames.data(stream, 'hello'))
      socket.write(http2Frames.headers(stream, headerBlock({ 'x-sum': '1' }), true))
    })
    await using server = await faultServer(answer, { atOnce: true })
    const { response } = await exchange(
      { request: `GET http://${server.host}/` },
      { settings: { transport: { 'http-version': 2 } } },
    )
    assert.deepEqual([response.body.text(), response.trailers], ['hello', [['x-sum', '1']]])
  })

  it('can be validated and extracted', async () => {
    await using server = await rawServer(bytes(`${chunked}x-sum: 17\r\n\r\n`))
    const { messages, summary } = await runText(`
suite: A
steps:
  - request: GET ${server.url}/
    extracts: { sum: trailer x-sum }
    validations: [{ trailer X-Sum: "17" }, { trailer x-other: { exists: false } }, { trailer x-sum: "18" }]
  - set: { copy: "{{sum}}" }
    validations: [{ variable copy: "17" }]
`)
    assert.deepEqual(summary.problems, [])
    assert.deepEqual(messages, ['trailer x-sum: Expected equals 18, got 17'])
  })

  it('of Go come over HTTP/1.1 and HTTP/2', { skip: without('go') }, async t => {
    const go = spawn('go', ['run', 'fixtures/http/trailers.go'], { detached: true })
    try {
      const started = once(go.stdout, 'data') as Promise<[Buffer]>
      const [address] = await Promise.race([started, once(go, 'exit').then(() => [undefined])])
      if (address === undefined) {
        t.skip('this Go is older than 1.24')
        return
      }
      for (const version of ['1.1', '2']) {
        const context = { settings: { transport: { 'http-version': version } } }
        const { response } = await exchange({ request: `GET http://${String(address).trim()}/` }, context)
        assert.equal(response.body.text(), 'hello')
        const trailers = (response.trailers ?? []).map(([name, value]) => [name.toLowerCase(), value])
        const expected = [
          ['x-checksum', '2cf24dba'],
          ['x-late', 'yes'],
          ['x-name', 'Zoë'],
        ]
        assert.deepEqual(trailers.toSorted(), expected)
      }
    } finally {
      if (go.pid !== undefined && go.exitCode === null) process.kill(-go.pid, 'SIGKILL')
    }
  })
})
