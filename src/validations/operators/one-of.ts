import { isList } from '../../util/is-json.ts'
import { limitEvaluation } from '../../util/limit-evaluation.ts'
import { asExpected } from '../as-expected.ts'
import type { Operator } from '../operator.ts'

/** Equals one of the values listed, each by the rule of `equals`. */
export const oneOf: Operator = {
  name: 'one-of',
  holds: (actual, expected) =>
    isList(expected)
      ? limitEvaluation(actual.value, expected.length, () => expected.some(item => asExpected(actual, item)))
      : asExpected(actual, expected),
}
