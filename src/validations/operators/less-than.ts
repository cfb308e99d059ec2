import type { Operator } from '../operator.ts'
import { compareNumbers, explainNumbers } from '../to-number.ts'

/** Number < expected, by the rule of `compareNumbers`. */
export const lessThan: Operator = {
  name: 'less-than',
  holds: (actual, expected) => compareNumbers(actual, expected, (left, right) => left < right),
  explain: explainNumbers,
}
