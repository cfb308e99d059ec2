import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelRow } from './label-row.ts'

test('a row is recognised by its values', () => {
  assert.equal(labelRow({ email: 'ada@example.org', role: 'admin' }), 'email=ada@example.org, role=admin')
  assert.equal(
    labelRow({ id: 7, on: true, none: null, list: [1, 'a'] }),
    'id=7, on=true, none=null, list=[1,"a"]',
  )
})

test('expected_status is no value to recognise it by', () => {
  assert.equal(labelRow({ expected_status: '404', id: '1' }), 'id=1')
  assert.equal(labelRow({ expected_status: '404' }), '')
})

test('a long one is cut at 60 characters', () => {
  const label = labelRow({ text: 'word '.repeat(20), more: 'x' })
  assert.equal(label, `text=${'word '.repeat(11)}…`)
  assert.equal(labelRow({ a: 'x'.repeat(58) }).length, 60)
})

test('it stays on one line', () => {
  assert.equal(labelRow({ a: 'x\n\ty' }), 'a=x y')
})
