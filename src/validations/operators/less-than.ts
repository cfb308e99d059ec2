import type { Operator } from '../operator.ts'
import { compareNumbers, unlikeNumbers } from '../to-number.ts'

/** Number < expected, by the rule of `compareNumbers`. */
export const lessThan: Operator = {
  name: 'less-than',
  holds: (actual, expected) => compareNumbers(actual, expected, (left, right) => left < right),
  unfit: unlikeNumbers,
}
