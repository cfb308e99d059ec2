import type { Condition } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { Step } from '../model/suite.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import { renderVariable } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { firstLine } from '../util/cut-text.ts'
import { EvaluationEnded } from '../util/limit-evaluation.ts'
import {
  emptiedOperand,
  evaluateExpectations,
  foundJson,
  foundText,
  nothing,
  type Selected,
} from '../validations/index.ts'
import { wrongCondition } from './applies.ts'
import { renderExpectations } from './render.ts'

/** Whether a step's `when` lets it run; if not, why not, or what in it cannot be filled in. */
export type Verdict =
  | { readonly runs: true }
  | { readonly runs: false; readonly reason: string }
  | { readonly runs: false; readonly problems: readonly RenderProblem[] }

/** Holds a step's `when` against the variables; the first condition that does not hold decides. */
export async function evaluateConditions(step: Step, scope: Scope): Promise<Verdict> {
  for (const condition of step.when) {
    const verdict = await evaluateCondition(condition, scope).catch((error: unknown) =>
      undecided(condition, error),
    )
    if (!verdict.runs) return verdict
  }
  return { runs: true }
}

async function evaluateCondition({ variable, expectations }: Condition, scope: Scope): Promise<Verdict> {
  const value = renderVariable(variable, scope)
  const expected = renderExpectations(expectations, scope)
  if (!expected.ok) return { runs: false, problems: expected.problems }
  const empty = emptiedOperand(expected.value)
  if (empty !== undefined)
    return { runs: false, problems: [wrongCondition(`variable ${variable}: ${empty}`)] }
  const results = await evaluateExpectations(
    `variable ${variable}`,
    value.ok ? found(value.value) : nothing,
    expected.value,
  )
  const reason = results.find(result => !result.passed)?.messages[0]
  return reason === undefined ? { runs: true } : { runs: false, reason: firstLine(reason) }
}

/** Nobody knows whether the step is to run. */
function undecided({ variable: name }: Condition, error: unknown): Verdict {
  if (!(error instanceof EvaluationEnded)) throw error
  const message = `"${name}" cannot be compared: that ${error.message}`
  return { runs: false, problems: [{ name, kind: 'too-large', path: [], offset: 0, message }] }
}

/** A text compares as text, so that a row's `10` counts as a number. */
function found(value: JsonValue): Selected {
  return typeof value === 'string' ? foundText(value) : foundJson(value)
}
