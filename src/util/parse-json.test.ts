import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from './json-value.ts'
import { parseJson } from './parse-json.ts'
import { ExactNumber, writeJson } from './exact-number.ts'
import { isCollection, isList } from './is-json.ts'
import { plainNumbers } from './plain-numbers.ts'

/** Texts whose numbers JavaScript would write otherwise, and those numbers. */
const exact: readonly (readonly [text: string, ...numbers: string[]])[] = [
  ['{"n":9007199254740993}', '9007199254740993'],
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['[1, 123456789012345678901234567890 ,2]', '123456789012345678901234567890'],
  ['{"a":[{"b":{"c":12345678901234567}}],"d":1}', '12345678901234567'],
  ['[1e400,-1E+400,1.5e0999,1e-400]', '1e400', '-1E+400', '1.5e0999', '1e-400'],
  ['[12.00,1.10,-0,-0.0,1e3,0.0000001]', '12.00', '1.10', '-0', '-0.0', '1e3', '0.0000001'],
  ['{"price":10.50}', '10.50'],
  ['[1234567.123456789012345678]', '1234567.123456789012345678'],
  [String.raw`{"\\":12345678901234567,"a\"b":1}`, '12345678901234567'],
  [String.raw`["\"12345678901234567,",12345678901234567]`, '12345678901234567'],
  [String.raw`["\ue0005","x",12.00]`, '12.00'],
  ['{"__proto__":12345678901234567}', '12345678901234567'],
]

const kept: readonly string[] = [
  '9007199254740991',
  '-9007199254740991',
  '"9007199254740993"',
  '{"9007199254740993":"x:9007199254740993,"}',
  String.raw`"\\\"9007199254740993"`,
  String.raw`["\\",["\u0022:9007199254740993"],1]`,
  '[0.1234567890123456,1e+21,0.5,-1.25,10,true,null]',
  '"1e400"',
  '{"__proto__":"12345678901234567","date":"2026-01-01","ip":"10.0.0.10","id":"1e3-0"}',
]

describe('JSON with numbers that JavaScript cannot hold', () => {
  for (const [text, ...numbers] of exact)
    it(text, () => {
      assert.deepEqual(exactIn(parseJson(text)), numbers)
      assert.deepEqual(plainNumbers(parseJson(text)), JSON.parse(text))
    })

  for (const text of kept)
    it(`leaves ${text} as it is`, () => {
      assert.deepEqual(exactIn(parseJson(text)), [])
      assert.deepEqual(parseJson(text), JSON.parse(text))
    })

  it('says what is wrong with the text that came', () => {
    for (const text of ['{"n":9007199254740993', '9007199254740993 x', '"9007199254740993', ''])
      assert.throws(() => parseJson(text), SyntaxError)
  })

  it('reads very long strings with many escapes', () => {
    const long = '\\"'.repeat(2_000_000)
    const value = parseJson(`["${long}",12345678901234567]`)
    assert.equal(writeJson(value), `["${long}",12345678901234567]`)
  })

  it('reads what is nested deeper than calls can be', () => {
    const value = parseJson(`${'['.repeat(200_000)}12.00${']'.repeat(200_000)}`)
    let inner = value
    while (isList(inner)) inner = inner[0] ?? null
    assert.ok(inner instanceof ExactNumber)
    assert.equal(inner.text, '12.00')
  })
})

/** The exact numbers in a value, as they are written. */
function exactIn(value: JsonValue): readonly string[] {
  if (value instanceof ExactNumber) return [value.text]
  return isCollection(value) ? Object.values<JsonValue>(value).flatMap(exactIn) : []
}
