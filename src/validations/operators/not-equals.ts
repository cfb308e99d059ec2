import { asExpected } from '../as-expected.ts'
import type { Operator } from '../operator.ts'

export const notEquals: Operator = {
  name: 'not-equals',
  holds: (actual, expected) => !asExpected(actual, expected),
  wantsSomething: true,
}
