import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDuration } from './duration.ts'

const written: readonly (readonly [text: string, milliseconds: number])[] = [
  ['0ms', 0],
  ['500ms', 500],
  ['10s', 10_000],
  ['1.5s', 1500],
  ['2m', 120_000],
  ['1h', 3_600_000],
]

for (const [text, milliseconds] of written) {
  test(`${text} is ${milliseconds} ms`, () => {
    assert.equal(parseDuration(text), milliseconds)
  })
}

test('decimals of any unit are exact', () => {
  assert.equal(parseDuration('1.1s'), 1100)
  assert.equal(parseDuration('0.5h'), 1_800_000)
  assert.equal(parseDuration('2.5ms'), 2.5)
})

for (const text of ['', '10', '10 s', ' 10s', '-1s', '.5s', '1.s', '1e3s', '10S', '1m30s', '10sec', 'ten'])
  test(`"${text}" is no duration`, () => {
    assert.equal(parseDuration(text), undefined)
  })
