import { includesExpected } from '../includes-expected.ts'
import type { Operator } from '../operator.ts'

export const notContains: Operator = {
  name: 'not-contains',
  holds: (actual, expected) => !includesExpected(actual, expected),
  wantsSomething: true,
}
