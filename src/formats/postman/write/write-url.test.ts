import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { defined } from '../../../util/defined.ts'
import { textOf } from '../parts.ts'
import { isWritten, writeUrl } from './write-url.ts'

const hosts: readonly JsonValue[] = [
  ['{{baseUrl}}'],
  ['api', 'example', 'com'],
  ['{{tenant}}', 'example', '{{domain}}'],
  ['{{a.b}}', 'com'],
  ['localhost:8080'],
  ['user@host'],
  ['{{a', 'b}}'],
  [],
  'example.com',
]
const paths: readonly (JsonValue | undefined)[] = [
  undefined,
  [''],
  ['users', ':id'],
  ['users', '{{id}}', ''],
  ['{{a/b}}', 'c'],
  ['{{a', 'b}}'],
  ['a?b'],
  ['a#b'],
  ['a b', '%2F', '{{}}', '}}'],
  [{ type: 'any', value: 'id' }],
  'users/1',
]
const queries: readonly (JsonValue | undefined)[] = [
  undefined,
  [],
  [{ key: 'page', value: '1' }],
  [
    { key: 'a', value: '{{b}}=c' },
    { key: '', value: '' },
  ],
  [{ key: 'a=b', value: 'c' }],
  [{ key: 'a', value: 'b&c' }],
  [{ key: 'a', value: null }],
  [{ key: 'a', value: '1', description: 'One' }],
  [{ key: 'a', value: '1', disabled: true }],
  [{ key: '{{a&b}}', value: '{{c#d}}' }],
]

/** URLs of these parts, with the text that they make and with another. */
const urls = hosts.flatMap(host =>
  paths.flatMap(path =>
    queries.flatMap(query =>
      [undefined, 'https', ''].flatMap(protocol =>
        ['', '#top', 'x'].map(more => {
          const parts = defined({ protocol, host, path, query })
          return { raw: joined(parts) + more, ...parts }
        }),
      ),
    ),
  ),
)

function rawOf(url: JsonObject): string {
  return textOf(url['raw'] ?? '')
}

function joined({ protocol, host, path, query }: Readonly<Record<string, JsonValue | undefined>>): string {
  const pairs = (query ?? []) as readonly JsonObject[]
  const scheme = protocol === undefined ? '' : `${textOf(protocol)}://`
  const way = Array.isArray(path) ? `/${path.map(textOf).join('/')}` : ''
  const search = pairs.map(({ key, value }) => `${textOf(key ?? null)}=${textOf(value ?? null)}`).join('&')
  return scheme + [host ?? ''].flat().map(textOf).join('.') + way + (pairs.length === 0 ? '' : `?${search}`)
}

describe('a URL that is told to be what would be written', () => {
  test('is', () => {
    const told = urls.filter(url => isWritten(url, rawOf(url)))
    for (const url of told) assert.deepEqual(writeUrl(rawOf(url), undefined), url)
    assert.ok(told.length > 50)
  })
  test('is none with a word that is written in another way, or with another text', () => {
    const url = { raw: '{{host}}/{{$uuid}}', host: ['{{host}}'], path: ['{{$uuid}}'] }
    assert.equal(isWritten(url, url.raw), false)
    assert.equal(isWritten({ raw: '{{host}}/a', host: ['{{host}}'], path: ['a'] }, '{{host}}/b'), false)
  })
})
