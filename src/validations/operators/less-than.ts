import type { Operator } from '../operator.ts'
import { compareAsNumbers, unlikeNumbers } from '../to-number.ts'

/** Number < expected, by the rule of `compareAsNumbers`. */
export const lessThan: Operator = {
  name: 'less-than',
  holds: (actual, expected) => compareAsNumbers(actual, expected, order => order < 0),
  unfit: unlikeNumbers,
}
