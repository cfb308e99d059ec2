import type { Step } from '../model/suite.ts'
import { renderValue } from '../template/render.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'

/**
 * Why a step under `after` has nothing to do: a variable it names was never set, because the step that sets it failed
 * or was skipped. What was not made needs no cleaning up; an error here would hide why it was not made. `ofVariables` are
 * the problems of the step's own variables.
 */
export function nothingToCleanUp(
  step: Step,
  scope: Scope,
  ofVariables: readonly RenderProblem[],
): string | undefined {
  if (step.phase !== 'after') return undefined
  const problems = ofVariables.length === 0 ? problemsOf(step, scope) : ofVariables
  if (problems.length === 0 || problems.some(problem => problem.kind !== 'unknown')) return undefined
  const names = [...new Set(problems.map(problem => `"${problem.name}"`))]
  return `${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'} never set`
}

function problemsOf({ input }: Step, scope: Scope): readonly RenderProblem[] {
  const rendered = renderValue(input, scope)
  return rendered.ok ? [] : rendered.problems
}
