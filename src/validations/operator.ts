import type { Expectation, OperatorName, QuantifierName } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'

/** A value that is there to be judged. */
export interface Actual {
  readonly value: JsonValue
  /** It can only be text, so whatever is expected compares as text. */
  readonly textual: boolean
  /** The class of a status, such as `4xx`, which counts as equal to it. */
  readonly alias?: string
}

/** One way to compare, by functions to be called inside of `whenLoaded`. What is missing fails every operator but `exists: false` and `missing: true`, before `holds` is asked. */
export interface Operator {
  readonly name: Exclude<OperatorName, QuantifierName>
  /** Why this value and what is expected cannot be compared, so that the opposite does not hold either. */
  unfit?(actual: Actual, expectation: Pick<Expectation, 'expected' | 'written'>): string | undefined
  /** True where the value is as expected. Throws `PatternTimeout`, and `RangeError` for a value nested too deeply. */
  holds(actual: Actual, expected: JsonValue): boolean
  /**
   * Why a value that is not as expected nearly is, as the text `"36"` is 36, so that the opposite does not hold either.
   * Asked only where the opposite is wanted.
   */
  nearly?(actual: Actual, expected: JsonValue): string | undefined
  /** True where the expectation is that there is no value. */
  wantsAbsence?(expected: JsonValue): boolean
  /** True where it holds for nearly anything, so that a query that selects no value at all must not pass it. */
  wantsSomething?(expected: JsonValue): boolean
  /** Says more about a value that is not as expected, such as `length 5`. */
  explain?(actual: Actual, expected: JsonValue): string | undefined
  /** Words the expected value, where the operator's name and the value do not say it. */
  describe?(expected: JsonValue): string
}
