import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText } from './cut-text.ts'

test('a text that fits stays as it is', () => {
  assert.equal(cutText('abc🎉', 5), 'abc🎉')
})

test('a cut text never ends in half a character', () => {
  assert.equal(cutText('abcdef', 4), 'abcd…')
  assert.equal(cutText('abc🎉d', 4), 'abc…')
})
