import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type CompiledPath, JsonPathTimeout } from './result.ts'
import { compileJsonPath } from './index.ts'
import type { JsonValue } from '../util/json-value.ts'
import { parsePlainPath } from './plain-path.ts'
import { whenLoaded } from '../util/lazy-part.ts'

interface Section {
  readonly section: string
  readonly document: JsonValue
  readonly cases: readonly { readonly path: string; readonly values: readonly JsonValue[] }[]
}

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(path.resolve('fixtures/json-path', name), 'utf8'))
}

async function compiled(text: string): Promise<CompiledPath> {
  const result = await whenLoaded(() => compileJsonPath(text))
  if (!result.ok) throw new Error(`${text}: ${result.message}`)
  return result.path
}

for (const { section, document, cases } of readFixture('selections.json') as readonly Section[])
  describe(`JSONPath: ${section}`, () => {
    for (const { path: text, values } of cases)
      it(text, async () => {
        assert.deepEqual((await compiled(text)).select(document), values)
      })
  })

describe('JSONPath: what is no path', () => {
  for (const text of readFixture('invalid.json') as readonly string[])
    it(JSON.stringify(text), async () => {
      const result = await whenLoaded(() => compileJsonPath(text))
      assert.equal(result.ok, false)
      assert.notEqual(result.message, '')
      assert.ok(result.position >= 0 && result.position <= text.length)
    })

  const places: readonly (readonly [path: string, position: number, message: RegExp])[] = [
    ['a.b', 0, /expected '\$'/],
    ['$.a[', 4, /unclosed/],
    ['$[01]', 2, /leading zero/],
    ['$[?nosuch(@.a)]', 3, /no such function/],
    ['$.a[?!@.b == 1]', 10, /negate the comparison/],
    ["$[?match(@.a, '(')]", 3, /the pattern of match\(\) is invalid: missing closing \)/],
    ['$.', 2, /ends too early/],
  ]
  for (const [text, position, message] of places)
    it(`${text} at ${position}`, async () => {
      const result = await whenLoaded(() => compileJsonPath(text))
      assert.ok(!result.ok)
      assert.equal(result.position, position)
      assert.match(result.message, message)
    })
})

describe('JSONPath', () => {
  const singular = ['$', '$.a', "$['a'][0]", '$.a[-1]', '$ .a', "$['\\u0061']"]
  const plural = ['$.*', '$[0,1]', '$[1:2]', '$..a', '$[?@.a]', "$['a','b']"]
  it('tells paths to one value from queries for many', async () => {
    for (const text of singular) assert.equal((await compiled(text)).singular, true, text)
    for (const text of plural) assert.equal((await compiled(text)).singular, false, text)
  })

  it('knows plain paths by itself', () => {
    assert.deepEqual(parsePlainPath(`$.a_1.é[0]['c d']["e'.[f]"][-2]`), ['a_1', 'é', 0, 'c d', "e'.[f]", -2])
    assert.deepEqual(parsePlainPath('$'), [])
    for (const text of [
      ...plural,
      '$ .a',
      '$.1',
      '$[01]',
      '$[-0]',
      '$.a.',
      "$['\\n']",
      '$[1234567890123456]',
    ])
      assert.equal(parsePlainPath(text), undefined, text)
  })

  it('selects from lists too long to be arguments', async () => {
    const items = Array.from({ length: 200_000 }, (_, id) => ({ id }))
    assert.equal((await compiled('$[*].id')).select(items).length, 200_000)
    assert.equal((await compiled('$..id')).select(items).length, 200_000)
  })

  it('goes down a thousand levels, and says so where a document has too many', async () => {
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as JsonValue
    const query = await compiled('$..x')
    assert.deepEqual(query.select(nested(1000)), [])
    assert.throws(() => query.select(nested(5000)), RangeError)
  })

  it('cannot be hung by a pattern, not even one from the document', async () => {
    const query = await compiled('$.values[?search(@, $.pattern)]')
    const document = { pattern: '^(a+)+$', values: [`${'a'.repeat(100_000)}!`, 'aaa'] }
    assert.deepEqual(query.select(document), ['aaa'])
  })

  const nestedLists = JSON.parse('['.repeat(300) + ']'.repeat(300)) as JsonValue
  const objects = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'x' }))
  for (const [text, document] of [
    ['$..*..*..*..*..*', nestedLists],
    ['$[?count($..*..*..*..*..*) > 1]', nestedLists],
    ['$[?count($..*) > 1]', objects],
    ['$[?@.id > 0 && count($[?count($[?@.id > 5]) > 1]) > 1]', objects],
    ['$.a[?$.a == $.b]', { a: objects, b: structuredClone(objects) }],
  ] as const)
    it(`${text} ends when it takes too long`, { timeout: 60_000 }, async () => {
      const query = await compiled(text)
      const started = performance.now()
      assert.throws(() => query.select(document), JsonPathTimeout)
      assert.ok(performance.now() - started < 30_000)
      assert.deepEqual(query.select([]), [])
    })

  it('counts lists too long to be arguments', async () => {
    const items = [Array.from({ length: 200_000 }, (_, id) => id)]
    assert.equal((await compiled('$[?count($[0][*]) > 1]')).select(items).length, 1)
  })
})
