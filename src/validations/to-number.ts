import type { Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { compareNumbers, isNumber, numberOfYaml, type Numeric } from '../util/exact-number.ts'
import { printValue } from './print-value.ts'
import type { Actual } from './operator.ts'

const numericText = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** An expected number; text from a data row counts when it is a number. */
export function expectedNumber(expected: JsonValue): Numeric | undefined {
  if (typeof expected === 'string' && numericText.test(expected)) return numberOfYaml(expected.trim())
  return isNumber(expected) ? expected : undefined
}

/** The number found; text counts only where nothing but text can be, as in a header. */
export function actualNumber({ value, textual }: Actual): Numeric | undefined {
  if (isNumber(value)) return value
  return textual ? expectedNumber(value) : undefined
}

/** Why two values could not be compared as numbers, when that is so. */
export function unlikeNumbers(
  actual: Actual,
  { expected }: Pick<Expectation, 'expected'>,
): string | undefined {
  if (expectedNumber(expected) === undefined) return `${printValue(expected)} is not a number`
  return actualNumber(actual) === undefined ? 'not a number' : undefined
}

/** Compares as numbers; what is no number does not hold. `order` is below 0 where the actual one is less, above where it is more. */
export function compareAsNumbers(
  actual: Actual,
  expected: JsonValue,
  holds: (order: number) => boolean,
): boolean {
  const left = actualNumber(actual)
  const right = expectedNumber(expected)
  return left !== undefined && right !== undefined && holds(compareNumbers(left, right))
}
