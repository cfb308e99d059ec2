import { faultText } from '../../faults/index.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonValue } from '../../../model/json.ts'
import { protobuf } from '../protobuf.ts'
import { decodeMessage } from './decode-message.ts'
import { encodeMessage } from './encode-message.ts'

const { root } = protobuf.parse(`
  syntax = "proto2";
  package shop;
  message Order {
    required string customer_name = 1;
    optional Line line = 2;
    repeated Line lines = 3;
    map<string, Line> by_name = 4;
    optional group Gift = 5 { required string wish = 6; }
  }
  message Line { required int32 amount = 1; optional string note = 2 [default = "none"]; }
`)
root.resolveAll()
const order = root.lookupType('shop.Order')

test('D4: a required field that is missing is named, wherever it is', () => {
  const [customer, line] = ['.shop.Order.customerName', '.shop.Line.amount']
  for (const [json, missing] of [
    [{}, customer],
    [{ customerName: null }, customer],
    [{ customerName: 'a', line: {} }, line],
    [{ customerName: 'a', lines: [{ amount: 1 }, { note: 'b' }] }, line],
    [{ customerName: 'a', byName: { b: {} } }, line],
    [{ customerName: 'a', gift: {} }, '.shop.Order.Gift.wish'],
  ] as const satisfies readonly (readonly [JsonValue, string])[]) {
    const bytes = encodeMessage(order, json, 'the message')
    assert.ok(!bytes.ok)
    assert.equal(
      faultText(bytes.failure).message,
      `the message does not fit shop.Order: ${missing}: this field is required, and missing`,
    )
    assert.match(faultText(bytes.failure).hint ?? '', /required/)
  }
})

test('D4: required fields are taken by both of their names, with their default value too', () => {
  for (const [json, canonical] of [
    [{ customer_name: 'a' }, { customerName: 'a' }],
    [
      { customerName: '', line: { amount: 0 } },
      { customerName: '', line: { amount: 0 } },
    ],
  ] as const) {
    const bytes = encodeMessage(order, json, 'the message')
    assert.ok(bytes.ok)
    assert.deepEqual(decodeMessage(order, bytes.value), { ok: true, value: canonical })
  }
})

test('D4: an answer without a required field is told as one', () => {
  const answer = decodeMessage(order, Buffer.alloc(0))
  assert.match(
    answer.ok ? '' : faultText(answer.failure).message,
    /^what the server sent is not a shop\.Order: missing required 'customerName'$/,
  )
})
