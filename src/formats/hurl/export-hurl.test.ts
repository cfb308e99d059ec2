import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { corpusFolders } from '../../testing/corpus.ts'
import { exportHurl } from './export-hurl.ts'
import { importedText, stepsIn } from './testing/import-text.ts'

function written(collection: Collection): string {
  return exportHurl(collection).files[0]?.text ?? ''
}

function collectionOf(text: string): Collection {
  return importedText(text).collection ?? assert.fail()
}

/** A collection of these steps, which nobody imported. */
function made(steps: readonly JsonObject[], more: Partial<Collection> = {}): Collection {
  const items = steps.map(step => ({ kind: 'request', step }) as const)
  return { name: 'Shop', environments: [], ...more, items }
}

/** The collection with another step at this position. */
function changed(
  collection: Collection,
  position: number,
  change: (step: JsonObject) => JsonObject,
): Collection {
  const items = collection.items.map((item, index) =>
    index === position && item.kind === 'request' ? { ...item, step: change(item.step) } : item,
  )
  return { ...collection, items }
}

const entry = `# Ours
# Sign in
POST {{base}}/login # why
X-A: a\\#b # c
X-B: 2
Content-Type: application/json
[Options]
retry: 2   # twice
verbose: true
[QueryStringParams]
# all
q: 1
{"a": {{n}},   "b": [], "c": "{{d}}"}
HTTP/1.1 200 # fine
X-C: 3
[Captures]
id: jsonpath "$.id" nth 0   # the id
token: header "X-Token"
[Asserts]
# of ours
jsonpath "$.a"   == 1
jsonpath "$.b" split "," count == 2
rawbytes count == 3
{ "a": 1 }

`
const whole = `${entry}DELETE http://a\n[Options]\ndelay: 5ms\n\n# the end\n`

describe('a file of Hurl that was imported', () => {
  for (const root of corpusFolders('interchange'))
    for (const name of readdirSync(path.join(root, 'hurl')).filter(file => file.endsWith('.hurl')))
      it(`is the same bytes again: ${name}`, () => {
        const text = readFileSync(path.join(root, 'hurl', name), 'utf8')
        const { files, report } = exportHurl(collectionOf(text))
        assert.deepEqual(files, [{ name: 'shop.hurl', text }])
        assert.deepEqual(report.losses, [])
      })

  it('keeps comments, line breaks and a byte order mark', () => {
    for (const text of [whole, whole.replaceAll('\n', '\r\n'), `\ufeff${whole}`, whole.trimEnd()])
      assert.equal(written(collectionOf(text)), text)
  })

  it('keeps the lines above a body that has changed', () => {
    const text = 'POST http://a\nA: b\n\n# of us\n\n{\n  "a": 1\n}\n\nGET http://a\n'
    for (const file of [text, text.replaceAll('\n', '\r\n')]) {
      const after = changed(collectionOf(file), 0, step => ({ ...step, json: { a: 2 } }))
      assert.equal(written(after), file.replace('1', '2'))
    }
  })

  it('differs in what was changed alone', () => {
    const cases: readonly (readonly [string, (step: JsonObject) => JsonObject, string, string])[] = [
      ['name', step => ({ ...step, name: 'Log in' }), '# Sign in', '# Log in'],
      [
        'url',
        step => ({ ...step, request: 'PUT {{base}}/x' }),
        'POST {{base}}/login # why',
        'PUT {{base}}/x',
      ],
      ['header', step => ({ ...step, headers: { 'X-A': 'a#b', 'X-B': '3' } }), 'X-B: 2', 'X-B: 3'],
      ['header gone', step => ({ ...step, headers: { 'X-B': '2' } }), 'X-A: a\\#b # c\n', ''],
      ['query', step => ({ ...step, query: { q: '1', r: '2' } }), 'q: 1\n', 'q: 1\nr: 2\n'],
      ['retry', step => ({ ...step, retry: { attempts: 6 } }), 'retry: 2   # twice', 'retry: 5'],
      ['body', step => ({ ...step, text: '{"a": 2}' }), '{"a": {{n}},   "b": [], "c": "{{d}}"}', '{"a": 2}'],
      [
        'status',
        step => replaced(step, { status: 200 }, { status: 201 }),
        'HTTP/1.1 200 #',
        'HTTP/1.1 201 #',
      ],
      ['answer header', step => replaced(step, { 'header X-C': '3' }), 'X-C: 3\n', ''],
      [
        'assert',
        step => replaced(step, { '$.a': { 'same-as': 1 } }, { '$.a': { 'same-as': 2 } }),
        'jsonpath "$.a"   == 1',
        'jsonpath "$.a" == 2',
      ],
      [
        'assert gone',
        step => replaced(step, { '$.a': { 'same-as': 1 } }),
        '# of ours\njsonpath "$.a"   == 1\n',
        '',
      ],
      ['body gone', step => replaced(step, { $: { equals: { a: 1 } } }), '{ "a": 1 }\n', ''],
      [
        'assert added',
        step => ({ ...step, validations: [...(step['validations'] as []), { time: { 'less-than': '2s' } }] }),
        'rawbytes count == 3\n',
        'rawbytes count == 3\nduration < 2000\n',
      ],
      [
        'capture',
        step => ({ ...step, extracts: { ...(step['extracts'] as JsonObject), token: 'cookie sid' } }),
        'token: header "X-Token"',
        'token: cookie "sid"',
      ],
      [
        'secret',
        step => ({
          ...step,
          extracts: { ...(step['extracts'] as JsonObject), token: { from: 'header X-Token', secret: true } },
        }),
        'token: header "X-Token"',
        'token: header "X-Token" redact',
      ],
    ]
    for (const [what, change, from, to] of cases)
      for (const text of [whole, whole.replaceAll('\n', '\r\n')]) {
        const after = written(changed(collectionOf(text), 0, change))
        assert.equal(
          after.replaceAll('\r', ''),
          whole.replace(from, () => to),
          what,
        )
        assert.equal(after.includes('\r'), text.includes('\r'))
      }
  })

  it('tells of comments behind lines that have changed', () => {
    const text =
      'PUT http://a # why\nX: 1 # so\nHTTP 200 # fine\n[Asserts]\nbody == "a #b" # c\nurl == "d" # e\n'
    const told = (change: (step: JsonObject) => JsonObject): readonly string[] =>
      exportHurl(changed(collectionOf(text), 0, change)).report.losses.map(({ what }) => what)
    assert.deepEqual(
      told(step => ({ ...step, request: 'PUT http://b', headers: { X: '2' } })),
      ['# why', '# so'],
    )
    assert.deepEqual(
      told(step => replaced(step, { text: 'a #b' }, { text: 'f' })),
      ['# c'],
    )
    assert.deepEqual(
      told(step => replaced(step, { url: 'd' })),
      [],
    )
  })

  it('loses what was deleted, and gets what was added', () => {
    const collection = collectionOf(whole)
    const [first, pause, last] = collection.items
    assert.ok(first !== undefined && pause !== undefined && last !== undefined)
    const added = { kind: 'request', step: { name: 'New', request: 'GET http://b' } } as const
    assert.equal(written({ ...collection, items: [first] }), entry.replace(/\n$/, ''))
    assert.equal(
      written({ ...collection, items: [first, last, added] }),
      `${entry}DELETE http://a\n\n# the end\n\n# New\nGET http://b\nHTTP *\n[Asserts]\nstatus >= 200\nstatus < 400\n`,
    )
  })
})

/** The step with another validation in the place of one, or with one less. */
function replaced(step: JsonObject, from: JsonObject, ...to: readonly JsonObject[]): JsonObject {
  const validations = step['validations'] as readonly JsonObject[]
  assert.ok(
    validations.some(one => JSON.stringify(one) === JSON.stringify(from)),
    JSON.stringify(validations),
  )
  return {
    ...step,
    validations: validations.flatMap(one => (JSON.stringify(one) === JSON.stringify(from) ? to : [one])),
  }
}

describe('a collection as a file of Hurl', () => {
  const steps: readonly JsonObject[] = [
    {
      name: 'Sign in',
      request: 'POST {{baseUrl}}/login?a=b#c',
      json: { mail: 'ada@shop.example', n: '{{n}}', id: '{{$uuid}}' },
      extracts: { token: '$.token', code: { from: 'header X-Code', regex: String.raw`c-(\d+)/` } },
      validations: [
        { status: 201 },
        { '$.token': { exists: true } },
        { 'header Content-Type': { contains: 'json' } },
      ],
    },
    {
      name: 'Upload',
      request: 'PUT {{baseUrl}}/a',
      auth: { bearer: '{{token}}' },
      query: { q: 'a & b', tag: ['x', 'y'] },
      multipart: { a: 'b', c: { file: 'my file.txt', 'content-type': 'text/csv' } },
      'follow-redirects': 3,
      timeout: '1.5s',
      retry: { attempts: 3, interval: '10ms' },
      variables: { n: 4, m: '5' },
      validations: [
        { status: '2xx' },
        { $: { equals: { a: [1, { b: null }], c: 'd' } } },
        { '$.e': { 'has-type': 'array', 'has-length': { 'at-least': 2 } } },
        { '$.f': { 'matches-regex': '^a/b' } },
        { '$.g': { matches: { id: '<uuid>', n: { m: 1 } } } },
        { '$.h[*].i': { contains: 3 } },
        { text: { 'not-contains': 'err"or' } },
        { time: { 'less-than': '2s' } },
      ],
    },
    { pause: '20ms' },
    {
      request: 'POST {{baseUrl}}/b',
      form: { a: '1 2', b: ['3', '4'] },
      auth: { basic: { username: 'ada', password: 'x y' } },
    },
    { request: 'POST {{baseUrl}}/c', graphql: { query: 'query A { a }', variables: { b: 1 } } },
    { request: 'POST {{baseUrl}}/d', file: 'd.txt', 'content-type': 'text/csv' },
    { request: 'POST {{baseUrl}}/e', text: 'one\n`two` \\{{x}}', 'content-type': 'text/plain' },
  ]
  const collection = made(steps, {
    baseUrl: 'http://a',
    variables: { n: 3 },
    secrets: { key: '{{env.KEY}}' },
  })

  it('has a line for all that Hurl has a word for', () => {
    const { files, report } = exportHurl(collection)
    assert.deepEqual(report.losses, [])
    assert.deepEqual(files[1], {
      name: 'shop.env',
      text: 'baseUrl=http://a\nn=3\n# key is given as HURL_VARIABLE_key\n',
    })
    assert.equal(files[0]?.text, readFileSync(path.resolve('fixtures/export/hurl/shop.hurl'), 'utf8'))
  })

  it('is the same bytes the second time, and reads as the same requests', () => {
    const first = written(collection)
    const again = collectionOf(first)
    assert.equal(written(again), first)
    const shown = (all: readonly JsonObject[]) => all.map(step => step['request'] ?? step['pause'])
    assert.deepEqual(shown(stepsIn(importedText(first))), shown(steps))
  })

  it('has the variables of folders, and sets those again that differ', () => {
    const request = { kind: 'request', step: { request: 'GET {{base}}/{{x}}' } } as const
    const folder = (name: string, x: number) =>
      ({ kind: 'folder', name, variables: { base: 'http://a', x }, items: [request, request] }) as const
    const collection = { ...made([]), variables: { x: 1 }, items: [folder('A', 1), folder('B', 2), request] }
    const { files } = exportHurl(collection)
    assert.equal(files[1]?.text, 'base=http://a\nx=1\n')
    const entries = (files[0]?.text ?? '').split('\n\n')
    assert.deepEqual(
      entries.map(entry => /variable: (.*)/.exec(entry)?.[1]),
      [undefined, undefined, 'x=2', undefined, 'x=1'],
    )
  })

  it('judges a status that is text by its number, and a choice of numbers by their text', () => {
    const asserted = (validation: JsonObject): string =>
      written(made([{ request: 'GET http://a', validations: [validation] }])).split('[Asserts]\n')[1] ?? ''
    assert.equal(asserted({ status: '404' }), 'status == 404\n')
    assert.equal(
      asserted({ status: { 'one-of': ['2xx', 404] } }),
      'status toString matches /^(?:2\\d\\d|404)$/\n',
    )
    assert.match(
      asserted({ '$.a': { 'one-of': [1, 2] } }),
      /isInteger\n.* toString matches \/\^\(\?:1\|2\)\$\/\n/,
    )
  })

  it('tells what has no word there', () => {
    const lost = made([
      {
        request: 'GET http://a/{{$randomCity}}',
        auth: { oauth2: { 'token-url': 'http://b', 'client-id': 'c', 'client-secret': 'd' } },
        validations: [
          { '$.a': { unique: true } },
          { schema: 'a.json' },
          { '$.b': 1, when: { status: 200 } },
          { '$.c': { 'matches-regex': '(?=a)' } },
        ],
        extracts: { c: { from: '$.d', optional: true } },
        cookies: false,
        'for-each': { a: [1] },
      },
      { exec: 'ls' },
    ])
    assert.deepEqual(
      exportHurl(lost).report.losses.map(({ what }) => what),
      [
        'auth oauth2',
        'extract c',
        'validation $.a',
        'validation schema',
        'validation $.b',
        'validation $.c',
        'cookies',
        'for-each',
        '{{$randomCity}}',
        'step',
      ],
    )
  })
})
