import type { Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { printValue } from './print-value.ts'
import type { Actual } from './operator.ts'

const numericText = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** An expected number; text from a data row counts when it is a number. */
export function expectedNumber(expected: JsonValue): number | undefined {
  if (typeof expected === 'string' && numericText.test(expected)) return Number(expected)
  return typeof expected === 'number' ? expected : undefined
}

/** The number found; text counts only where nothing but text can be, as in a header. */
export function actualNumber({ value, textual }: Actual): number | undefined {
  if (typeof value === 'number') return value
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

/** Compares as numbers; what is no number does not hold. */
export function compareNumbers(
  actual: Actual,
  expected: JsonValue,
  holds: (actual: number, expected: number) => boolean,
): boolean {
  const left = actualNumber(actual)
  const right = expectedNumber(expected)
  return left !== undefined && right !== undefined && holds(left, right)
}
