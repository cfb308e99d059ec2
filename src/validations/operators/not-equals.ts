import { asExpected, onlyOfOtherType } from '../as-expected.ts'
import type { Operator } from '../operator.ts'

/** The opposite of `equals`, of a value that is there. */
export const notEquals: Operator = {
  name: 'not-equals',
  unfit: (actual, { expected }) => onlyOfOtherType(actual, expected),
  holds: (actual, expected) => !asExpected(actual, expected),
  wantsSomething: () => true,
}
