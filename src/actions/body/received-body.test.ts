import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReceivedBody } from './received-body.ts'

function body(bytes: Buffer | string, contentType?: string): ReceivedBody {
  const buffer = Buffer.from(bytes as string)
  const half = buffer.length >> 1
  const received = new ReceivedBody(true, contentType)
  received.add(buffer.subarray(0, half))
  received.add(buffer, half)
  return received
}

const utf16le = Buffer.from('é', 'utf16le')

for (const [bytes, charset, text] of [
  [Buffer.from('é→𝄞'), undefined, 'é→𝄞'],
  [Buffer.from('é'), 'utf-8', 'é'],
  [Buffer.of(0xe9), 'iso-8859-1', 'é'],
  [Buffer.of(0x82, 0xa0), 'shift_jis', 'あ'],
  [utf16le, 'utf-16le', 'é'],
  [Buffer.concat([Buffer.of(0xff, 0xfe), utf16le]), undefined, 'é'],
  [Buffer.of(0xfe, 0xff, 0x00, 0xe9), 'utf-8', 'é'],
  [Buffer.of(0xef, 0xbb, 0xbf, 0x61), undefined, 'a'],
  [Buffer.of(0x61, 0xff, 0x62), undefined, 'a\ufffdb'],
  [Buffer.from('é'), 'no-such-charset', 'é'],
  [Buffer.of(), undefined, ''],
] as const)
  test(`${bytes.toString('hex')} in ${charset ?? 'no charset'} is "${text}"`, () => {
    assert.equal(body(bytes, charset && `text/plain; charset=${charset}`).text(), text)
  })

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

for (const [type, bytes, text] of [
  ['application/xml', latin('<?xml version="1.0" encoding="ISO-8859-1"?><p>ü</p>'), 'ü'],
  ['text/xml', latin("<?xml version='1.0' encoding='windows-1252' ?><p>\x80</p>"), '€'],
  ['application/soap+xml; action=x', latin('<?xml version="1.0" encoding="latin1"?><p>ü</p>'), 'ü'],
  ['text/xml; charset=utf-8', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><p>ü</p>'), 'ü'],
  ['text/xml', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><p>a</p>', 'utf16le'), 'a'],
  ['text/xml', Buffer.from('<?xml version="1.0"?><p>a</p>', 'utf16le').swap16(), 'a'],
  ['text/xml', Buffer.from('\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?><p>ü</p>'), 'ü'],
  ['text/xml', Buffer.from('<?xml version="1.0" encoding="utf-16"?><p>ü</p>'), 'ü'],
  ['text/html', latin('<html><meta charset="iso-8859-1"><p>ü\x93</p>'), 'ü“'],
  [
    'text/html',
    latin('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>\xcf</p>'),
    'П',
  ],
  ['text/html', Buffer.from('<!-- <meta charset="latin1"> --><meta charset=utf-8><p>ü</p>'), 'ü'],
  ['text/html; charset=utf-8', Buffer.from('<meta charset="iso-8859-1"><p>ü</p>'), 'ü'],
  ['text/plain', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><p>ü</p>'), 'ü'],
] as const)
  test(`${type} says itself that it is in another encoding: ${bytes.toString('latin1').replace(/\0/g, '')}`, () => {
    assert.equal(/<p>(.*)<\/p>/.exec(body(bytes, type).text())?.[1], text)
  })

test('an answer in windows-1252 is read so by all of its names', () => {
  for (const label of ['windows-1252', 'ISO-8859-1', 'latin1', 'us-ascii', 'cp1252'])
    assert.equal(body(Buffer.of(0x80, 0xe9), `text/plain; charset=${label}`).text(), '€é')
})

test('what is read in one piece and what its memory becomes afterwards are two things', () => {
  for (const [text, size] of [
    ['{"a":1}', 7],
    ['é', 2],
    ['x'.repeat(10_000), 10_000],
  ] as const) {
    const memory = Buffer.alloc(10_004, 0)
    memory.write(text, 2)
    const received = new ReceivedBody(true)
    received.add(memory, 2, 2 + size)
    memory.fill('-')
    assert.equal(received.bytes().toString(), text)
    assert.equal(received.text(), text)
    assert.deepEqual([received.size, received.complete], [size, true])
  }
})

test('JSON is parsed once, and a byte order mark does not matter', () => {
  const parsed = body('\ufeff{"a":[1]}')
  assert.deepEqual(parsed.json(), { ok: true, value: { a: [1] } })
  assert.equal(parsed.json(), parsed.json())
})

test('__proto__ in JSON is data', () => {
  const parsed = body('{"__proto__":{"a":1}}').json()
  assert.ok(parsed.ok)
  assert.deepEqual(Object.keys(parsed.value ?? {}), ['__proto__'])
})

test('JSON that is nested so deeply that nothing can be done with it is none', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  assert.equal(reason(body(nested(20_000))), 'nested more than 1000 levels deep')
  assert.equal(body(nested(900)).json().ok, true)
})

test('what is not JSON says why', () => {
  assert.match(reason(body('<html>')) ?? '', /^the body is not JSON: Unexpected token/)
  assert.equal(reason(body(' \n')), 'the body is empty')
  const beginning = ReceivedBody.of(Buffer.from('{"a":1}'), undefined, false)
  assert.equal(reason(beginning), 'only the first 7 B were kept')
})

function reason(received: ReceivedBody): string | undefined {
  const parsed = received.json()
  return parsed.ok ? undefined : parsed.reason
}

test('a body that comes byte by byte is kept in few pieces', () => {
  const text = 'grüße '.repeat(20_000)
  const bytes = Buffer.from(text)
  const received = new ReceivedBody(true)
  for (let at = 0; at < bytes.length; at++) received.add(bytes, at, at + 1)
  assert.ok([...received.pieces()].length < 4200)
  assert.equal(received.size, bytes.length)
  assert.equal(received.text(), text)
})
