import type { Operator } from '../operator.ts'
import { compareNumbers, unlikeNumbers } from '../to-number.ts'

/** Number ≥ expected, by the rule of `compareNumbers`. */
export const atLeast: Operator = {
  name: 'at-least',
  holds: (actual, expected) => compareNumbers(actual, expected, (left, right) => left >= right),
  unfit: unlikeNumbers,
}
