import type { Operator } from '../operator.ts'
import { compareAsNumbers, unlikeNumbers } from '../to-number.ts'

/** Number ≥ expected, by the rule of `compareAsNumbers`. */
export const atLeast: Operator = {
  name: 'at-least',
  holds: (actual, expected) => compareAsNumbers(actual, expected, order => order >= 0),
  unfit: unlikeNumbers,
}
