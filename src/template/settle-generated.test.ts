import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settleGenerated } from './settle-generated.ts'

const uuid = /^"[0-9a-f-]{36}"$/

test('built-in placeholders are filled in once, with their type', () => {
  const settled = settleGenerated({ id: '{{$uuid}}', at: '{{ $timestamp }}' })
  assert.match(JSON.stringify(settled['id']), uuid)
  assert.equal(typeof settled['at'], 'number')
})

test('other placeholders and escapes stay as written', () => {
  const settled = settleGenerated({
    a: ['\\{{x}} {{b}}-{{$guid}}-{{c}}-{{$randomInt}}'],
    b: '\\\\{{$randomInt}}',
  })
  assert.match(JSON.stringify(settled['a']), /^\["\\\\\{\{x\}\} \{\{b\}\}-[0-9a-f-]{36}-\{\{c\}\}-\d+"\]$/)
  assert.match(JSON.stringify(settled['b']), /^"\\\\\d+"$/)
})

test('without built-in placeholders nothing changes', () => {
  const variables = { a: 1, b: ['x'] }
  assert.equal(settleGenerated(variables), variables)
  assert.deepEqual(settleGenerated({ a: '{{b}}' }), { a: '{{b}}' })
})
