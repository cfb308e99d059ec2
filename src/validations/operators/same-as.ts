import { jsonEqual } from '../../util/json-equal.ts'
import { asExpected } from '../as-expected.ts'
import type { Operator } from '../operator.ts'

/** Equal by value and type: text only equals text. A value that can only be text compares as text, as ever. */
export const sameAs: Operator = {
  name: 'same-as',
  holds: (actual, expected) =>
    actual.textual ? asExpected(actual, expected) : jsonEqual(actual.value, expected),
}
