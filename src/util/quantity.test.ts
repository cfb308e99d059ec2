import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration, formatSize } from './quantity.ts'

for (const [milliseconds, text] of [
  [0, '0 ms'],
  [0.4, '0 ms'],
  [41.4, '41 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [1234, '1.23 s'],
  [1500, '1.5 s'],
  [59_994, '59.99 s'],
  [59_995, '1 m'],
  [123_000, '2 m 03 s'],
] as const)
  test(`${milliseconds} ms are said as ${text}`, () => {
    assert.equal(formatDuration(milliseconds), text)
  })

for (const [bytes, text] of [
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KiB'],
  [16_384, '16 KiB'],
  [1_048_575, '1 MiB'],
  [1_572_864, '1.5 MiB'],
  [67_108_864, '64 MiB'],
  [5e13, '46566.1 GiB'],
] as const)
  test(`${bytes} bytes are said as ${text}`, () => {
    assert.equal(formatSize(bytes), text)
  })
