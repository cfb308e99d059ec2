import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { corpusFolders } from '../../testing/corpus.ts'
import { exportHttp } from './export-http.ts'
import { importedFrom, importedText, stepsIn } from './testing/import-file.ts'

function written(collection: Collection): string {
  return exportHttp(collection).files[0]?.text ?? ''
}

function collectionOf(text: string): Collection {
  return importedText(text).collection ?? assert.fail()
}

/** A collection of these steps, which nobody imported. */
function made(steps: readonly JsonObject[], more: Partial<Collection> = {}): Collection {
  const items = steps.map(step => ({ kind: 'request', step }) as const)
  return { name: 'Shop', settings: { 'follow-redirects': true }, environments: [], ...more, items }
}

/** The collection with another value under a key of one of its steps. */
function changed(collection: Collection, position: number, keys: JsonObject): Collection {
  const items = collection.items.map((item, index) =>
    index === position && item.kind === 'request' ? { ...item, step: { ...item.step, ...keys } } : item,
  )
  return { ...collection, items }
}

describe('a file that was imported', () => {
  for (const root of corpusFolders('interchange'))
    for (const name of readdirSync(path.join(root, 'http')).filter(file => file.endsWith('.http')))
      it(`is the same bytes again: ${name}`, () => {
        const folder = path.join(root, 'http')
        const text = readFileSync(path.join(folder, name), 'utf8')
        const exported = exportHttp(importedFrom(text, folder).collection ?? assert.fail())
        assert.deepEqual(
          exported.files.map(file => file.text),
          [text],
        )
        assert.deepEqual(exported.report.losses, [])
      })

  const text =
    '# Ours\r\n@host = http://a\r\n\r\n### One\r\n# @name one\r\nGET {{host}}/1\r\n\r\n###\r\n# why\r\n@id = {{one.response.body.$.id}}\r\n' +
    'PUT {{host}}/{{id}}\r\nX-A: 1\r\n\r\n{"a": 1}\r\n\r\n\r\n### Three\r\nGET {{host}}/3\r\n\r\n###\r\n# the end'

  it('differs in the request that was changed alone', () => {
    const after = written(changed(collectionOf(text), 1, { headers: { 'X-A': '2' } }))
    assert.equal(after, text.replace('X-A: 1', 'X-A: 2'))
  })

  for (const first of ['@host = http://a\nGET {{host}}/1\n', 'GET http://a/1\n', '### One\nGET http://a/1\n'])
    it(`keeps its byte order mark in front of ${first.split('\n')[0]}`, () => {
      const marked = `\ufeff${first}`
      const headers = { 'X-A': '2' }
      assert.equal(written(changed(collectionOf(marked), 0, { headers })), `${marked}X-A: 2\n`)
    })

  it('differs in the variable that was changed alone', () => {
    const collection = collectionOf(text)
    const variables = { ...collection.variables, host: 'http://b' }
    assert.equal(written({ ...collection, variables }), text.replace('http://a', 'http://b'))
    assert.equal(
      written({ ...collection, variables: { ...variables, x: 'y' } }),
      `@x = y\n\n${text.replace('http://a', 'http://b')}`,
    )
  })

  it('loses what was deleted, and gets what was added', () => {
    const collection = collectionOf(text)
    const [first, , third] = collection.items
    assert.ok(first !== undefined && third !== undefined)
    const added = { kind: 'request', step: { name: 'New', request: 'GET {{host}}/new' } } as const
    const after = written({ ...collection, items: [first, third, added] })
    assert.ok(!after.includes('PUT'))
    assert.match(after, /the end\n\n### New\nGET \{\{host\}\}\/new\n\n$/)
  })
})

describe('a collection as a file of requests', () => {
  const steps: readonly JsonObject[] = [
    {
      name: 'Sign in',
      request: 'POST {{baseUrl}}/login',
      json: { n: '{{n}}', mail: '{{mail}}' },
      extracts: { token: '$.token' },
    },
    {
      name: 'Upload',
      request: 'PUT {{baseUrl}}/a?q=a%20b',
      auth: { bearer: '{{token}}' },
      multipart: { a: 'b', c: { file: 'd.txt' } },
      'follow-redirects': false,
      cookies: false,
      timeout: '5s',
    },
    {
      name: 'Form',
      request: 'POST {{baseUrl}}/b',
      form: { a: '1 2', b: ['3', '4'] },
      auth: { basic: { username: 'ada', password: '{{env.PASSWORD}}' } },
    },
    {
      name: 'GraphQL',
      request: 'POST {{baseUrl}}/c',
      graphql: { query: 'query A { a }', variables: { b: 1 }, operation: 'A' },
    },
    {
      name: 'File',
      request: 'POST {{baseUrl}}/d',
      file: 'd.txt',
      'content-type': 'text/csv',
      'http-version': 2,
    },
    { name: 'Talk', websocket: 'ws://a/live', messages: ['hello'] },
  ]
  const collection = made(steps, { baseUrl: 'http://a', variables: { n: 3, mail: 'ada@shop.example' } })

  it('reads as the same requests again', () => {
    const again = importedText(written(collection))
    const { json: _, ...first } = steps[0] ?? {}
    const text = '{\n  "n": {{n}},\n  "mail": "{{mail}}"\n}'
    const signIn = { ...first, id: 'Sign_in', text, 'content-type': 'application/json' }
    assert.deepEqual(stepsIn(again), [signIn, ...steps.slice(1)])
    assert.deepEqual(again.collection?.variables, { baseUrl: 'http://a', n: '3', mail: 'ada@shop.example' })
  })

  it('is the same bytes the second time', () => {
    const first = written(collection)
    assert.equal(written(collectionOf(first)), first)
  })

  it('has its environments beside it', () => {
    const environments = [{ name: 'dev', variables: { a: '1' }, secrets: { b: '{{env.B}}' } }]
    const [, file] = exportHttp({ ...collection, environments }).files
    assert.deepEqual(file, {
      name: 'http-client.env.json',
      text: '{\n  "dev": {\n    "a": "1",\n    "b": "{{$processEnv B}}"\n  }\n}\n',
    })
  })

  it('has the end of a range that the clients leave out', () => {
    const ranges = made([
      { request: 'GET http://a/{{$randomInt}}/{{$randomInt -3 5}}' },
      { request: 'POST http://a', json: { n: '{{$randomInt 1 6}}' } },
    ])
    assert.match(written(ranges), /GET http:\/\/a\/\{\{\$randomInt 0 1001\}\}\/\{\{\$randomInt -3 6\}\}/)
    assert.match(written(ranges), /"n": \{\{\$randomInt 1 7\}\}/)
  })

  it('tells what has no word there', () => {
    const lost = made([
      {
        request: 'GET http://a',
        validations: [{ name: 'Fine', status: 200 }],
        retry: { attempts: 2 },
        extracts: { c: 'cookie sid' },
      },
      {
        request: 'GET http://a/{{$randomCity}}',
        auth: { oauth2: { 'token-url': 'http://b', 'client-id': 'c', 'client-secret': 'd' } },
      },
      { pause: '1s' },
    ])
    assert.deepEqual(
      exportHttp(lost).report.losses.map(({ what }) => what),
      ['validation Fine', 'retry', 'extract c', 'auth oauth2', '{{$randomCity}}', 'step'],
    )
  })
})
