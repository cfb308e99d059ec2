import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { exportHurl } from './export-hurl.ts'

describe('an object that is the whole answer', () => {
  const asserts = (value: JsonObject): readonly string[] => {
    const step = { request: 'GET http://a', validations: [{ status: 200 }, { $: { equals: value } }] }
    const { files } = exportHurl({ name: 'Shop', environments: [], items: [{ kind: 'request', step }] })
    return files[0]?.text.split('\n').filter(line => /\.\*"/.test(line)) ?? []
  }

  it('has no other members, however few it has', () => {
    assert.deepEqual(asserts({ a: 2 }), ['jsonpath "$.*" == 2'])
    assert.deepEqual(asserts({ a: [] }), ['jsonpath "$.*" isEmpty'])
    assert.deepEqual(asserts({ a: [1, [2]] }), ['jsonpath "$..*" count == 4'])
    assert.deepEqual(asserts({ a: { b: null } }), ['jsonpath "$.*" isObject', 'jsonpath "$.a.*" == null'])
    assert.deepEqual(asserts({ a: 1, b: 2 }), ['jsonpath "$.*" count == 2'])
  })
})
