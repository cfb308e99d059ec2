import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createServer as createSecureServer } from 'node:tls'
import type { JsonObject } from '../../model/json.ts'
import { certificates, withoutCertificates } from '../../testing/certificates.ts'
import type { ActionContext } from '../action.ts'
import { http2Server } from '../transport/testing/http2-server.ts'
import { pairOf } from '../transport/testing/tls-server.ts'
import { listen, type TestServer } from './testing/http-server.ts'
import { exchange, failure } from './testing/perform.ts'

const size = 3_000_000
const tooLarge =
  'HTTP/1.1 413 Payload Too Large\r\ncontent-type: application/json\r\ncontent-length: 21\r\nconnection: close\r\n\r\n{"error":"too large"}'

describe('an answer that comes while the body is still being sent', () => {
  let folder: string
  let bodies: readonly (readonly [kind: string, body: JsonObject])[]
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'apitest-early-'))
    const file = path.join(folder, 'large.bin')
    await writeFile(file, Buffer.alloc(size, 'x'))
    const text = 'x'.repeat(size)
    bodies = [
      ['file', { file }],
      ['multipart', { multipart: { f: { file } } }],
      ['text', { text }],
      ['json', { json: { text } }],
      ['form', { form: { text } }],
    ]
  })
  after(() => rm(folder, { recursive: true }))

  /** Sends each kind of body some times; the server has to answer 413. */
  async function eachIsJudged(url: string, context: Partial<ActionContext> = {}): Promise<void> {
    for (const [kind, body] of bodies)
      for (let count = 0; count < 5; count++) {
        const { response } = await exchange({ request: `POST ${url}/`, ...body }, context)
        assert.equal(response.status, 413, kind)
        assert.equal(response.body.text(), '{"error":"too large"}', kind)
      }
  }

  it('counts, though the server closes the connection', async () => {
    await using server = await hasty()
    await eachIsJudged(server.url)
  })

  it('counts over TLS', { skip: withoutCertificates }, async () => {
    const { server: own, authority } = await certificates()
    await using server = await hasty(createSecureServer({ ...(await pairOf(own)) }))
    await eachIsJudged(server.url, { settings: { transport: { tls: { ca: authority } } } })
  })

  it('counts where a proxy gives it', async () => {
    await using server = await hasty()
    await eachIsJudged('http://shop.example', { settings: { transport: { proxy: server.url } } })
  })

  for (const [what, code] of [
    ['without an error', 0],
    ['as cancelled', 8],
  ] as const)
    it(`counts by HTTP/2, where the stream is reset ${what}`, async () => {
      await using server = await http2Server(stream => {
        stream.respond({ ':status': 413 })
        stream.end('{"error":"too large"}', () => {
          stream.close(code)
        })
      }, false)
      await eachIsJudged(server.url, { settings: { transport: { 'http-version': '2' } } })
    })

  it('is told as a loss of the connection where none came, and not as one of TLS', async () => {
    await using server = await hasty(createServer(), '')
    for (const [kind, body] of bodies) {
      const { message, hint } = await failure({ request: `POST ${server.url}/`, ...body })
      assert.match(message, /while the request was still being sent|without an answer/, kind)
      if (message.includes('being sent'))
        assert.match(hint ?? '', /^The server may not want a body as large/, kind)
    }
  })
})

/** A server that answers, or does not, and closes the connection without having read it all. */
function hasty(server: Server = createServer(), answer: string = tooLarge): Promise<TestServer> {
  const isSecure = server.listenerCount('secureConnection') > 0 || 'setSecureContext' in server
  const answerAtOnce = (socket: Socket): void => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.pause()
      socket.write(answer, () => setImmediate(() => socket.destroy()))
    })
  }
  server.on(isSecure ? 'secureConnection' : 'connection', answerAtOnce)
  return listen(server, isSecure ? 'https' : 'http')
}
