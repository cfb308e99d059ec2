import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReceivedBody } from './received-body.ts'

function body(bytes: Buffer | string, charset?: string): ReceivedBody {
  const buffer = Buffer.from(bytes as string)
  const half = buffer.length >> 1
  const received = new ReceivedBody(true, charset)
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
    assert.equal(body(bytes, charset).text(), text)
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
