import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueText } from '../../util/value-text.ts'
import { builtInNames, generateBuiltIn, isBuiltIn } from './index.ts'

describe('built-in variables', () => {
  test('are those of Postman, and $uuid', () => {
    assert.equal(builtInNames().length, 119)
  })

  for (const name of builtInNames())
    test(`${name} gives a value of one type every time`, () => {
      const made = Array.from({ length: 50 }, () => generateBuiltIn(name) ?? '')
      assert.equal(new Set(made.map(value => typeof value)).size, 1)
      for (const value of made)
        assert.doesNotMatch(valueText(value), /^(undefined|null|NaN|)$|^ | $|\b(undefined|null)\b/)
    })

  test('other names are none', () => {
    for (const name of ['uuid', '$nope', 'constructor', '$constructor']) {
      assert.equal(isBuiltIn(name), false)
      assert.equal(generateBuiltIn(name), undefined)
    }
  })
})

describe('the shape of', () => {
  const shapes: [name: string, shape: RegExp][] = [
    ['$uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['$timestamp', /^\d{10}$/],
    ['$isoTimestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
    ['$randomInt', /^(1000|\d{1,3})$/],
    ['$randomAlphaNumeric', /^[a-z0-9]$/],
    ['$randomPassword', /^\w{15}$/],
    ['$randomHexColor', /^#[0-9a-f]{6}$/],
    ['$randomEmail', /^[A-Za-z]+[._][A-Za-z]+\d{0,2}@example\.(com|net|org)$/],
    ['$randomUrl', /^https?:\/\/[a-z]+\.[a-z]+$/],
    ['$randomIP', /^\d{1,3}(\.\d{1,3}){3}$/],
    ['$randomIPV6', /^[0-9a-f]{4}(:[0-9a-f]{4}){7}$/],
    ['$randomMACAddress', /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/],
    ['$randomSemver', /^\d\.\d\.\d$/],
    ['$randomPhoneNumber', /^\d{3}-\d{3}-\d{4}$/],
    ['$randomPhoneNumberExt', /^\d\d-\d{3}-\d{3}-\d{4}$/],
    ['$randomLatitude', /^-?\d{1,2}(\.\d{1,4})?$/],
    ['$randomBankAccount', /^\d{8}$/],
    ['$randomBankAccountBic', /^[A-Z]{6}[A-Z0-9]{2}$/],
    ['$randomBitcoin', /^[13][1-9A-HJ-NP-Za-km-z]{25,33}$/],
    ['$randomPrice', /^\d{1,4}(\.\d{1,2})?$/],
    ['$randomFilePath', /^(\/[a-z]+)+\/[a-z_]+\.[a-z0-9]+$/],
    ['$randomLoremSlug', /^[a-z]+-[a-z]+-[a-z]+$/],
    ['$randomImageDataUri', /^data:image\/svg\+xml;charset=UTF-8,%3Csvg/],
    ['$randomDatePast', /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT/],
  ]
  for (const [name, shape] of shapes)
    test(name, () => {
      for (let count = 0; count < 50; count++) assert.match(valueText(generateBuiltIn(name) ?? ''), shape)
    })

  test('$randomBankAccountIban has right check digits', () => {
    const iban = valueText(generateBuiltIn('$randomBankAccountIban') ?? '')
    const moved = iban.slice(4) + iban.slice(0, 4)
    const number = moved.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
    assert.equal(BigInt(number) % 97n, 1n)
  })
})
