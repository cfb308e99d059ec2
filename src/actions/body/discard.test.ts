import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Discard } from './discard.ts'

test('what is thrown away does not pile up', () => {
  const discard = new Discard()
  const size = 65_536
  let most = 0
  for (let count = 0; count < 3000; count++) {
    const chunk = Buffer.alloc(size)
    discard.add(chunk.length)
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }
  assert.ok(most < 16_000_000, `${most} bytes piled up`)
})

test('the collector stays out of sight', () => {
  new Discard().add(10_000_000)
  assert.equal('gc' in globalThis, false)
})
