import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derElements } from './revoked-certificate.ts'

const read = (hex: string): unknown =>
  derElements(Buffer.from(hex, 'hex')).map(({ tag, value }) => [tag, value.toString('hex')])

test('elements follow each other, with short and long lengths', () => {
  assert.deepEqual(read('020101' + '0c026869'), [
    [2, '01'],
    [12, '6869'],
  ])
  assert.deepEqual(read('308103' + '020101' + '3082000102'), [
    [48, '020101'],
    [48, '02'],
  ])
})

test('what breaks off, or has no length, ends them', () => {
  assert.deepEqual(read(''), [])
  assert.deepEqual(read('02'), [])
  assert.deepEqual(read('020501'), [])
  assert.deepEqual(read('0201013080'), [[2, '01']])
  assert.deepEqual(read('02010130850000000001'), [[2, '01']])
  assert.deepEqual(read('020101308201'), [[2, '01']])
})
