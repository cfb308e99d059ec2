import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '../model/json.ts'
import { editJson } from './edit-json.ts'

/** JSON as an exporter writes it, with one placeholder that is no text. */
const written = (value: JsonValue): string => JSON.stringify(value, null, 2).replaceAll('"{{n}}"', '{{n}}')

const text = `{
    "id": "{{ id }}", // of the order
    /* the sum */ "sum": 1.50,
    "list": [1, 2,3],  "n": {{n}},
    // nothing yet
    "rows": [
        { "a": 1 }, // first
        { "a": 2 }
    ]
}
`
const value = { id: '{{id}}', sum: 1.5, list: [1, 2, 3], n: '{{n}}', rows: [{ a: 1 }, { a: 2 }] }

describe('a text of JSON with another value', () => {
  it('stays as it is where it says the same', () => {
    assert.equal(editJson(text, written(value)), text)
  })

  it('tells numbers apart that a double does not', () => {
    const [before, after] = ['{"n": 123456789012345.123}', '{"n": 123456789012345.124}']
    assert.equal(editJson(before, after), after)
  })

  const { id, ...withoutId } = value
  const { list: _, ...withoutList } = value
  const { rows: _rows, ...withoutRows } = value
  const cases: readonly (readonly [string, JsonValue, string, string])[] = [
    ['a value', { ...value, id: 'x' }, '"{{ id }}"', '"x"'],
    ['a placeholder', { ...value, n: 5 }, '{{n}}', '5'],
    ['a value in a list', { ...value, rows: [{ a: 1 }, { a: 3 }] }, '"a": 2', '"a": 3'],
    ['the kind of a value', { ...value, sum: [1] }, '1.50', '[\n      1\n    ]'],
    ['an item more', { ...value, list: [1, 2, 3, 4] }, '2,3]', '2,3, 4]'],
    ['an item less', { ...value, list: [1, 3] }, '2,3]', '3]'],
    ['no item', { ...value, list: [] }, '[1, 2,3]', '[]'],
    ['a row less', { ...value, rows: [{ a: 2 }] }, '        { "a": 1 }, // first\n', ''],
    ['the last row less', { ...value, rows: [{ a: 1 }] }, ' }, // first\n        { "a": 2 }', ' } // first'],
    [
      'a row more',
      { ...value, rows: [...value.rows, { a: 3 }] },
      '{ "a": 2 }',
      '{ "a": 2 },\n        {\n          "a": 3\n        }',
    ],
    ['a member more', { ...value, last: 1 }, '    ]\n}', '    ],\n    "last": 1\n}'],
    [
      'a member more in the middle',
      { id, x: 1, ...withoutId },
      ' // of the order',
      ' // of the order\n    "x": 1,',
    ],
    ['a member more in front', { x: 1, ...value }, '"id"', '"x": 1,\n    "id"'],
    ['a member less', withoutList, '"list": [1, 2,3],  "n"', '"n"'],
    [
      'the last member less',
      withoutRows,
      ',\n    // nothing yet\n    "rows": [\n        { "a": 1 }, // first\n        { "a": 2 }\n    ]\n',
      '\n    // nothing yet\n',
    ],
    [
      'the name of a member',
      { id: '{{id}}', total: 1.5, list: [1, 2, 3], n: '{{n}}', rows: value.rows },
      '"sum": 1.50',
      '"total": 1.5',
    ],
  ]
  for (const [what, anew, before, after] of cases)
    it(`differs in ${what}`, () => {
      assert.equal(editJson(text, written(anew)), text.replace(before, after))
      const windows = text.replaceAll('\n', '\r\n')
      const [old, other] = [before, after].map(one => one.replaceAll('\n', '\r\n'))
      assert.equal(editJson(windows, written(anew)), windows.replace(old ?? '', other ?? ''))
    })

  const neighbours: readonly (readonly [string, string, string])[] = [
    ['[1, 2, 3]', '[1]', '[1]'],
    ['[ 1, 2, 3, 4 ] // all', '[1, 4]', '[ 1, 4 ] // all'],
    ['[ 1, 2,\n  3, 4 ]', '[1]', '[ 1\n  ]'],
    ['{ "a": 1, "b": 2, "c": 3 } // all', '{"c":3}', '{ "c": 3 } // all'],
    ['{ "a": 1, "b": 2, "c": 3 } // all', '{"a":1}', '{ "a": 1 } // all'],
    [
      '{\n  "a": 1, "b": 2, // two\n  /* of c */ "c": 3\n}',
      '{"a":1,"c":3}',
      '{\n  "a": 1, // two\n  /* of c */ "c": 3\n}',
    ],
    ['{\n  "a": 1, "b": 2,\n  // of c\n  "c": 3\n}', '{"c":3}', '{\n  // of c\n  "c": 3\n}'],
    ['{ "a": 1, // one\n  "b": 2 }', '{"b":2}', '{ // one\n  "b": 2 }'],
    ['{\n  "a": 1, "b": 2,\n  "c": {{n}}, "d": 4\n}', '{"a":1,"c":{{n}}}', '{\n  "a": 1,\n  "c": {{n}}\n}'],
  ]
  for (const [before, anew, after] of neighbours)
    it(`loses neighbours on one line alone: ${before} for ${anew}`, () => {
      assert.equal(editJson(before, anew), after)
    })

  it('has thousands of members more at once, or less', () => {
    const members = Array.from({ length: 20_000 }, (_, index) => `"k${index}": ${index}`)
    const many = `{ ${members.join(', ')} } // all`
    assert.equal(editJson('{ "k0": 0 } // all', many), many)
    assert.equal(editJson(many, '{"k0":0}'), '{ "k0": 0 } // all')
    const half = members.filter((_, index) => index % 2 === 0)
    assert.equal(editJson(many, `{${half.join()}}`), `{ ${half.join(', ')} } // all`)
    assert.equal(editJson(`{ ${half.join(', ')} } // all`, many), many)
  })

  it('is written anew where it is no JSON, or its members stand in another order', () => {
    for (const broken of ['', '{', '{"a": 1 "b": 2}', '{"a": "{{x | default: "y"}}"}', '{"a":1} x', '{a: 1}'])
      assert.equal(editJson(broken, '{"a":2}'), '{"a":2}')
    assert.equal(editJson('{"a":1,"b":2}', '{"b":2,"a":1}'), '{"b":2,"a":1}')
    assert.equal(editJson('['.repeat(2000), '[]'), '[]')
  })
})
