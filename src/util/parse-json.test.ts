import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseJson } from './parse-json.ts'

const changed: readonly (readonly [text: string, value: unknown])[] = [
  ['{"n":9007199254740993}', { n: '9007199254740993' }],
  ['9007199254740992', '9007199254740992'],
  ['-9007199254740993', '-9007199254740993'],
  ['[1, 123456789012345678901234567890 ,2]', [1, '123456789012345678901234567890', 2]],
  ['{"a":[{"b":{"c":12345678901234567}}],"d":1}', { a: [{ b: { c: '12345678901234567' } }], d: 1 }],
  ['[1e400,-1E+400,1.5e0999,1e-400]', ['1e400', '-1E+400', '1.5e0999', 0]],
  [String.raw`{"\\":12345678901234567,"a\"b":1}`, { '\\': '12345678901234567', 'a"b': 1 }],
  [String.raw`["\"12345678901234567,",12345678901234567]`, ['"12345678901234567,', '12345678901234567']],
]

const kept: readonly string[] = [
  '9007199254740991',
  '-9007199254740991',
  '"9007199254740993"',
  '{"9007199254740993":"x:9007199254740993,"}',
  String.raw`"\\\"9007199254740993"`,
  String.raw`["\\",["\u0022:9007199254740993"],1]`,
  '[0.12345678901234567,1e16,1e300,true,null]',
  '"1e400"',
  '{"__proto__":"12345678901234567"}',
]

describe('JSON with numbers that JavaScript cannot hold', () => {
  for (const [text, value] of changed)
    it(text, () => {
      assert.deepEqual(parseJson(text), value)
    })

  for (const text of kept)
    it(`leaves ${text} as it is`, () => {
      assert.equal(JSON.stringify(parseJson(text)), JSON.stringify(JSON.parse(text)))
    })

  it('says what is wrong with the text that came', () => {
    for (const text of ['{"n":9007199254740993', '9007199254740993 x', '"9007199254740993', ''])
      assert.throws(() => parseJson(text), SyntaxError)
  })

  it('reads very long strings with many escapes', () => {
    const long = '\\"'.repeat(2_000_000)
    assert.deepEqual(parseJson(`["${long}",12345678901234567]`), [
      JSON.parse(`"${long}"`),
      '12345678901234567',
    ])
  })
})
