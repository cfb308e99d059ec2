import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonValue } from '../../model/json.ts'
import { problemText } from '../render-problem.ts'
import { renderText, renderValue } from '../render.ts'
import { createScope } from '../scope.ts'
import { settleGenerated } from '../settle-generated.ts'
import { numberOf, writeJson } from '../../util/exact-number.ts'

function outcome(calls: string, x: JsonValue): JsonValue {
  const result = renderValue(`{{x | ${calls}}}`, createScope([{ name: 'extracted', values: { x } }]))
  return result.ok ? result.value : `! ${problemText(result.problems)}`
}

/** A summer's evening. */
const evening = '2026-07-01T22:30:05.250Z'

const right: readonly (readonly [calls: string, of: JsonValue, is: JsonValue])[] = [
  ['plus 1', 1, 2],
  ['plus -1', '5', 4],
  ['plus +0.2', 0.1, 0.3],
  ['plus 1', '9007199254740993', 9007199254740994],
  ['plus 2', '9007199254740993', numberOf('9007199254740995')],
  ['plus 0.5', -0.25, 0.25],
  ['plus 1e-7', 0, numberOf('0.0000001')],
  ['times 3', 19.99, 59.97],
  ['times -2', '1.5', -3],
  ['times 1e21', 1, numberOf('1000000000000000000000')],
  ['times 0', -5, 0],
  ['sum', [], 0],
  ['sum', [0.1, 0.2, '0.3'], 0.6],
  ['sum', ['9007199254740993', 1], 9007199254740994],
  ['sum', [numberOf('9007199254740993'), numberOf('2.00')], numberOf('9007199254740995')],
  ['count', [], 0],
  ['split , | count', 'a,b', 2],
  ['plus 7d', evening, '2026-07-08T22:30:05.250Z'],
  ['plus -15m', '2026-03-01T00:10:00+02:00', '2026-02-28T21:55:00.000Z'],
  ['plus 1.5h', '2026-03-01 00:00', '2026-03-01T01:30:00.000Z'],
  ['plus 1d', '2024-02-28', '2024-02-29'],
  ['plus 12h', '2024-02-28', '2024-02-28T12:00:00.000Z'],
  ['plus 2m', 1_795_000_000, 1_795_000_120],
  ['plus 1500ms', '1795000000', 1_795_000_001.5],
  ['plus 1h', 'Sat, 21 Nov 2026 23:30:00 GMT', 'Sun, 22 Nov 2026 00:30:00 GMT'],
  ['date yyyy-MM-dd', evening, '2026-07-01'],
  ['date yyyy-MM-dd Europe/Berlin', evening, '2026-07-02'],
  ["date 'EEE, d MMM yy h:mm a' America/New_York", evening, 'Wed, 1 Jul 26 6:30 PM'],
  ['date yyyy-MM-ddTHH:mm:ss.SSSZ', evening, evening],
  ['date yyyy-MM-ddTHH:mm:ssXXX Asia/Kolkata', evening, '2026-07-02T04:00:05+05:30'],
  ['date HH:mm Europe/Berlin', '2026-03-29T00:59:59Z', '01:59'],
  ['date HH:mm Europe/Berlin', '2026-03-29T01:00:00Z', '03:00'],
  ['date HH:mm Europe/Berlin', '2026-10-25T00:30:00Z', '02:30'],
  ['date HH:mm Europe/Berlin', '2026-10-25T01:30:00Z', '02:30'],
  ['date HH:mm -03:30', '2026-10-25T01:30:00Z', '22:00'],
  ['date HH:mm Pacific/Apia', '2026-10-25T12:00:00Z', '01:00'],
  ['date HH Asia/Tokyo', '2026-10-25T15:00:00Z', '00'],
  ["date 'MMMM EEEE hh a'", '2026-01-04T00:00:00Z', 'January Sunday 12 AM'],
  ['date iso', 1_795_000_000, '2026-11-18T11:06:40.000Z'],
  ['date iso Europe/Berlin', 1_795_000_000, '2026-11-18T12:06:40.000+01:00'],
  ['date unix', '2026-11-18T11:06:40.999Z', 1_795_000_000],
  ['date unix', 'Wed, 18 Nov 2026 11:06:40 GMT', 1_795_000_000],
  ['date http', 0, 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['date iso', '0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['date HH:mm Europe/Berlin', '0050-06-01T12:00:00Z', '12:53'],
  ['pick 0', ['a', 'b'], 'a'],
  ['pick 0.99', ['a', 'b'], 'b'],
  ['pick', [null], null],
]

describe('numbers and dates', () => {
  for (const [calls, x, is] of right)
    test(`${calls} of ${JSON.stringify(x)}`, () => {
      assert.equal(writeJson(outcome(calls, x)), writeJson(is))
    })
})

const wrong: readonly (readonly [calls: string, of: JsonValue, says: RegExp])[] = [
  ['plus', 1, /plus needs a number, or a length such as 15m/],
  ['plus 1M', evening, /^! a length is 15m, 2h or 7d$/],
  ['plus 2y', evening, /a length is 15m, 2h or 7d/],
  ['plus a', 1, /a length is 15m, 2h or 7d/],
  ['plus 1', evening, /plus 1 takes a number, "x" is none/],
  ['plus 1d', 'tomorrow', /plus 1d takes an instant, "x" is none/],
  ['plus 1d', '2026-02-30', /plus 1d takes an instant/],
  ['plus 1d', [1], /plus takes a number or text, "x" is a list/],
  ['plus 999999999999d', evening, /beyond the years 0 to 9999/],
  ['times two', 1, /times takes a number/],
  ['times 2', 'a', /times takes a number, "x" is none/],
  ['times 2', null, /times takes a number, "x" is null/],
  ['times 2', '9'.repeat(500), /times takes a number, "x" is none/],
  ['sum', [1, 'a'], /sum takes numbers, and item 1 of the list is none/],
  ['sum', 5, /sum takes a list, "x" is a number/],
  ['count', { a: 1 }, /count takes a list, "x" is an object/],
  ['date', evening, /date needs a form/],
  ['date YYYY-MM-dd', evening, /^! yyyy is the year$/],
  ['date DD.MM.yyyy', evening, /dd is the day of the month/],
  ['date yyyy-MM-ddZZ', evening, /"Z" is no part of a date/],
  ['date ::', evening, /":+" is no form of a date/],
  ['date isoo', evening, /is no part of a date|is no form/],
  ['date HH:mm:ssZ Europe/Berlin', evening, /Z is UTC: XXX is the offset/],
  ['date HH:mm Europe/Berln', evening, /there is no time zone "Europe\/Berln"/],
  ['date HH:mm +25:00', evening, /there is no time zone/],
  ['date unix Europe/Berlin', evening, /date unix is the same in every zone/],
  ['date yyyy', 'soon', /date takes an instant, "x" is none/],
  ['date yyyy', '2026-13-01', /date takes an instant/],
  ['date yyyy', 1e15, /beyond the years/],
  ['pick', [], /pick is given an empty list/],
  ['pick 1', ['a'], /the place of pick is a number from 0 up to 1/],
  ['pick', 'abc', /pick takes a list, "x" is text/],
]

describe('what is wrong with numbers and dates', () => {
  for (const [calls, x, says] of wrong)
    test(`${calls} of ${JSON.stringify(x).slice(0, 50)}`, () => {
      const told = outcome(calls, x)
      assert.ok(typeof told === 'string')
      assert.match(told, says)
    })
})

test('what is picked under variables is picked once', () => {
  const settled = settleGenerated({ a: '{{list | pick}}', b: 'C:\\\\{{list | pick | upper}}' })
  const list = Array.from({ length: 1000 }, (_, index) => `n${index}`)
  const scope = createScope([{ name: 'suite', values: { ...settled, list } }])
  const once = renderText('{{a}} {{b}}', scope)
  assert.ok(once.ok)
  assert.match(once.value, /^n\d+ C:\\N\d+$/)
  for (let count = 0; count < 20; count++) assert.deepEqual(renderText('{{a}} {{b}}', scope), once)
})
