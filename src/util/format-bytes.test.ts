import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes } from './format-bytes.ts'

for (const [bytes, text] of [
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [16_384, '16 KiB'],
  [1_572_864, '1.5 MiB'],
  [67_108_864, '64 MiB'],
  [5e13, '46566.1 GiB'],
] as const)
  test(`${bytes} is ${text}`, () => {
    assert.equal(formatBytes(bytes), text)
  })
