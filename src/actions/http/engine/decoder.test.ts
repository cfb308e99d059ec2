import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import zlib from 'node:zlib'
import { httpServer } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'

const text = 'some text that repeats, some text that repeats, '.repeat(2000)

for (const [coding, encoded] of [
  ['gzip', zlib.gzipSync(text)],
  ['x-gzip', zlib.gzipSync(text)],
  ['GZIP', zlib.gzipSync(text)],
  ['deflate', zlib.deflateSync(text)],
  ['deflate', zlib.deflateRawSync(text)],
  ['br', zlib.brotliCompressSync(text)],
  ['identity', Buffer.from(text)],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(text))],
  ['unheard-of', Buffer.from(text)],
] as const)
  test(`a body in ${coding} is decoded`, async () => {
    await using server = await httpServer((_request, response) => {
      response.setHeader('content-encoding', coding)
      response.end(encoded)
    })
    const { response } = await exchange({ request: `GET ${server.url}/` })
    assert.equal(response.body.text(), text)
    assert.equal(response.body.size, text.length)
    assert.ok(response.headers.some(([name, value]) => name === 'content-encoding' && value === coding))
  })

test('a large encoded body is decoded as it comes', async () => {
  const noise = randomBytes(5_000_000)
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(zlib.gzipSync(noise))
  })
  const { body } = (await exchange({ request: `GET ${server.url}/` })).response
  assert.equal(body.size, noise.length)
  assert.equal(body.text(), noise.toString())
})

test('an encoded body is decoded however it is cut in pieces', async () => {
  const encoded = zlib.gzipSync(text)
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    void (async () => {
      for (const byte of encoded.subarray(0, 30)) response.write(Buffer.of(byte))
      await setTimeout(20)
      response.end(encoded.subarray(30))
    })()
  })
  assert.equal((await exchange({ request: `GET ${server.url}/` })).response.body.text(), text)
})

test('a body that is not what its encoding says is a failure', async () => {
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end('plain text')
  })
  const { kind, message } = await failure({ request: `GET ${server.url}/` })
  assert.equal(kind, 'Network Error')
  assert.equal(
    message,
    'the response body is not what its content-encoding says (gzip: incorrect header check)',
  )
})

test('an encoded body that ends too early is a failure', async () => {
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(zlib.gzipSync(text).subarray(0, 100))
  })
  const { message } = await failure({ request: `GET ${server.url}/` })
  assert.match(message, /\(gzip: unexpected end of file\)$/)
})

test('a small body that grows beyond the limit when decoded is a failure, without the memory', async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(100_000_000))
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(bomb)
  })
  const { message } = await failure({ request: `GET ${server.url}/` }, { timeout: 20_000 })
  assert.equal(message, 'the response body is larger than 64 MiB')
})

for (const method of ['HEAD', 'GET'])
  test(`an answer without a body may name an encoding (${method})`, async () => {
    await using server = await httpServer((_request, response) => {
      response
        .writeHead(method === 'GET' ? 304 : 200, { 'content-encoding': 'gzip', 'content-length': 100 })
        .end()
    })
    const { response } = await exchange({ request: `${method} ${server.url}/` })
    assert.equal(response.body.size, 0)
    assert.equal(response.body.text(), '')
  })
