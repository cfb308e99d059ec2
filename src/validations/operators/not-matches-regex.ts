import type { Operator } from '../operator.ts'
import { matchesRegex } from './matches-regex.ts'

/** The opposite of `matches-regex`, of a value that is there. */
export const notMatchesRegex: Operator = {
  ...matchesRegex,
  name: 'not-matches-regex',
  holds: (actual, expected) => !matchesRegex.holds(actual, expected),
}
