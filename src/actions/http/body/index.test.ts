import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BodyPreview } from '../../../model/exchange.ts'
import type { JsonObject } from '../../../model/json.ts'
import { httpServer } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'

/** The body and its content type as a server gets them, and as reports show the body. */
async function sent(step: JsonObject): Promise<Sent> {
  await using server = await httpServer()
  const { request } = await exchange({ request: `POST ${server.url}/`, ...step })
  const [seen] = server.seen
  assert.ok(seen)
  assert.equal(seen.headers['content-length'], String(seen.body.length))
  return { bytes: seen.body, type: seen.headers['content-type'], preview: request.body }
}

interface Sent {
  readonly bytes: Buffer
  readonly type: string | undefined
  readonly preview: BodyPreview | undefined
}

for (const [step, body, type] of [
  [{ json: { a: [1, null, 'ü'] } }, '{"a":[1,null,"ü"]}', 'application/json'],
  [{ json: null }, 'null', 'application/json'],
  [{ json: 'text' }, '"text"', 'application/json'],
  [{ json: 1, 'content-type': 'application/merge-patch+json' }, '1', 'application/merge-patch+json'],
  [
    { form: { a: 'x y', b: [1, 'ü'], none: null } },
    'a=x+y&b=1&b=%C3%BC',
    'application/x-www-form-urlencoded',
  ],
  [{ text: 'line\nline ü' }, 'line\nline ü', 'text/plain; charset=utf-8'],
  [{ text: 5, 'content-type': 'text/csv' }, '5', 'text/csv'],
  [{ xml: '<a>ü</a>' }, '<a>ü</a>', 'application/xml'],
  [{ xml: '<a/>', 'content-type': 'text/xml' }, '<a/>', 'text/xml'],
  [{ graphql: '{ user }' }, '{"query":"{ user }"}', 'application/json'],
  [
    { graphql: { query: 'query Q($id: ID!) { user }', variables: { id: 1 }, operation: 'Q' } },
    '{"query":"query Q($id: ID!) { user }","variables":{"id":1},"operationName":"Q"}',
    'application/json',
  ],
] as const)
  test(`${JSON.stringify(step)} is ${type}`, async () => {
    const { bytes, type: seenType, preview } = await sent(step)
    assert.equal(bytes.toString(), body)
    assert.equal(seenType, type)
    assert.deepEqual(preview, { text: body, size: Buffer.byteLength(body), truncated: false })
  })

test('text is encoded in the charset of its content type', async () => {
  const { bytes } = await sent({ xml: '<a>ü</a>', 'content-type': 'application/xml; charset=ISO-8859-1' })
  assert.equal(bytes.toString('latin1'), '<a>ü</a>')
})

for (const [step, latin1] of [
  [{ json: { a: 'ü€' }, 'content-type': 'application/json; charset=windows-1252' }, '{"a":"ü\x80"}'],
  [{ text: 'ü', headers: { 'content-type': 'text/plain; charset=latin1' } }, 'ü'],
  [
    { xml: '<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>' },
    '<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>',
  ],
  [
    { form: { ü: '€ &' }, 'content-type': 'application/x-www-form-urlencoded; charset=windows-1252' },
    '%FC=%80+%26',
  ],
  [{ graphql: '{ ü }', 'content-type': 'application/json; charset=iso-8859-1' }, '{"query":"{ ü }"}'],
] as const)
  test(`every kind of body is: ${JSON.stringify(step)}`, async () => {
    const { bytes } = await sent(step)
    assert.equal(bytes.toString('latin1'), latin1)
  })

test('a part of a form is, too, and shown as it is written', async () => {
  const type = 'text/plain; charset=iso-8859-1'
  const { bytes, preview } = await sent({ multipart: { a: { text: 'ü', 'content-type': type } } })
  assert.match(bytes.toString('latin1'), /\r\n\r\nü\r\n/)
  assert.equal(preview?.text, `a: ü (${type})`)
})

test('what the charset lacks is not sent', async () => {
  const latin1 = 'text/plain; charset=iso-8859-1'
  for (const step of [
    { text: '5 €', 'content-type': latin1 },
    { json: '5 €', headers: { 'content-type': latin1 } },
    { form: { a: '  €' }, 'content-type': latin1 },
    { multipart: { a: { text: '5 €', 'content-type': latin1 } } },
    { multipart: { a: { text: '5 €', filename: 'a', 'content-type': latin1 } } },
  ]) {
    const { kind, message } = await failure({ request: 'POST http://127.0.0.1:1/', ...step })
    assert.equal(kind, 'Request Error')
    assert.match(message, /^the charset "iso-8859-1" lacks "€" \(line 1, character [34]\)$/)
  }
})

test("a content-type header of the step wins over the body's", async () => {
  const { type } = await sent({ json: {}, headers: { 'Content-Type': 'application/vnd.api+json' } })
  assert.equal(type, 'application/vnd.api+json')
})

test('the preview of a long body is cut', async () => {
  const { preview, bytes } = await sent({ text: 'x'.repeat(20_000) })
  assert.deepEqual(preview, { text: 'x'.repeat(16_384), size: 20_000, truncated: true })
  assert.equal(bytes.length, 20_000)
})

test('an empty text is a body of no bytes', async () => {
  const { bytes, type } = await sent({ text: '' })
  assert.equal(bytes.length, 0)
  assert.equal(type, 'text/plain; charset=utf-8')
})

for (const [step, message] of [
  [{ json: 1, 'content-type': 'a\r\nb' }, 'header "content-type" has a line break in its value "a\\r\\nb"'],
  [{ 'content-type': 'text/plain' }, 'content-type needs a body beside it'],
  [{ multipart: { a: '1' }, 'content-type': 'a/b' }, 'content-type "a/b" does not go with multipart'],
  [
    { multipart: { a: '1' }, headers: { 'Content-Type': 'multipart/form-data' } },
    'a content-type header does not go with multipart, which needs its own boundary in it',
  ],
  [
    { multipart: { a: { text: '1', 'content-type': 'a\nb' } } },
    'header "content-type" has a line break in its value "a\\nb"',
  ],
  [{ json: 1, text: 'a' }, 'the step has two bodies, json and text'],
  [{ text: { a: 1 } }, 'text must be text'],
  [{ graphql: { variables: {} } }, 'graphql needs a query, written as text'],
  [{ form: { a: { b: 1 } } }, 'form "a" must be text, a number, true, false, or a list of those'],
  [{ multipart: 'a' }, 'multipart must be a mapping of field names'],
  [{ multipart: { a: { b: 1 } } }, 'multipart "a" must be text, or a mapping with text or file'],
] as const)
  test(`${JSON.stringify(step)} is refused`, async () => {
    const { kind, message: text } = await failure({ request: 'POST http://127.0.0.1:1/', ...step })
    assert.equal(kind, 'Request Error')
    assert.equal(text, message)
  })
