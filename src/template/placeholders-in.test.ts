import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeholdersIn, templatesIn } from './placeholders-in.ts'

test('placeholders are found in texts and keys, with their places', () => {
  assert.deepEqual(placeholdersIn({ a: ['x', 'y {{b}}{{ c }}'], '{{k}}': 1, d: null, e: '\\{{no}}' }), [
    { name: 'b', path: ['a', 1], offset: 2 },
    { name: 'c', path: ['a', 1], offset: 7 },
    { name: 'k', path: ['{{k}}'], offset: 0 },
  ])
})

test('a plain text and a value without any', () => {
  assert.deepEqual(placeholdersIn('{{a}}'), [{ name: 'a', path: [], offset: 0 }])
  assert.deepEqual(placeholdersIn([1, 'a', { b: true }]), [])
})

test('braces that make no placeholder are found apart', () => {
  assert.deepEqual(
    templatesIn({ a: ['{{b}}', 'x{{'] }, ['steps']).map(({ path, problems }) => [path, problems[0]?.offset]),
    [
      [['steps', 'a', 0], undefined],
      [['steps', 'a', 1], 1],
    ],
  )
})
