import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readAnswer, type ReadAnswer } from '../testing/read-answer.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

/**
 * The answer that is read from bytes behind which nothing more comes; `end` behind those that the connection is closed
 * behind.
 */
type Case = readonly [what: string, bytes: string, expected: Partial<ReadAnswer>, options?: Options]

interface Options {
  readonly end?: true
  readonly method?: string
}

const answers: readonly Case[] = [
  ['a known length', `${ok}Content-Length: 2\r\n\r\nhi`, { body: 'hi', isReusable: true }],
  ['no body at all', `${ok}content-length: 0\r\n\r\n`, { body: '', isReusable: true }],
  ['no reason phrase', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', { statusText: '' }],
  ['an empty reason phrase', 'HTTP/1.1 200 \r\ncontent-length: 0\r\n\r\n', { statusText: '' }],
  ['a reason in UTF-8', 'HTTP/1.1 200 Zo\xc3\xab\r\ncontent-length: 0\r\n\r\n', { statusText: 'Zoë' }],
  ['line breaks before it', `\r\n\n\r\n${ok}content-length: 2\r\n\r\nhi`, { body: 'hi' }],
  [
    'header lines as they came',
    `${ok}X-b: 1\r\nset-cookie:a\r\nSet-Cookie: \t b c \t \r\nX-Empty:\r\nx-latin: \xe9\r\ncontent-length: 0\r\n\r\n`,
    {
      headers: [
        ['X-b', '1'],
        ['set-cookie', 'a'],
        ['Set-Cookie', 'b c'],
        ['X-Empty', ''],
        ['x-latin', 'é'],
        ['content-length', '0'],
      ],
    },
  ],
  [
    'chunks',
    `${chunked}3\r\nabc\r\n0a\r\n0123456789\r\n0\r\n\r\n`,
    { body: 'abc0123456789', isReusable: true },
  ],
  ['chunk extensions', `${chunked}2;a=b;c="d \t"\r\nhi\r\n000;e\r\n\r\n`, { body: 'hi' }],
  [
    'chunks by a list of codings',
    `${ok}Transfer-Encoding: gzip, Chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
    { body: 'hi' },
  ],
  [
    'chunked, and an empty part of the list behind it',
    `${ok}Transfer-Encoding: chunked, ,\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
    { body: 'hi' },
  ],
  [
    'trailers, which are no headers',
    `${chunked}0\r\nX-Sum: 1\r\nx-sum: 2\r\ncontent-length: 5\r\n\r\n`,
    {
      headers: [['transfer-encoding', 'chunked']],
      trailers: [
        ['X-Sum', '1'],
        ['x-sum', '2'],
        ['content-length', '5'],
      ],
      isReusable: true,
    },
  ],
  [
    'folded lines, the breaks of which are blanks',
    `${ok}A: b,\r\n  c\r\nB:\r\n\td \r\n \r\nContent-Length:\r\n 2\r\n\r\nhi`,
    {
      headers: [
        ['A', 'b, c'],
        ['B', 'd'],
        ['Content-Length', '2'],
      ],
      body: 'hi',
    },
  ],
  ['folded trailers', `${chunked}0\r\nX-Sum: 1\r\n 2\r\n\r\n`, { trailers: [['X-Sum', '1 2']] }],
  ['the end of the connection', `${ok}\r\nhello`, { body: 'hello', isReusable: false }, { end: true }],
  ['a coding that is not chunked', `${ok}transfer-encoding: gzip\r\n\r\nhi`, { body: 'hi' }, { end: true }],
  [
    'chunked before another coding',
    `${ok}transfer-encoding: chunked, x\r\n\r\nhi`,
    { body: 'hi' },
    { end: true },
  ],
  [
    'HEAD and a length',
    `${ok}content-length: 10\r\n\r\n`,
    { body: '', isReusable: true },
    { method: 'HEAD' },
  ],
  ['HEAD and chunks', chunked, { body: '', isReusable: true }, { method: 'HEAD' }],
  ['204 and a length', 'HTTP/1.1 204 X\r\ncontent-length: 10\r\n\r\n', { body: '', isReusable: true }],
  ['304 and chunks', 'HTTP/1.1 304 X\r\ntransfer-encoding: chunked\r\n\r\n', { body: '', isReusable: true }],
  ['close', `${ok}connection: x, Close\r\ncontent-length: 0\r\n\r\n`, { isReusable: false }],
  [
    'close by an option of another name',
    `${ok}connection: closer\r\ncontent-length: 0\r\n\r\n`,
    { isReusable: true },
  ],
  ['close for a proxy', `${ok}proxy-connection: close\r\ncontent-length: 0\r\n\r\n`, { isReusable: false }],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', { isReusable: false }],
  [
    'HTTP/1.0 that is kept alive',
    'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n',
    { isReusable: true },
  ],
  [
    'interim answers',
    `HTTP/1.1 100 Continue\r\ncontent-length: 9\r\n\r\nHTTP/1.1 103 Hints\r\nlink: a\r\n\r\n${ok}content-length: 2\r\n\r\nhi`,
    { status: 200, headers: [['content-length', '2']], body: 'hi', isReusable: true, interims: 2 },
  ],
]

const faults: readonly Case[] = [
  ['another protocol', '220 mail.example ESMTP', { fault: 'Expected HTTP/' }],
  ['TLS', '\x15\x03\x01\x00\x02\x02F', { fault: 'Expected HTTP/' }],
  ['HTTP/2', '\0\0\x12\x04\0\0\0\0\0', { fault: 'Expected HTTP/' }],
  ['small letters', 'http/1.1 200', { fault: 'Expected HTTP/' }],
  ['the version 1.2', 'HTTP/1.2 200 OK\r\n', { fault: 'Invalid HTTP version' }],
  ['two spaces', 'HTTP/1.1  200 OK\r\n', { fault: 'Invalid status code' }],
  ['a status of two digits', 'HTTP/1.1 42 OK\r\n', { fault: 'Invalid status code' }],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n', { fault: 'Invalid response status' }],
  ['the status 99', 'HTTP/1.1 099 OK\r\n\r\n', { fault: '099' }],
  ['the status 101', 'HTTP/1.1 101 Switching\r\n\r\n', { fault: 'UNASKED_UPGRADE' }],
  ['too many interim answers', 'HTTP/1.1 103 X\r\n\r\n'.repeat(101), { fault: 'TOO_MANY_INTERIM' }],
  ['a status line without CR', 'HTTP/1.1 200 OK\n\n', { fault: 'Missing CR at the end of the status line' }],
  ['CR within a status line', 'HTTP/1.1 200 O\rK\r\n', { fault: 'Missing LF at the end of the status line' }],
  [
    'a header without CR',
    `${ok}a: b\nc: d\r\n\r\n`,
    { fault: 'Missing CR at the end of a header line in "a"' },
  ],
  ['CR within a header', `${ok}a: b\rc\r\n\r\n`, { fault: 'Missing LF at the end of a header line in "a"' }],
  ['NUL within a header', `${ok}a: b\0c\r\n\r\n`, { fault: 'Invalid header value char in "a"' }],
  ['no colon', `${ok}abc\r\n\r\n`, { fault: 'Invalid header token in "abc"' }],
  ['no name', `${ok}: b\r\n\r\n`, { fault: 'Invalid header token' }],
  ['a space before the colon', `${ok}a : b\r\n\r\n`, { fault: 'Invalid header token in "a"' }],
  ['a space before the first name', `${ok} a: b\r\n\r\n`, { fault: /^Unexpected space/ }],
  [
    'a bad value in a folded line',
    `${ok}a: b\r\n c\x01\r\n\r\n`,
    { fault: 'Invalid header value char in "a"' },
  ],
  ['a folded length that is none', `${ok}content-length: 1\r\n 2\r\n\r\n`, { fault: /in Content-Length/ }],
  ['a head that ends in CR CR', `${ok}a: b\r\n\r\r\n`, { fault: 'Invalid header token' }],
  ['two lengths', `${ok}content-length: 1\r\nContent-Length: 2\r\n\r\n`, { fault: 'TWO_LENGTHS' }],
  ['the same length twice', `${ok}content-length: 1\r\ncontent-length: 1\r\n\r\n`, { fault: 'TWO_LENGTHS' }],
  [
    'a list of lengths',
    `${ok}content-length: 1, 1\r\n\r\n`,
    { fault: 'Invalid character in Content-Length' },
  ],
  ['a signed length', `${ok}content-length: +1\r\n\r\n`, { fault: 'Invalid character in Content-Length' }],
  ['an empty length', `${ok}content-length: \r\n\r\n`, { fault: 'Empty Content-Length' }],
  [
    'an endless length',
    `${ok}content-length: ${'9'.repeat(30)}\r\n\r\n`,
    { fault: 'Content-Length overflow' },
  ],
  [
    'a length and chunks',
    `${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
    { fault: 'TWO_LENGTHS' },
  ],
  [
    'chunks and a length',
    `${ok}transfer-encoding: chunked\r\ncontent-length: 1\r\n\r\n`,
    { fault: 'TWO_LENGTHS' },
  ],
  ['an empty coding', `${ok}transfer-encoding: \r\n\r\nhi`, { fault: 'Empty Transfer-Encoding' }],
  ['a chunk without size', `${chunked}\r\n`, { fault: 'Invalid character in chunk size' }],
  ['a chunk size that is none', `${chunked}zz\r\n`, { fault: 'Invalid character in chunk size' }],
  ['a space behind a chunk size', `${chunked}2 \r\nhi`, { fault: 'Invalid character in chunk size' }],
  ['an endless chunk size', `${chunked}${'f'.repeat(20)}`, { fault: 'Chunk size overflow' }],
  ['a chunk size without CR', `${chunked}2\nhi`, { fault: 'Missing expected CR after chunk size' }],
  ['a chunk size without LF', `${chunked}2\rhi`, { fault: 'Expected LF after chunk size' }],
  ['a line break in an extension', `${chunked}2;a\nhi`, { fault: 'Invalid character in chunk extensions' }],
  [
    'endless extensions',
    `${chunked}2;${'a'.repeat(20_000)}`,
    { fault: 'Chunk extensions of more than 16 KiB' },
  ],
  ['a chunk that is too long', `${chunked}2\r\nhigh`, { fault: 'Expected LF after chunk data', body: 'hi' }],
  ['a chunk without CR', `${chunked}2\r\nhi\n0`, { fault: 'Missing expected CR after chunk data' }],
  ['a bad trailer', `${chunked}0\r\na b: c\r\n\r\n`, { fault: 'Invalid header token in "a b"' }],
  ['the end before a byte', '', { fault: 'CLOSED' }, { end: true }],
  ['the end within a status line', 'HTTP/1.1 2', { fault: 'CLOSED' }, { end: true }],
  ['the end within headers', `${ok}a: b\r\n`, { fault: 'CLOSED' }, { end: true }],
  ['the end behind an interim answer', 'HTTP/1.1 100 C\r\n\r\n', { fault: 'CLOSED' }, { end: true }],
  [
    'the end within a body',
    `${ok}content-length: 3\r\n\r\nhi`,
    { fault: 'CLOSED', body: 'hi' },
    { end: true },
  ],
  ['the end within a chunk', `${chunked}3\r\nhi`, { fault: 'CLOSED', body: 'hi' }, { end: true }],
  ['the end before the last chunk', `${chunked}2\r\nhi\r\n`, { fault: 'CLOSED', body: 'hi' }, { end: true }],
  ['the end within trailers', `${chunked}0\r\na: b\r\n`, { fault: 'CLOSED' }, { end: true }],
]

/** Partial answers as they are expected of any way to cut them into pieces. */
function check(read: ReadAnswer, expected: Partial<ReadAnswer>): void {
  const { fault, ...rest } = expected
  if (fault instanceof RegExp) assert.match(String(read.fault), fault)
  else assert.equal(read.fault, fault)
  for (const [part, value] of Object.entries(rest))
    assert.deepEqual(read[part as keyof ReadAnswer], value, part)
}

describe('an answer by HTTP/1.1', () => {
  for (const [what, bytes, expected, { end, method } = {}] of [...answers, ...faults]) {
    const read = (pieces: readonly string[]): ReadAnswer => readAnswer(pieces, end === true, method)
    const name = expected.fault === undefined ? `with ${what}` : `is a fault with ${what}`
    test(`${name} is read whole`, () => {
      check(read([bytes]), expected)
    })
    test(`${name} is read byte by byte`, () => {
      check(read(Array.from(bytes)), expected)
    })
    if (expected.isReusable === true)
      test(`${name} is read again by the same connection`, () => {
        for (const pieces of [[bytes], Array.from(bytes)])
          check(readAnswer(pieces, false, method, [bytes]), expected)
      })
    if (bytes.length < 400)
      test(`${name} is read in two pieces, wherever it is cut`, () => {
        for (let cut = 1; cut < bytes.length; cut++)
          check(read([bytes.slice(0, cut), bytes.slice(cut)]), expected)
      })
  }

  test('leaves no connection to be used again when there is more behind it', () => {
    for (const rest of ['x', '\r\n', `${ok}content-length: 0\r\n\r\n`])
      for (const body of [
        'content-length: 2\r\n\r\nhi',
        'content-length: 0\r\n\r\n',
        `transfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      ]) {
        const read = readAnswer([ok + body + rest], false)
        assert.equal(read.fault, undefined)
        assert.equal(read.isReusable, false)
      }
  })

  test('is not whole as long as a byte of it is missing', () => {
    for (const whole of [`${ok}content-length: 2\r\n\r\nhi`, `${chunked}2\r\nhi\r\n0\r\na: b\r\n\r\n`])
      for (let length = 0; length < whole.length; length++) {
        const { isReusable, fault } = readAnswer([whole.slice(0, length)], false)
        assert.deepEqual([isReusable, fault], [undefined, undefined], `after ${length} bytes`)
      }
  })

  for (const [what, bytes] of [
    ['lines', `${ok}${'x-a: 1\r\n'.repeat(20_000)}`],
    ['a line', `${ok}x-a: ${'a'.repeat(140_000)}`],
    ['a reason', `HTTP/1.1 200 ${'a'.repeat(140_000)}`],
    ['trailers', `${chunked}0\r\n${'x-a: 1\r\n'.repeat(20_000)}`],
  ] as const)
    test(`is a fault with endless ${what}, in pieces of any size, and soon`, () => {
      const start = performance.now()
      for (const size of [1, 1000, 70_000, bytes.length]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.slice(index * size, (index + 1) * size),
        )
        assert.equal(readAnswer(pieces, false).fault, 'HEADERS_TOO_LARGE')
      }
      assert.ok(performance.now() - start < 5000)
    })

  test('has a head of nearly 128 KiB, read in any way', () => {
    const bytes = `${ok}x-a: ${'a'.repeat(130_000)}\r\ncontent-length: 0\r\n\r\n`
    for (const size of [16 * 1024, 65_536, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, (index + 1) * size),
      )
      assert.equal(readAnswer(pieces, false).isReusable, true)
    }
  })

  test('is not taken for the one before it when their heads differ', () => {
    const before = `${ok}content-length: 2\r\nx-a: 1\r\n\r\nhi`
    for (const [bytes, body, value] of [
      [`${ok}content-length: 2\r\nx-a: 2\r\n\r\nho`, 'ho', '2'],
      [`${ok}content-length: 3\r\nx-a: 1\r\n\r\nhey`, 'hey', '1'],
      [`${ok}content-length: 2\r\nx-a: 1\r\nx-b: 1\r\n\r\nho`, 'ho', '1'],
    ] as const) {
      const read = readAnswer([bytes], false, 'GET', [before])
      assert.equal(read.body, body)
      assert.equal(read.headers?.[1]?.[1], value)
      assert.equal(read.headers.length, bytes.includes('x-b') ? 3 : 2)
    }
    assert.equal(
      readAnswer([`${ok}content-length: 2\r\nx-a: 1\n\r\nhi`], false, 'GET', [before]).isReusable,
      undefined,
    )
  })

  test('is read behind one that came in pieces', () => {
    const bytes = `${ok}content-length: 2\r\n\r\nhi`
    for (const start of ['', '\n', '\r\n'])
      check(readAnswer([start + bytes], false, 'GET', Array.from(bytes)), { body: 'hi', isReusable: true })
  })

  test('to HEAD has no body, also when the same head had one before', () => {
    const head = `${ok}content-length: 2\r\n\r\n`
    const read = readAnswer([head], false, 'HEAD', [head])
    assert.deepEqual([read.body, read.isReusable], ['', true])
  })

  test('says how long another request may come: less than the server says', () => {
    const idleTime = (line: string): unknown =>
      readAnswer([`${ok}${line}content-length: 0\r\n\r\n`], false).idleTime
    assert.equal(idleTime('Keep-Alive: timeout=5, max=100\r\n'), 3000)
    assert.equal(idleTime('Keep-Alive: timeout=86400\r\n'), 600_000)
    for (const line of ['keep-alive: max=100\r\n', '']) assert.equal(idleTime(line), 4000)
  })
})
