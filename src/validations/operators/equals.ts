import { asExpected, onlyOfOtherType } from '../as-expected.ts'
import type { Operator } from '../operator.ts'

/** Equal by value, and to text by the value's text; see `asExpected`. */
export const equals: Operator = {
  name: 'equals',
  holds: asExpected,
  nearly: onlyOfOtherType,
}
