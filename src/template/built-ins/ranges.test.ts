import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'
import type { JsonValue } from '../../model/json.ts'
import { valueText } from '../../util/value-text.ts'
import { Misuse } from '../functions/misuse.ts'
import { settleGenerated } from '../settle-generated.ts'
import { renderValue } from '../render.ts'
import { createScope } from '../scope.ts'
import { Seed } from '../seed.ts'
import { generateBuiltIn, isBuiltIn, isMade } from './index.ts'
import { rangeOf, rangeUsages } from './ranges.ts'

/** Many values of a built-in. */
function several(name: string): readonly JsonValue[] {
  return Array.from({ length: 500 }, () => generateBuiltIn(name) ?? null)
}

describe('built-ins with a range', () => {
  test('make whole numbers, both ends included', () => {
    assert.deepEqual(new Set(several('$randomInt -1 1')), new Set([-1, 0, 1]))
    assert.deepEqual(new Set(several('$randomInt 5 5')), new Set([5]))
    const large = Number(generateBuiltIn('$randomInt 9007199254740000 9007199254740991'))
    assert.ok(Number.isSafeInteger(large) && large >= 9_007_199_254_740_000)
  })

  test('make decimals of so many places', () => {
    assert.deepEqual(new Set(several('$randomDecimal 0.1 0.3 1')), new Set([0.1, 0.2, 0.3]))
    for (const value of several('$randomDecimal -1.255 9.99')) {
      assert.match(valueText(value), /^-?\d(\.\d{1,2})?$/)
      assert.ok(Number(value) >= -1.25 && Number(value) <= 9.99)
    }
  })

  test('make texts of a length', () => {
    for (const value of several('$randomString 12')) assert.match(valueText(value), /^[A-Za-z0-9]{12}$/)
    for (const value of several('$randomString 4 0123456789')) assert.match(valueText(value), /^\d{4}$/)
    for (const value of several("$randomString 3 'a ''b'")) assert.match(valueText(value), /^[a 'b]{3}$/)
  })

  test('make days and instants', () => {
    const days = several('$randomDate 2026-02-27 2026-03-01')
    assert.deepEqual(new Set(days), new Set(['2026-02-27', '2026-02-28', '2026-03-01']))
    for (const value of several('$randomDate 2026-01-01T10:00:00Z 2026-01-01T10:00:01+00:00'))
      assert.match(valueText(value), /^2026-01-01T10:00:0[01]\.\d{3}Z$/)
    for (const value of several('$randomDate -30d 2h')) {
      const from = Date.now() - Date.parse(valueText(value))
      assert.ok(from <= 30 * 86_400_000 + 1000 && from >= -2 * 3_600_000 - 1000)
    }
  })

  test('are made once under variables, and once more by the seed', () => {
    const { a } = settleGenerated({ a: '{{$randomInt 1 1000000}}' })
    assert.equal(typeof a, 'number')
    const make = (): JsonValue => generateBuiltIn('$randomString 20', new Seed(7).for('a')) ?? null
    assert.equal(make(), make())
    const piped = renderValue('{{$randomDate 2026-05-01 2026-05-31 | date yyyy-MM}}', createScope([]))
    assert.deepEqual(piped, { ok: true, value: '2026-05' })
  })

  test('are no names of Postman', () => {
    assert.ok(isMade('$randomInt 1 2') && !isBuiltIn('$randomInt 1 2'))
    assert.ok(isMade('$randomInt'))
    assert.ok(!isMade('$randomString') && !isMade('$randomCity 1 2'))
    assert.equal(rangeOf('$randomInt'), undefined)
    for (const usage of rangeUsages()) assert.match(usage, /^\$random\w+ [A-Z[]/)
  })

  const wrong: readonly (readonly [written: string, message: RegExp])[] = [
    ['$randomInt 1', /takes LEAST MOST/],
    ['$randomInt 1 2 3', /takes LEAST MOST/],
    ['$randomInt 6 1', /6 is above 1/],
    ['$randomInt 1.5 2', /two whole numbers/],
    ['$randomInt a b', /two whole numbers/],
    ['$randomInt 1 99999999999999999999', /two whole numbers/],
    ['$randomDecimal', /takes LEAST MOST \[PLACES\]/],
    ['$randomDecimal 1 x', /two numbers/],
    ['$randomDecimal 1 2 0', /decimal places/],
    ['$randomDecimal 1 2 11', /decimal places/],
    ['$randomDecimal 1.001 1.002', /no number with 2 decimal places/],
    ['$randomDecimal 0 1e15 5', /15 digits/],
    ['$randomDecimal 2 1', /2 is above 1/],
    ['$randomString', /takes LENGTH/],
    ['$randomString 0', /from 1 to 100000/],
    ['$randomString 1.5', /from 1 to/],
    ['$randomString long', /from 1 to/],
    ["$randomString 5 ''", /needs characters/],
    ["$randomString 5 'a", /quote is not closed/],
    ['$randomDate', /takes FROM TO/],
    ['$randomDate yesterday 0d', /two dates/],
    ['$randomDate 2026-02-30 2026-03-01', /two dates/],
    ['$randomDate 2026-03-01 2026-02-01', /is above/],
    ['$randomDate 5 6', /two dates/],
    ['$randomDate 1d -1d', /is above/],
  ]
  for (const [written, message] of wrong)
    test(`are told: ${written}`, () => {
      const misuse = rangeOf(written)
      assert.ok(misuse instanceof Misuse)
      assert.match(misuse.message, message)
    })

  test('are told before anything is sent, with what was meant', async () => {
    const step = (name: string): string => `suite: A\nsteps:\n  - request: GET http://x/{{${name}}}\n`
    await Promise.all([
      expectProblems(step('$randomInt 6 1'), ['3:14 function-misuse 6 is above 1']),
      expectProblems(step('$randomInt(1,6)'), [
        '3:14 unknown-built-in there is no built-in {{$randomInt(1,6)}}',
      ]),
      expectProblems(step('$randomCity 1 2'), ['3:14 unknown-built-in {{$randomCity}} takes no range']),
      expectProblems(step('$randomInts 1 2'), [
        '3:14 unknown-built-in there is no built-in {{$randomInts 1 2}} (Did you mean "$randomInt"?)',
      ]),
      expectProblems(step('$randomString 5'), []),
    ])
  })
})
