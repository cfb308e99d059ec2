import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { exportHurl } from './export-hurl.ts'
import { importedText, stepsIn } from './testing/import-text.ts'

function stepOf(text: string): JsonObject {
  return stepsIn(importedText(text))[0] ?? assert.fail()
}

/** The text of steps, and what is lost of them. */
function written(steps: readonly JsonObject[]): {
  readonly text: string
  readonly losses: readonly string[]
} {
  const items = steps.map(step => ({ kind: 'request', step }) as const)
  const collection: Collection = { name: 'Shop', environments: [], items }
  const { files, report } = exportHurl(collection)
  return { text: files[0]?.text ?? '', losses: report.losses.map(({ what }) => what) }
}

describe('a value that an answer does not have', () => {
  const cases: readonly (readonly [string, string, JsonValue])[] = [
    ['header "X" not contains "a"', 'header X', { 'not-contains': 'a' }],
    ['jsonpath "$.a" not matches /^a/', '$.a', { 'has-type': 'string', 'not-matches-regex': '^a' }],
    ['cookie "sid" not matches /a/', 'cookie sid', { 'not-matches-regex': 'a' }],
  ]
  for (const [assertion, target, expected] of cases)
    it(`passes ${assertion}, and is written as that again`, () => {
      const step = stepOf(`GET http://a\nHTTP 200\n[Asserts]\n${assertion}\n`)
      const check = { unless: { [target]: { missing: true } }, [target]: expected }
      assert.deepEqual(step['validations'], [{ status: 200 }, check])
      const { text, losses } = written([step])
      assert.ok(text.includes(`\n${assertion}\n`), text)
      assert.deepEqual(losses, [])
    })

  it('passes not startsWith', () => {
    const { validations } = stepOf('GET http://a\nHTTP *\n[Asserts]\nheader "X" not startsWith "a"\n')
    assert.deepEqual(validations, [
      { status: { 'at-least': 100 } },
      { unless: { 'header X': { missing: true } }, 'header X': { 'not-matches-regex': '^a' } },
    ])
  })

  it('is empty where XPath makes a text of it', () => {
    const step = stepOf('GET http://a\nHTTP 200\n[Captures]\na: xpath "string(//a)"\nb: xpath "count(//b)"\n')
    assert.deepEqual(step['extracts'], {
      a: { from: 'xpath string(//a)', default: '' },
      b: 'xpath count(//b)',
    })
    const { text, losses } = written([step])
    assert.match(text, /\na: xpath "string\(\/\/a\)"\nb: xpath "count\(\/\/b\)"\n/)
    assert.deepEqual(losses, [])
  })
})

describe('a placeholder that is all of a text in JSON', () => {
  it('stands in quotes where an extract gives a text', () => {
    const extracts = {
      one: { from: '$.a', regex: '(.)' },
      two: { from: 'header X', secret: true },
      three: '$.n',
    }
    const json = { one: '{{one}}', two: '{{two}}', three: '{{three}}' }
    const { text } = written([
      { request: 'GET http://a', extracts },
      { request: 'POST http://a', json },
    ])
    assert.match(text, /"one": "\{\{one\}\}",\n {2}"two": "\{\{two\}\}",\n {2}"three": \{\{three\}\}\n/)
  })
})
