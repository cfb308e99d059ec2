import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeeplyNested } from './json-text.ts'

const isDeep = (json: string): boolean => isDeeplyNested(JSON.parse(json), json)
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

test('JSON is nested deeply above 1000 levels', () => {
  for (const json of ['null', '{"a":[1]}', nested(1000), JSON.stringify('['.repeat(5000))])
    assert.equal(isDeep(json), false)
  for (const json of [nested(1002), `{"a":${nested(50_000)}}`]) assert.equal(isDeep(json), true)
})
