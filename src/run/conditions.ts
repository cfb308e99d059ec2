import type { Condition } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { Step } from '../model/suite.ts'
import { renderValue, renderVariable } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { evaluateExpectations, foundJson, foundText, nothing, type Selected } from '../validations/index.ts'

/** Why a step's `when` keeps it from running; undefined when every condition holds. */
export async function unmetCondition(step: Step, scope: Scope): Promise<string | undefined> {
  for (const condition of step.when) {
    const reason = await whyUnmet(condition, scope)
    if (reason !== undefined) return reason
  }
  return undefined
}

async function whyUnmet(condition: Condition, scope: Scope): Promise<string | undefined> {
  const value = renderVariable(condition.variable, scope)
  const selected = value.ok ? found(value.value) : nothing
  const expectations = condition.expectations.map(expectation => {
    const expected = renderValue(expectation.expected, scope)
    return expected.ok ? { ...expectation, expected: expected.value } : expectation
  })
  const results = await evaluateExpectations(`variable ${condition.variable}`, selected, expectations)
  return results.find(result => !result.passed)?.messages[0]
}

/** A text compares as text, so that a row's `10` counts as a number. */
function found(value: JsonValue): Selected {
  return typeof value === 'string' ? foundText(value) : foundJson(value)
}
