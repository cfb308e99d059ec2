import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { parseJson } from '../../util/parse-json.ts'
import type { Dialect } from './dialect.ts'
import { createValidator } from './validator.ts'

/** A schema, what it takes and what it refuses, all as JSON. */
const numbers: readonly (readonly [schema: string, valid: readonly string[], invalid: readonly string[]])[] =
  [
    [
      '{"maximum":9007199254740992}',
      ['9007199254740992', '9007199254740992.0', '-1e400'],
      ['9007199254740993', '1e400'],
    ],
    ['{"maximum":9007199254740993}', ['9007199254740993', '9007199254740992'], ['9007199254740994']],
    ['{"minimum":9007199254740993}', ['9007199254740993', '9007199254740994'], ['9007199254740992', '1']],
    [
      '{"exclusiveMaximum":9007199254740993}',
      ['9007199254740992'],
      ['9007199254740993', '9007199254740993.0'],
    ],
    [
      '{"exclusiveMinimum":9007199254740993}',
      ['9007199254740993.5', '9007199254740994'],
      ['9007199254740993'],
    ],
    ['{"maximum":0.1}', ['0.1', '0.10'], ['0.10000000000000000001']],
    [
      '{"const":9007199254740993}',
      ['9007199254740993', '9007199254740993.0'],
      ['9007199254740992', '"9007199254740993"'],
    ],
    ['{"const":{"a":[9007199254740993]}}', ['{"a":[9007199254740993]}'], ['{"a":[9007199254740992]}']],
    ['{"const":12}', ['12', '12.00', '1.2e1'], ['12.00000000000000000001']],
    ['{"enum":[1,9007199254740993]}', ['1.0', '9007199254740993'], ['9007199254740992']],
    [
      '{"uniqueItems":true}',
      ['[9007199254740992,9007199254740993]'],
      ['[9007199254740993,9007199254740993.0]', '[1,1.0]'],
    ],
    ['{"multipleOf":3}', ['9007199254740993', '3e40'], ['9007199254740992', '1e40']],
    [
      '{"multipleOf":0.01}',
      ['19.99', '19.990', '123456789012345678.25'],
      ['19.995', '123456789012345678.255'],
    ],
    ['{"type":"integer"}', ['9007199254740993', '12.00', '1e400', '-0'], ['9007199254740992.5', '1e-400']],
    ['{"type":"number"}', ['1e400', '-1e400', '1e-400', '9007199254740993'], ['"9007199254740993"']],
    ['{"type":"string"}', ['"1"'], ['9007199254740993']],
    ['{"items":{"maximum":9007199254740992}}', ['[1,9007199254740992]'], ['[1,9007199254740993]']],
    [
      '{"properties":{"id":{"anyOf":[{"type":"string"},{"maximum":9007199254740992}]}}}',
      ['{"id":"a"}'],
      ['{"id":9007199254740993}'],
    ],
    ['{"format":"int32"}', ['2147483647', '-2147483648', '2147483647.0'], ['2147483648', '2147483647.5']],
    [
      '{"format":"int64"}',
      ['9223372036854775807', '-9223372036854775808', '9223372036854775807.0', '1e18'],
      [
        '9223372036854775808',
        '-9223372036854775809',
        '18446744073709551615',
        '1e30',
        '9223372036854776000',
        '1e400',
      ],
    ],
    [
      '{"format":"uint64"}',
      ['0', '18446744073709551615', '9223372036854775808'],
      ['-1', '18446744073709551616', '1e20', '18446744073709552000'],
    ],
  ]

describe('schemas judge numbers by their digits', () => {
  for (const [schema, valid, invalid] of numbers)
    it(schema, () => {
      const validate = createValidator(parseJson(schema) as JsonObject, '2020-12', true)
      for (const text of valid) assert.deepEqual(validate(parseJson(text)), [], text)
      for (const text of invalid) assert.notEqual(validate(parseJson(text)).length, 0, text)
    })

  for (const dialect of ['draft-04', 'draft-06', 'draft-07', '2019-09'] satisfies readonly Dialect[])
    it(`in ${dialect}`, () => {
      const limit =
        dialect === 'draft-04'
          ? '"maximum":9007199254740993,"exclusiveMaximum":true'
          : '"exclusiveMaximum":9007199254740993'
      const validate = createValidator(parseJson(`{${limit}}`) as JsonObject, dialect, true)
      assert.deepEqual(validate(parseJson('9007199254740992')), [])
      assert.deepEqual(validate(parseJson('9007199254740993')), [
        { pointer: '/', message: 'must be < 9007199254740993' },
      ])
    })

  it('with the digits in what is told', () => {
    const validate = createValidator(
      parseJson('{"properties":{"id":{"enum":[9007199254740993]}}}') as JsonObject,
      '2020-12',
      true,
    )
    assert.deepEqual(validate(parseJson('{"id":9007199254740992}')), [
      { pointer: '/id', message: 'must be one of 9007199254740993' },
    ])
  })
})
