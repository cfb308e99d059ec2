import { faultText } from '../faults/index.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonValue } from '../../model/json.ts'
import { fieldTable, fieldText, readFieldTable } from './field-values.ts'
import { numberOf } from '../../util/exact-number.ts'

/** A table with one field `a`, of this type and these bytes. */
function tableOf(tag: string, hex: string): Buffer {
  return Buffer.concat([Buffer.from(`\x01a${tag}`, 'latin1'), Buffer.from(hex, 'hex')])
}

test('D3: every type of field is read as what it is, and shown as text', () => {
  for (const [tag, hex, value, text] of [
    ['t', '01', true, 'true'],
    ['t', '00', false, 'false'],
    ['b', 'fb', -5, '-5'],
    ['B', 'fb', 251, '251'],
    ['s', 'fffe', -2, '-2'],
    ['u', 'fffe', 65_534, '65534'],
    ['I', 'fffffffe', -2, '-2'],
    ['i', 'fffffffe', 4_294_967_294, '4294967294'],
    ['l', '001fffffffffffff', 9_007_199_254_740_991, '9007199254740991'],
    ['l', '0020000000000001', { $int64: '9007199254740993' }, '9007199254740993'],
    ['l', '8000000000000000', { $int64: '-9223372036854775808' }, '-9223372036854775808'],
    ['f', '3fc00000', 1.5, '1.5'],
    ['d', '3ff8000000000000', 1.5, '1.5'],
    ['d', '7ff0000000000000', { $double: 'Infinity' }, 'Infinity'],
    ['D', '02000004e2', { $decimal: '12.50' }, '12.50'],
    ['D', '03ffffffff', { $decimal: '-0.001' }, '-0.001'],
    ['T', '0000000069572d25', { $timestamp: '2026-01-02T02:27:49Z' }, '2026-01-02T02:27:49Z'],
    ['T', '00ffffffffffffff', { $timestamp: '72057594037927935' }, '72057594037927935'],
    ['S', '00000002c3a4', 'ä', 'ä'],
    ['S', '00000002fffe', { $base64: '//4=' }, '//4='],
    ['x', '00000002fffe', { $base64: '//4=' }, '//4='],
    ['V', '', null, ''],
    ['A', '00000003740156', [true, null], '[true,null]'],
    ['F', '00000004016b7401', { k: true }, '{"k":true}'],
  ] as const satisfies readonly (readonly [string, string, JsonValue, string])[]) {
    assert.deepEqual(readFieldTable(tableOf(tag, hex)), { a: value }, `${tag} ${hex}`)
    assert.equal(fieldText(value), text)
  }
})

test('D3: what is no value of its type is refused, with what can be written', () => {
  for (const [value, message] of [
    [{ $timestmap: '2026' }, 'header "a": "$timestmap" is not a type of a field'],
    [{ $timestamp: 'soon' }, 'header "a": "soon" is no $timestamp'],
    [{ $timestamp: '1969-01-01' }, 'header "a": "1969-01-01" is no $timestamp'],
    [{ $base64: '*' }, 'header "a": "*" is no $base64'],
    [{ $decimal: '1e3' }, 'header "a": "1e3" is no $decimal'],
    [{ $decimal: '123456789012' }, 'header "a": "123456789012" is no $decimal'],
    [{ $int64: '9223372036854775808' }, 'header "a": "9223372036854775808" is no $int64'],
    [{ $int64: 1.5 }, 'header "a": 1.5 is no $int64'],
    [{ $double: 'x' }, 'header "a": "x" is no $double'],
    [[{ $double: null }], 'header "a": null is no $double'],
    [
      numberOf('9223372036854775808'),
      'header "a": the number 9223372036854775808 has more digits than a number of 64 bits keeps',
    ],
    [
      numberOf('0.12345678901234567890'),
      'header "a": the number 0.12345678901234567890 has more digits than a number of 64 bits keeps',
    ],
  ] as const satisfies readonly (readonly [JsonValue, string])[]) {
    const table = fieldTable({ a: value }, 'header')
    assert.equal(table.ok ? undefined : faultText(table.failure).message, message)
    assert.match(table.ok ? '' : (faultText(table.failure).hint ?? ''), /^(Types are|Write) /)
  }
})

test('Whole numbers are of 32 or 64 bits, in whichever spelling, and keep their digits', () => {
  for (const [text, field] of [
    ['7', { '!': 'int32', value: 7 }],
    ['5.0', { '!': 'int32', value: 5 }],
    ['2147483648', { '!': 'int64', value: 2147483648n }],
    ['9223372036854775807', { '!': 'int64', value: 9223372036854775807n }],
    ['1.50', { '!': 'double', value: 1.5 }],
  ] as const)
    assert.deepEqual(fieldTable({ a: numberOf(text) }, 'header'), { ok: true, value: { a: field } })
})
