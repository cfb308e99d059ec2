import assert from 'node:assert/strict'
import { it } from 'node:test'
import { jsonEqual } from './json-equal.ts'
import type { JsonValue } from './json-value.ts'

const cases: readonly (readonly [left: string, right: string, equal: boolean])[] = [
  ['1', '1.0', true],
  ['1', '"1"', false],
  ['null', '0', false],
  ['null', '{}', false],
  ['[]', '{}', false],
  ['{"a":1,"b":[2,{"c":3}]}', '{"b":[2,{"c":3}],"a":1}', true],
  ['[1,2]', '[2,1]', false],
  ['[1]', '[1,1]', false],
  ['{"a":null}', '{}', false],
  ['{"a":null}', '{"b":null}', false],
  ['{"toString":1}', '{"a":1}', false],
  ['{"__proto__":1}', '{"__proto__":1}', true],
  ['{"__proto__":1}', '{"a":1}', false],
  ['{"a":{}}', '{"__proto__":{}}', false],
]

for (const [left, right, equal] of cases)
  it(`${left} and ${right} are ${equal ? '' : 'not '}equal`, () => {
    assert.equal(jsonEqual(JSON.parse(left) as JsonValue, JSON.parse(right) as JsonValue), equal)
    assert.equal(jsonEqual(JSON.parse(right) as JsonValue, JSON.parse(left) as JsonValue), equal)
  })
