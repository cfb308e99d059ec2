import { valueText } from '../../util/value-text.ts'
import type { Operator } from '../operator.ts'
import { nearlyOneOf, oneOf } from './one-of.ts'

/** The opposite of `one-of`, of a value that is there. */
export const notOneOf: Operator = {
  name: 'not-one-of',
  unfit: (actual, { expected, written }) =>
    written !== undefined && typeof expected === 'string' && expected.includes(',')
      ? `${valueText(written)} is a text, and no list`
      : nearlyOneOf(actual, expected),
  holds: (actual, expected) => !oneOf.holds(actual, expected),
  wantsSomething: () => true,
}
