import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import type { JsonValue } from '../../model/json.ts'
import { bodyOf } from './body-of.ts'
import { ExampleFactory } from './example-factory.ts'

/** The keys of the body of the only operation of a document. */
async function bodyIn(operation: object, version: object): Promise<JsonValue> {
  const description = await describedBy({
    ...version,
    info: { title: 't', version: '1' },
    paths: { '/files': { post: { responses: {}, ...operation } } },
  })
  const [only] = description.operations
  assert.ok(only)
  const { keys, troubles } = bodyOf(only, new ExampleFactory(description))
  const isTold = troubles.some(({ what, why }) => what.startsWith('file f of') && why.includes('put `file:`'))
  assert.equal(isTold, JSON.stringify(keys).includes('filename'))
  return keys['multipart'] ?? null
}

const file = (more: object = {}) => ({ f: { text: 'example', filename: 'f.txt', ...more } })
const bytes = { type: 'string', contentMediaType: 'application/octet-stream' }
const typed = { text: 'f', 'content-type': 'application/octet-stream' }
const cases: readonly (readonly [
  what: string,
  version: string,
  schema: object,
  encoding: object,
  body: JsonValue,
])[] = [
  ['bytes by their format', '3.0.3', { type: 'string', format: 'binary' }, {}, file()],
  ['bytes by their media type', '3.1.0', bytes, {}, file(typed)],
  [
    'an image',
    '3.1.0',
    { type: 'string', contentMediaType: 'image/svg+xml' },
    {},
    file({ text: 'f', 'content-type': 'image/svg+xml' }),
  ],
  ['bytes that are written as such', '3.1.0', { ...bytes, contentEncoding: 'binary' }, {}, file(typed)],
  ['bytes, or none', '3.1.0', { anyOf: [bytes, { type: 'null' }] }, {}, file(typed)],
  ['a list of bytes', '3.1.0', { type: 'array', items: bytes }, {}, file(typed)],
  ['what nothing is said of', '3.1.0', {}, {}, { f: { text: 'f', filename: 'f.txt' } }],
  [
    'what is encoded as a picture',
    '3.0.3',
    { type: 'string' },
    { contentType: 'image/*' },
    { f: { text: 'f', filename: 'f.txt' } },
  ],
  ['what nothing was said of before 3.1', '3.0.3', {}, {}, { f: 'f' }],
  ['a text in base64', '3.1.0', { ...bytes, contentEncoding: 'base64' }, {}, { f: 'ZXhhbXBsZQ==' }],
  ['JSON in a text', '3.1.0', { type: 'string', contentMediaType: 'application/json' }, {}, { f: 'f' }],
  ['a text', '3.1.0', { type: 'string' }, {}, { f: 'f' }],
]

describe('a field of a multipart form is', () => {
  for (const [what, version, schema, encoding, body] of cases)
    it(`${JSON.stringify(body).includes('filename') ? 'a file' : 'no file'} where it is ${what}`, async () => {
      const content = {
        schema: { type: 'object', required: ['f'], properties: { f: schema } },
        encoding: { f: encoding },
      }
      const requestBody = { content: { 'multipart/form-data': content } }
      assert.deepEqual(await bodyIn({ requestBody }, { openapi: version }), body)
    })

  it('a file in Swagger 2', async () => {
    const parameters = [{ name: 'f', in: 'formData', type: 'file', required: true }]
    assert.deepEqual(await bodyIn({ parameters }, { swagger: '2.0' }), file())
  })
})
