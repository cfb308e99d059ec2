import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import zlib from 'node:zlib'
import { without } from '../../../testing/parts.ts'
import { httpServer } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'
import { createZstdDecoder } from './zstd-decoder.ts'

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

for (const [name, coding, encoded] of [
  ['gzip', 'gzip', zlib.gzipSync(text)],
  ['deflate', 'deflate', zlib.deflateSync(text)],
  ['deflate without a header', 'deflate', zlib.deflateRawSync(text)],
] as const)
  test(`a body in ${name} is decoded however it is cut in pieces`, async () => {
    await using server = await httpServer((_request, response) => {
      response.setHeader('content-encoding', coding)
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

/** Frames of Zstandard by hand (RFC 8878 section 3.1.1): blocks that are raw, repeated or packed. */
const zstd = {
  frame: (header: readonly number[], ...blocks: readonly Buffer[]) =>
    Buffer.concat([Buffer.of(0x28, 0xb5, 0x2f, 0xfd, ...header), ...blocks]),
  raw: (content: string, last = false) =>
    Buffer.concat([blockHeader(0, content.length, last), Buffer.from(content)]),
  repeated: (character: string, size: number, last = false) =>
    Buffer.concat([blockHeader(1, size, last), Buffer.from(character)]),
}

/** Headers of a frame: a window of 1 MiB, of 16 MiB, and one with a checksum. */
const [mebibyte, tooLong, checked] = [
  [0, 0x50],
  [0, 0x70],
  [4, 0x50],
]

function blockHeader(type: number, size: number, last: boolean): Buffer {
  const header = Buffer.alloc(3)
  header.writeUIntLE((size << 3) | (type << 1) | (last ? 1 : 0), 0, 3)
  return header
}

const skippable = Buffer.concat([Buffer.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0), Buffer.from('abc')])

for (const [what, packed, expected] of [
  ['a raw block', zstd.frame(mebibyte, zstd.raw('hello', true)), 'hello'],
  ['an empty frame', zstd.frame(mebibyte, zstd.raw('', true)), ''],
  ['several blocks', zstd.frame(mebibyte, zstd.raw('ab'), zstd.repeated('c', 3, true)), 'abccc'],
  [
    'several frames, and one to skip',
    Buffer.concat([
      zstd.frame(mebibyte, zstd.raw('a', true)),
      skippable,
      zstd.frame([0x20, 1], zstd.raw('b', true)),
    ]),
    'ab',
  ],
  ['a checksum', Buffer.concat([zstd.frame(checked, zstd.raw('a', true)), Buffer.alloc(4)]), 'a'],
  ['nothing', Buffer.alloc(0), ''],
] as const)
  for (const cut of [1000, 1])
    test(`D5: zstd with ${what} is unpacked${cut === 1 ? ', byte by byte' : ''}`, async () => {
      assert.equal(await unpacked(packed, cut), expected)
    })

for (const [what, packed, reason] of [
  ['another format', Buffer.from('plain text'), /invalid zstd data/],
  ['a frame that breaks off', zstd.frame(mebibyte, zstd.raw('hello')), /unexpected end of file/],
  [
    'a block that breaks off',
    zstd.frame(mebibyte, zstd.raw('hello', true)).subarray(0, -1),
    /unexpected end/,
  ],
  ['a window of 16 MiB', zstd.frame(tooLong, zstd.raw('a', true)), /its window is longer than 8 MiB/],
  [
    'an unknown type of block',
    zstd.frame(mebibyte, blockHeader(3, 1, true), Buffer.of(1)),
    /invalid block type/,
  ],
] as const)
  test(`D5: zstd with ${what} is refused`, async () => {
    await assert.rejects(unpacked(packed, 1000), reason)
  })

test('D5: zstd that unpacks to 2 GB waits for whoever reads it', async () => {
  const bomb = zstd.frame(mebibyte, ...Array.from({ length: 16_000 }, () => zstd.repeated('x', 131_072)))
  const decoder = createZstdDecoder()
  decoder.end(bomb)
  await setTimeout(100)
  assert.ok(decoder.readableLength < 1_000_000, `${decoder.readableLength} bytes wait`)
  decoder.destroy()
})

for (const [coding, encoded] of [
  ['zstd', packedByZstd(['-19'])],
  ['zstd', packedByZstd(['-1', '--no-check'])],
  ['zstd, gzip', packedByZstd([]).then(packed => zlib.gzipSync(packed))],
] as const)
  test(`D5: a body that zstd packed as ${coding} is decoded`, { skip: without('zstd') }, async () => {
    const body = await encoded
    await using server = await httpServer((_request, response) => {
      response.setHeader('content-encoding', coding)
      response.end(body)
    })
    const { response } = await exchange({ request: `GET ${server.url}/` })
    assert.equal(response.body.text(), text)
  })

async function unpacked(packed: Buffer, cut: number): Promise<string> {
  const decoder = createZstdDecoder()
  const written = (async () => {
    for (let at = 0; at < packed.length; at += cut) {
      if (decoder.destroyed) return
      decoder.write(packed.subarray(at, at + cut))
      await setImmediate()
    }
    decoder.end()
  })()
  const parts: Buffer[] = []
  for await (const part of decoder) parts.push(part as Buffer)
  await written
  return Buffer.concat(parts).toString()
}

/** The text as the program zstd packs it, or nothing where it is missing. */
async function packedByZstd(options: readonly string[]): Promise<Buffer> {
  if (without('zstd') !== false) return Buffer.alloc(0)
  const packing = execFile('zstd', ['-q', '-c', ...options], { encoding: 'buffer' })
  packing.stdin?.end(text)
  const parts: Buffer[] = []
  for await (const part of packing.stdout ?? []) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
