import { includesExpected } from '../includes-expected.ts'
import type { Operator } from '../operator.ts'

/** The opposite of `contains`, of a value that is there. */
export const notContains: Operator = {
  name: 'not-contains',
  holds: (actual, expected) => !includesExpected(actual, expected),
  wantsSomething: true,
}
