import type { Operator } from '../operator.ts'
import { nearlyOneOf, oneOf } from './one-of.ts'

/** The opposite of `one-of`, of a value that is there. */
export const notOneOf: Operator = {
  name: 'not-one-of',
  unfit: (actual, { expected }) => nearlyOneOf(actual, expected),
  holds: async (actual, expected) => !(await oneOf.holds(actual, expected)),
  wantsSomething: () => true,
}
