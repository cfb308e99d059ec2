import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withChanges } from './text-changes.ts'

describe('a text with changes', () => {
  it('has each in its place, and what is put in stands in front', () => {
    const changes = [
      { start: 1, end: 2, text: 'B' },
      { start: 4, end: 4, text: '!' },
      { start: 1, end: 1, text: '+' },
      { start: 2, end: 4, text: '' },
    ]
    assert.equal(withChanges('abcd', changes), 'a+B!')
    assert.equal(withChanges('abcd', []), 'abcd')
  })

  it('is copied once, however many there are', t => {
    const text = 'abcdefghij'.repeat(2000)
    const changes = Array.from({ length: 2000 }, (_, index) => ({
      ...{ start: index * 10, end: index * 10 + 1 },
      text: 'A',
    }))
    const slice = t.mock.method(String.prototype, 'slice')
    const changed = withChanges(text, changes)
    const copied = slice.mock.calls.reduce((sum, { result = '' }) => sum + result.length, 0)
    slice.mock.restore()
    assert.equal(changed, text.replaceAll('a', 'A'))
    assert.ok(copied <= text.length)
  })
})
