import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ExactNumber } from '../util/exact-number.ts'
import { editYaml, valueOfYaml } from './edit-yaml.ts'

describe('a YAML text with another value', () => {
  const text = '# top\na: 1 # one\nlist:\n  - x: 1\n  - x: 2\n  - x: 3\n\nb:\n  c: |-\n    two\n    lines\n'
  const value = { a: 1, list: [{ x: 1 }, { x: 2 }, { x: 3 }], b: { c: 'two\nlines' } }
  const cases = [
    [value, text],
    [{ ...value, a: 2 }, text.replace('a: 1', 'a: 2')],
    [{ ...value, list: [{ x: 1 }, { x: 3 }] }, text.replace('  - x: 2\n', '')],
    [{ ...value, list: [...value.list, { x: 4 }] }, text.replace('  - x: 3\n', '  - x: 3\n  - x: 4\n')],
    [{ ...value, b: { c: 'one' } }, text.replace('|-\n    two\n    lines', 'one')],
    [{ ...value, b: { c: value.b.c, d: [1] } }, `${text}  d:\n    - 1\n`],
    [{ a: 1, list: value.list }, text.slice(0, text.indexOf('b:'))],
  ] as const
  for (const [wanted, written] of cases)
    it(JSON.stringify(wanted), () => {
      assert.equal(editYaml(text, wanted), written)
      assert.equal(
        editYaml(`\uFEFF${text.replaceAll('\n', '\r\n')}`, wanted),
        `\uFEFF${written.replaceAll('\n', '\r\n')}`,
      )
    })

  it('stays on one line where a member of that is left', () => {
    const line = 'a: { b: 1, c: "two", d: { e: x } } # why\n'
    assert.equal(
      editYaml(line, { a: { b: 2, c: 'two', d: { e: 'y' } } }),
      line.replace('1', '2').replace('x', 'y'),
    )
    assert.equal(editYaml(line, { a: { b: 1, c: 'a, b}', d: { e: 'x' } } }), line.replace('two', 'a, b}'))
    assert.equal(editYaml('a: [{ b: 1 }, 3] # no\n', { a: [{ b: 2 }, 3] }), 'a: [{ b: 2 }, 3] # no\n')
    assert.equal(editYaml('a: { b: 1 }\n', { a: { b: 1, c: [2] } }), 'a: { b: 1, c: [ 2 ] }\n')
    const three = 'a: { b: 1, c: [2], d: 3 } # no\n'
    assert.equal(editYaml(three, { a: { b: 1, d: 3 } }), 'a: { b: 1, d: 3 } # no\n')
    assert.equal(editYaml(three, { a: { c: [2] } }), 'a: { c: [2] } # no\n')
    assert.equal(editYaml(three, { a: { b: 2, e: 4 } }), 'a: { b: 2, e: 4 } # no\n')
    assert.equal(editYaml('a: { b: 1 }\n', { a: { c: 2 } }), 'a:\n  c: 2\n')
  })

  it('is written as a whole where only that gives the value', () => {
    assert.equal(editYaml('{ a: 1 }', { a: 2 }), '{ a: 2 }')
    assert.equal(editYaml('{ a: 1 }', { b: 2 }), 'b: 2\n')
    assert.equal(editYaml('- 1\n', { a: 2 }), 'a: 2\n')
    assert.equal(editYaml('a: [\n', { a: 2 }), 'a: 2\n')
    assert.equal(editYaml('a: &x 1\nb: *x\n', { a: 2, b: 1 }), 'a: 2\nb: 1\n')
  })

  it('keeps the digits of its numbers, and those of new ones', () => {
    const text = 'a: 12345678901234567890\nb: [1.10, 12345678901234567891]\nc: &x { d: 1 }\ne: *x\n'
    const [one, other] = ['12345678901234567890', '12345678901234567892'].map(
      digits => new ExactNumber(digits),
    )
    const c = { d: 1 }
    const value = { a: one ?? 0, b: [1.1, new ExactNumber('12345678901234567891')], c, e: c }
    assert.deepEqual(valueOfYaml(text), { ...value, b: [new ExactNumber('1.10'), value.b[1] ?? 0] })
    assert.equal(editYaml(text, value), text)
    assert.equal(editYaml(text, { ...value, f: 2 }), `${text}f: 2\n`)
    assert.equal(editYaml(text, { ...value, a: other ?? 0 }), text.replace('890\n', '892\n'))
    assert.equal(
      editYaml(text, { ...value, b: [1.1, other ?? 0], f: [other ?? 0] }),
      `${text.replace('891]', '892]')}f:\n  - 12345678901234567892\n`,
    )
  })
})
