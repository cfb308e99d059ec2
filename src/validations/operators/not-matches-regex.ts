import type { Operator } from '../operator.ts'
import { matchesRegex } from './matches-regex.ts'

/** The opposite of `matches-regex`, of a text that is there. */
export const notMatchesRegex: Operator = {
  ...matchesRegex,
  name: 'not-matches-regex',
  unfit: (actual, expectation) =>
    actual.value === null ? 'is no text' : matchesRegex.unfit?.(actual, expectation),
  holds: (actual, expected) => !matchesRegex.holds(actual, expected),
}
