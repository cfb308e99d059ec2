import type { JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { millisecondsAfter, unlikeMoments, wrongDate } from '../compare-moments.ts'
import type { Operator } from '../operator.ts'
import { printValue } from '../print-value.ts'
import { actualNumber, expectedNumber, unlikeNumbers } from '../to-number.ts'
import { compareNumbers, type Numeric } from '../../util/exact-number.ts'
import { added, decimalOf, numberOf } from '../../template/functions/numbers.ts'

/** `equals` and the `within` beside it, which are one comparison: a number or a date that is so near to another. */
export const within: Operator = {
  name: 'within',
  holds(actual, expected) {
    const { equals, within: tolerance } = parts(expected)
    const duration = parseDuration(valueText(tolerance))
    if (duration !== undefined) return Math.abs(millisecondsAfter(actual, equals) ?? NaN) <= duration
    const bounds = boundsOf(expected)
    const number = actualNumber(actual)
    return bounds !== undefined && number !== undefined && isBetween(number, bounds)
  },
  unfit(actual, { expected }) {
    const wrong = wrongWithin(expected)
    if (wrong !== undefined) return wrong
    const { equals, within: tolerance } = parts(expected)
    return parseDuration(valueText(tolerance)) === undefined
      ? unlikeNumbers(actual, { expected: equals })
      : unlikeMoments(actual, equals)
  },
  describe(expected) {
    const { equals, within: tolerance } = parts(expected)
    return `equals ${printValue(equals)} within ${printValue(tolerance)}`
  },
}

/** The least and the most that a number may be, digit by digit; undefined for what is none. */
export function boundsOf(expected: JsonValue): readonly [least: Numeric, most: Numeric] | undefined {
  const { equals, within: tolerance } = parts(expected)
  const [middle, width] = [equals, tolerance].map(one => decimalOf(expectedNumber(one) ?? null))
  if (middle === undefined || width === undefined) return undefined
  return [numberOf(added([middle, { ...width, units: -width.units }])), numberOf(added([middle, width]))]
}

/** Why nothing can be compared with what is written, as far as that is known without the values of placeholders. */
export function wrongWithin(expected: JsonValue): string | undefined {
  const { equals, within: tolerance } = parts(expected)
  if (valueText(tolerance).includes('{{')) return undefined
  const isOfDates = parseDuration(valueText(tolerance)) !== undefined
  if (!isOfDates && !(compareNumbers(expectedNumber(tolerance) ?? 0, 0) > 0))
    return `${printValue(tolerance)} is neither a number above 0 nor a duration such as 5s`
  if (valueText(equals).includes('{{')) return undefined
  if (isOfDates) return wrongDate(equals)
  if (expectedNumber(equals) !== undefined) return undefined
  const isDate = wrongDate(equals) === undefined
  return isDate
    ? `a date is within a duration, such as ${printValue(tolerance)}s`
    : `${printValue(equals)} is not a number`
}

function isBetween(number: Numeric, [least, most]: readonly [Numeric, Numeric]): boolean {
  return compareNumbers(number, least) >= 0 && compareNumbers(number, most) <= 0
}

function parts(expected: JsonValue): { readonly equals: JsonValue; readonly within: JsonValue } {
  const { equals = null, within: tolerance = null } = mapping(expected)
  return { equals, within: tolerance }
}
