import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valueAt } from '../util/read-values.ts'
import { placeAt } from './place.ts'

/** Texts with a `|` for the cursor, the kind of its place and the way to it, and the keys beside it. */
const places: readonly (readonly [text: string, place: string, siblings?: string])[] = [
  ['|', 'key '],
  ['su|', 'key '],
  ['suite: |', 'value suite'],
  ['suite: A\n|', 'key ', 'suite'],
  ['suite: A\nsteps:\n  - |', 'key steps.0'],
  ['suite: A\nsteps:\n- |', 'key steps.0'],
  ['suite: A\nsteps:\n- request: GET x\n- na|', 'key steps.1'],
  ['suite: A\nsteps:\n  - request: GET x\n    |', 'key steps.0', 'request'],
  ['suite: A\nsteps:\n  - request: GET x\n    |\n    json: {}', 'key steps.0', 'request json'],
  ['suite: A\nsteps:\n  - request: GET x\n  |', 'item steps.0'],
  ['suite: A\nsteps:\n  - request: GET x\n      |', 'none '],
  ['suite: A\nsteps:\n  - request: GET x\n   |', 'none '],
  ['suite: A\n|\n  - request: GET x', 'none '],
  [
    'suite: A\nsteps:\n  - request: GET x\n    validations:\n      - status: 200\n      - |',
    'key steps.0.validations.1',
  ],
  ['steps:\n  - a: 1\n\n  # a remark: here\n  - b: 1\n    c:\n      d: |', 'value steps.1.c.d', 'd'],
  ['steps:\n  - a: { b: [1, { c: | } ] }', 'value steps.0.a.b.1.c'],
  ['steps:\n  - a: { b: 1, | }', 'key steps.0.a', 'b'],
  ['steps:\n  - a: { |, b: 1 }', 'key steps.0.a', 'b'],
  ['steps:\n  - a: { b: "x|', 'value steps.0.a.b'],
  ['steps:\n  - a: {\n      "b": 1,\n      c: |', 'value steps.0.a.c', 'b c'],
  ['steps:\n  - a: {\n      b: 1 }\n    |', 'key steps.0', 'a'],
  ['steps:\n  - "a b": 1\n    \'c: d\': |', 'value steps.0.c: d', 'c: d a b'],
  ['steps:\n  - script: |-\n      if (a) {\n        b: 1\n        |', 'none '],
  ['steps:\n  - text: >\n      a\n    |', 'key steps.0', 'text'],
  ['steps:\n  - request: GET http://x/|', 'value steps.0.request', 'request'],
  ['steps:\n  - - a\n    - |', 'key steps.0.1'],
  ['steps:\n  - tags: [a, |]', 'value steps.0.tags.1'],
]

describe('the place of a cursor', () => {
  for (const [text, expected, siblings = ''] of places)
    it(text.replaceAll('\n', '\\n'), () => {
      const at = text.lastIndexOf('|')
      const before = text.slice(0, at).split('\n')
      const lines = (text.slice(0, at) + text.slice(at + 1)).split('\n')
      const place = placeAt({ lines, line: before.length - 1, column: before.at(-1)?.length ?? 0 })
      const shown = place.kind === 'none' ? 'none ' : `${place.kind} ${place.path.join('.')}`
      assert.equal(shown, expected)
      if (siblings === '') return
      const owner = place.kind === 'value' ? place.path.slice(0, -1) : place.path
      assert.equal(Object.keys(valueAt(place.around, owner) ?? {}).join(' '), siblings)
    })
})

describe('a text that is nested beyond all measure', () => {
  const size = 50_000
  for (const [name, text] of Object.entries({
    brackets: 'a: '.padEnd(size, '['),
    braces: 'a: '.padEnd(size, '{b: '),
    dashes: ''.padEnd(size, '- '),
    'brackets on lines of their own': 'a: '.padEnd(size, '[\n'),
    indentation: Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
    'white space in front of nothing': `a${''.padEnd(size, ' ')}`,
    'a word in braces': `a: { |${''.padEnd(size, 'b')}`,
    'tags without an end': `a: ${''.padEnd(40, '!')} b\n    `,
  }))
    it(`has no place, and is looked through at once: ${name}`, () => {
      const [before = '', behind = ''] = text.split('|')
      const lines = before.split('\n')
      const [line, column] = [lines.length - 1, lines.at(-1)?.length ?? 0]
      const since = performance.now()
      const { kind } = placeAt({ lines: (before + behind).split('\n'), line, column })
      assert.ok(performance.now() - since < 1000)
      if (/^(?:brackets|braces|dashes)$/.test(name)) assert.equal(kind, 'none')
    })
})
