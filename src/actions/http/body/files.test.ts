import assert from 'node:assert/strict'
import { truncateSync } from 'node:fs'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import type { Exchange } from '../../../model/exchange.ts'
import type { JsonObject } from '../../../model/json.ts'
import { httpServer } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'
import { bytes, rawServer } from '../testing/raw-server.ts'

let directory = ''
before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'files-'))
  await mkdir(path.join(directory, 'folder'))
  await writeFile(path.join(directory, 'photo.png'), Buffer.of(0x89, 0x50, 0, 0xff))
  await writeFile(path.join(directory, 'no-extension'), '')
})
after(() => rm(directory, { recursive: true }))

/** One part as a parser that is not ours understands it. */
interface ParsedPart {
  readonly name: string
  readonly type: string
  readonly filename?: string
  readonly content: string
}

async function parsed(form: JsonObject): Promise<{ parts: readonly ParsedPart[]; answer: Exchange }> {
  const parts: ParsedPart[] = []
  const server = fastify()
  await server.register(multipart)
  server.post('/', async request => {
    for await (const part of request.parts({ limits: { fileSize: 1e9 } })) {
      const { fieldname: name, mimetype: type } = part
      if (part.type === 'field') parts.push({ name, type, content: textOf(part.value) })
      else
        parts.push({
          name,
          type,
          filename: part.filename,
          content: (await part.toBuffer()).toString('latin1'),
        })
    }
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  try {
    return { parts, answer: await exchange({ request: `POST ${url}/`, multipart: form }, { directory }) }
  } finally {
    await server.close()
  }
}

/** The parser reads fields of type application/json as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

test('fields and files reach a multipart parser', async () => {
  const { parts, answer } = await parsed({
    title: 'Ada ü',
    tags: ['one', 2],
    photo: { file: 'photo.png' },
    empty: { file: 'no-extension' },
    data: { text: '{"a":1}', 'content-type': 'application/json' },
  })
  assert.equal(answer.response.status, 200)
  assert.deepEqual(parts, [
    { name: 'title', type: 'text/plain', content: 'Ada ü' },
    { name: 'tags', type: 'text/plain', content: 'one' },
    { name: 'tags', type: 'text/plain', content: '2' },
    { name: 'photo', type: 'image/png', filename: 'photo.png', content: '\x89P\x00\xff' },
    { name: 'empty', type: 'application/octet-stream', filename: 'no-extension', content: '' },
    { name: 'data', type: 'application/json', content: '{"a":1}' },
  ])
})

test("a file's name and content type can be given", async () => {
  const { parts } = await parsed({ f: { file: 'photo.png', filename: 'übung.dat', 'content-type': 'a/b' } })
  assert.deepEqual(parts, [{ name: 'f', type: 'a/b', filename: 'übung.dat', content: '\x89P\x00\xff' }])
})

test('a text with a file name is a file, to the byte', async () => {
  const { parts } = await parsed({ f: { text: 'a\n1\n', filename: 'table.csv' } })
  assert.deepEqual(parts, [{ name: 'f', type: 'text/csv', filename: 'table.csv', content: 'a\n1\n' }])
})

test('several files go under one name', async () => {
  const { parts } = await parsed({ files: [{ file: 'photo.png' }, { file: 'no-extension' }] })
  assert.deepEqual(
    parts.map(({ name, filename }) => `${name} ${filename ?? ''}`),
    ['files photo.png', 'files no-extension'],
  )
})

test('names and texts are written as the HTML standard says', async () => {
  await using server = await httpServer()
  const form = { 'a"b\nc': 'x\ny\rz', file: { file: 'photo.png', filename: 'ü"\n.png' } }
  const { request } = await exchange({ request: `POST ${server.url}/`, multipart: form }, { directory })
  const [seen] = server.seen
  const boundary = /^multipart\/form-data; boundary=(apitest-[0-9a-f-]{36})$/.exec(
    seen?.headers['content-type'] ?? '',
  )?.[1]
  assert.equal(
    seen?.body.toString('latin1'),
    `--${boundary ?? ''}\r\n` +
      'Content-Disposition: form-data; name="a%22b%0D%0Ac"\r\n\r\n' +
      'x\r\ny\r\nz\r\n' +
      `--${boundary ?? ''}\r\n` +
      'Content-Disposition: form-data; name="file"; filename="\xc3\xbc%22%0A.png"\r\n' +
      'Content-Type: image/png\r\n\r\n' +
      '\x89P\x00\xff\r\n' +
      `--${boundary ?? ''}--\r\n`,
  )
  assert.equal(seen.headers['content-length'], String(seen.body.length))
  assert.equal(request.body?.size, seen.body.length)
})

test('another kind of multipart has its parts in their order, with their own header lines and no names', async () => {
  await using server = await httpServer()
  const parts: JsonObject = {
    meta: { text: '{"a":\n1}', 'content-type': 'application/json; charset=UTF-8' },
    media: { file: 'photo.png', headers: { 'Content-ID': '<1@x>', 'content-transfer-encoding': 'binary' } },
    other: { text: 'x', filename: 'a.txt', headers: { 'Content-Type': 'text/x' } },
    last: 'y\nz',
  }
  const step = {
    request: `POST ${server.url}/`,
    'content-type': 'multipart/related; type="a/b"',
    multipart: parts,
  }
  const { request } = await exchange(step, { directory })
  const [seen] = server.seen
  const [, boundary = ''] =
    /^multipart\/related; type="a\/b"; boundary=(apitest-[0-9a-f-]{36})$/.exec(
      seen?.headers['content-type'] ?? '',
    ) ?? []
  assert.equal(
    seen?.body.toString('latin1').replaceAll(boundary, 'B'),
    '--B\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{"a":\n1}\r\n' +
      '--B\r\nContent-Type: image/png\r\nContent-ID: <1@x>\r\ncontent-transfer-encoding: binary\r\n\r\n\x89P\x00\xff\r\n' +
      '--B\r\nContent-Disposition: attachment; filename="a.txt"\r\nContent-Type: text/x\r\n\r\nx\r\n' +
      '--B\r\n\r\ny\nz\r\n' +
      '--B--\r\n',
  )
  assert.equal(
    request.bodySource?.kind === 'multipart' && request.bodySource.type,
    'multipart/related; type="a/b"',
  )
})

test('a boundary that is written is the one that is sent, and a part of a form has its own header lines', async () => {
  await using server = await httpServer()
  const multipart = { a: { text: 'x', headers: { 'X-A': '1' } } }
  const form = {
    request: `POST ${server.url}/`,
    'content-type': 'multipart/form-data; boundary=own',
    multipart,
  }
  await exchange(form, { directory })
  assert.equal(server.seen[0]?.headers['content-type'], 'multipart/form-data; boundary=own')
  assert.equal(
    server.seen[0].body.toString(),
    '--own\r\nContent-Disposition: form-data; name="a"\r\nX-A: 1\r\n\r\nx\r\n--own--\r\n',
  )
})

test('the preview of a multipart body lists its parts', async () => {
  const { answer } = await parsed({ title: 'Ada', photo: { file: 'photo.png' } })
  assert.equal(answer.request.body?.text, 'title: Ada\nphoto: <file photo.png, 4 B> (image/png)')
})

test('a file is a whole body, with a type by its name', async () => {
  await using server = await httpServer()
  const { request } = await exchange({ request: `PUT ${server.url}/`, file: './photo.png' }, { directory })
  assert.equal(server.seen[0]?.body.toString('latin1'), '\x89P\x00\xff')
  assert.equal(server.seen[0].headers['content-type'], 'image/png')
  assert.equal(server.seen[0].headers['content-length'], '4')
  assert.deepEqual(request.body, { text: '<file photo.png, 4 B>', size: 4, truncated: true })
})

test('an empty file is a body of no bytes', async () => {
  await using server = await httpServer()
  await exchange(
    { request: `PUT ${server.url}/`, file: 'no-extension', 'content-type': 'a/b' },
    { directory },
  )
  assert.equal(server.seen[0]?.headers['content-length'], '0')
  assert.equal(server.seen[0].headers['content-type'], 'a/b')
})

test('a file is read at every run', async () => {
  await using server = await httpServer()
  const file = path.join(directory, 'changing.txt')
  for (const text of ['one', 'other']) {
    await writeFile(file, text)
    await exchange({ request: `PUT ${server.url}/`, file: 'changing.txt' }, { directory })
  }
  assert.deepEqual(
    server.seen.map(({ body }) => body.toString()),
    ['one', 'other'],
  )
})

for (const step of [{ file: 'missing.png' }, { multipart: { f: { file: 'missing.png' } } }])
  test(`a missing file is named (${Object.keys(step).join()})`, async () => {
    const { kind, message } = await failure({ request: 'POST http://127.0.0.1:1/', ...step }, { directory })
    assert.equal(kind, 'File Error')
    assert.equal(message, `"missing.png" does not exist (looked for ${path.join(directory, 'missing.png')})`)
  })

test('a folder is no file', async () => {
  const { kind, message } = await failure(
    { request: 'POST http://127.0.0.1:1/', file: 'folder' },
    { directory },
  )
  assert.equal(kind, 'File Error')
  assert.match(message, /^"folder" is a folder, not a file/)
})

test('a server may answer before it has read the whole file', async () => {
  await writeFile(path.join(directory, 'big.bin'), Buffer.alloc(20_000_000))
  await using server = await rawServer(bytes('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno'))
  const { response } = await exchange({ request: `PUT ${server.url}/`, file: 'big.bin' }, { directory })
  assert.equal(response.status, 413)
  assert.equal(response.body.text(), 'no')
})

test('a file that becomes shorter while it is sent is a failure', async () => {
  const file = path.join(directory, 'shrinking.bin')
  await writeFile(file, Buffer.alloc(30_000_000))
  await using server = await rawServer((_socket, head) => {
    if (head.startsWith('PUT')) truncateSync(file, 10)
  })
  const { kind, message } = await failure(
    { request: `PUT ${server.url}/`, file: 'shrinking.bin' },
    { directory },
  )
  assert.equal(kind, 'Request Error')
  assert.equal(message, 'the body does not have the length its content-length says')
})

test('a file of 200 MB costs little memory', async () => {
  const file = path.join(directory, 'large.bin')
  await writeFile(file, '')
  await truncate(file, 200_000_000)
  let received = 0
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length)).on('end', () => response.end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const before = process.memoryUsage().rss
  await exchange(
    { request: `POST http://127.0.0.1:${port ?? 0}/`, multipart: { f: { file } } },
    { directory, timeout: 60_000 },
  )
  const growth = process.memoryUsage().rss - before
  server.close()
  assert.ok(received > 200_000_000)
  assert.ok(growth < 120_000_000, `grew by ${growth} bytes`)
})
