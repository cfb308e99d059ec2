import type { JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import { limitEvaluation } from '../../util/limit-evaluation.ts'
import { asExpected, onlyOfOtherType } from '../as-expected.ts'
import type { Actual, Operator } from '../operator.ts'

/** Equals one of the values listed, each by the rule of `equals`. */
export const oneOf: Operator = {
  name: 'one-of',
  holds: (actual, expected) =>
    isList(expected)
      ? limitEvaluation(actual.value, expected.length, () => expected.some(item => asExpected(actual, item)))
      : asExpected(actual, expected),
  nearly: nearlyOneOf,
}

/**
 * Finds a value that nearly fits. A list with null beside other values means values by their types, such as those that
 * count as false in JavaScript.
 */
export function nearlyOneOf(actual: Actual, expected: JsonValue): string | undefined {
  const values = isList(expected) ? expected : [expected]
  if (values.includes(null) || values.some(one => asExpected(actual, one))) return undefined
  return values.map(one => onlyOfOtherType(actual, one)).find(near => near !== undefined)
}
