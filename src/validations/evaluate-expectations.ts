import type { Selected } from '../extracts/selected.ts'
import type { Expectation } from '../model/expectation.ts'
import type { ValidationResult } from '../model/result.ts'
import { guardEvaluation } from '../util/guard-evaluation.ts'
import type { Actual, Operator } from './operator.ts'
import { operators } from './operators/index.ts'
import { printValue } from './print-value.ts'

/**
 * Compares what was selected with everything expected of it; one result per expectation, in their order. `subject` is
 * its name in failure texts: `body-json-path $.name: Expected equals Ada, got Bob`. A value that is missing fails every
 * operator but `exists: false`, and a query that selects none fails the negated ones, so that a misspelt name never
 * passes.
 */
export async function evaluateExpectations(
  subject: string,
  selected: Selected,
  expectations: readonly Expectation[],
): Promise<readonly ValidationResult[]> {
  const results: ValidationResult[] = []
  for (const expectation of expectations)
    results.push(await evaluateExpectation(subject, selected, expectation))
  return results
}

async function evaluateExpectation(
  subject: string,
  selected: Selected,
  expectation: Expectation,
): Promise<ValidationResult> {
  const { operator, expected, span } = expectation
  const got = await guardEvaluation(
    () => differing(selected, expectation),
    reason => `a value that could not be compared: ${reason}`,
  )
  const wanted = operators[operator].describe?.(expected) ?? `${operator} ${printValue(expected)}`
  const messages = got === undefined ? [] : [`${subject}: Expected ${wanted}, got ${got}`]
  return { subject, operator, expected, passed: got === undefined, messages, span }
}

/** What was found instead of what was expected, in words; undefined when the expectation holds. */
async function differing(selected: Selected, expectation: Expectation): Promise<string | undefined> {
  const operator = operators[expectation.operator]
  if (!selected.found) {
    const holds = selected.absent && operator.wantsAbsence?.(expectation.expected) === true
    return holds ? undefined : selected.instead
  }
  if (selected.noneSelected && operator.wantsSomething === true) return 'nothing'
  if (await operator.holds(selected, expectation.expected)) return undefined
  const explanation = await explain(operator, selected, expectation)
  const printed = printValue(selected.value)
  return explanation === undefined ? printed : `${printed} (${explanation})`
}

async function explain(
  operator: Operator,
  actual: Actual,
  { expected }: Expectation,
): Promise<string | undefined> {
  const explanation = await operator.explain?.(actual, expected)
  if (explanation !== undefined) return explanation
  const looksTheSame = typeof actual.value === 'string' && typeof expected !== 'string'
  return looksTheSame && printValue(actual.value) === printValue(expected) ? 'text' : undefined
}
