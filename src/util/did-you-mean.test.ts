import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closest, didYouMean, suggesting } from './did-you-mean.ts'

describe('did you mean', () => {
  for (const [typed, meant] of [
    ['stauts', 'status'],
    ['validatons', 'validations'],
    ['STATUS', 'status'],
    ['xyz', undefined],
    ['val', 'validations'],
    ['va', undefined],
  ] as const)
    it(`${typed}: ${meant ?? 'nothing close'}`, () => {
      assert.equal(closest(typed, ['status', 'validations', 'text']), meant)
    })

  it('is a sentence, or nothing', () => {
    assert.equal(didYouMean('tex', ['text']), 'Did you mean "text"?')
    assert.equal(didYouMean('qqq', ['text']), undefined)
  })

  it('goes before what a hint says anyway', () => {
    assert.equal(suggesting('tex', ['text'], 'Write text.'), 'Did you mean "text"? Write text.')
    assert.equal(suggesting('qqq', ['text'], 'Write text.'), 'Write text.')
  })
})
