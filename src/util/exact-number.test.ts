import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareNumbers, ExactNumber, isWhole, numberOf, type Numeric, writeJson } from './exact-number.ts'

test('a number is exact only where a double would be written otherwise', () => {
  for (const text of ['0', '-1', '1.5', '9007199254740991', '1e+21', '0.1'])
    assert.equal(numberOf(text), Number(text), text)
  for (const text of ['9007199254740993', '12.00', '1e3', '-0', '1e400', '0.1234567890123456789'])
    assert.ok(numberOf(text) instanceof ExactNumber, text)
})

test('numbers are compared by value, digit by digit', () => {
  const inOrder = [
    '-1e400', '-9007199254740993', '-9007199254740992', '-1', '-0.1', '0', '1e-400', '0.1', '0.10000000000000000001',
    '1', '12', '9007199254740992', '9007199254740993', '4634343214213523454', '1e30', '1e400',
  ] // prettier-ignore
  for (const [index, left] of inOrder.entries())
    for (const [other, right] of inOrder.entries())
      assert.equal(
        Math.sign(compareNumbers(numberOf(left), numberOf(right))),
        Math.sign(index - other),
        `${left} ${right}`,
      )
  const same: readonly (readonly [Numeric, Numeric])[] = [
    [numberOf('12.0'), numberOf('12.00')],
    [numberOf('12.00'), 12],
    [numberOf('1E3'), 1000],
    [numberOf('-0'), 0],
    [numberOf('0.00e5'), 0],
    [numberOf('100000000000000000000000'), numberOf('1e23')],
  ]
  for (const [left, right] of same)
    assert.equal(compareNumbers(left, right), 0, `${String(left)} ${String(right)}`)
  assert.ok(compareNumbers(Infinity, numberOf('1e400')) > 0)
  assert.ok(Number.isNaN(compareNumbers(NaN, numberOf('12.00'))))
})

test('a number without a fraction is whole, whatever its spelling', () => {
  for (const text of ['12', '12.00', '1e3', '1.5e1', '0.0', '9007199254740993'])
    assert.ok(isWhole(numberOf(text)), text)
  for (const text of ['1.5', '1e-1', '12.0000000000000000001', '15e-1'])
    assert.ok(!isWhole(numberOf(text)), text)
})

test('JSON is written with all digits, whatever the texts beside them are', () => {
  const long = new ExactNumber('4634343214213523454')
  assert.equal(
    writeJson({ id: long, list: [new ExactNumber('01234', '1234')] }),
    '{"id":4634343214213523454,"list":[1234]}',
  )
  assert.equal(writeJson({ id: long, text: '\uE0005' }), '{"id":4634343214213523454,"text":"\uE0005"}')
  assert.equal(writeJson({ id: long }, 2), '{\n  "id": 4634343214213523454\n}')
  assert.equal(writeJson({ text: '\uE0005' }), '{"text":"\uE0005"}')
  assert.equal(JSON.stringify({ id: long }), '{"id":"4634343214213523454"}')
  assert.equal(JSON.stringify([new ExactNumber('12.00')]), '[12]')
})
