import type { Operator } from '../operator.ts'
import { oneOf } from './one-of.ts'

/** The opposite of `one-of`, of a value that is there. */
export const notOneOf: Operator = {
  name: 'not-one-of',
  holds: async (actual, expected) => !(await oneOf.holds(actual, expected)),
  wantsSomething: () => true,
}
