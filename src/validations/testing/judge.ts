import { exchangeWith, span, type AnswerForTest } from '../../extracts/testing/exchange.ts'
import type { Expectation, OperatorName, Target, Validation } from '../../model/expectation.ts'
import { buildExpectations } from '../../parse/build-validations.ts'
import type { JsonValue } from '../../model/json.ts'
import type { ValidationResult } from '../../model/result.ts'
import { createSchemaLibrary, judgeExchange } from '../index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'

/** `expectation('equals', 1)`, with a place in a file. What `within` expects has its `equals` in it. */
export function expectation(operator: OperatorName, expected: JsonValue): Expectation {
  const written = operator === 'within' ? expected : { [operator]: expected }
  const [built] = buildExpectations(written, { keySpanOf: () => span }, [], span)
  if (built === undefined) throw new Error('there must be such an operator')
  return built
}

/** Judges one expectation of one target of an answer. */
export async function judge(
  answer: AnswerForTest,
  target: Target,
  operator: OperatorName,
  expected: JsonValue,
): Promise<ValidationResult> {
  const validation: Validation = { target, expectations: [expectation(operator, expected)], span }
  const [result] = await whenLoaded(() =>
    judgeExchange(validation, exchangeWith(answer), createSchemaLibrary()),
  )
  if (result === undefined) throw new Error('an expectation must have a result')
  return result
}

/** Judges one expectation of the value at `$.v` of a JSON body. */
export async function judgeValue(
  value: JsonValue,
  operator: OperatorName,
  expected: JsonValue,
): Promise<ValidationResult> {
  return judge({ json: { v: value } }, { kind: 'json-path', path: '$.v' }, operator, expected)
}
