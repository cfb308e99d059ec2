import type { Step } from '../model/suite.ts'
import { renderValue } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'

/**
 * Why a step under `after` has nothing to do: a variable it names was never set, because the step that sets it failed
 * or was skipped. What was not made needs no cleaning up; an error here would hide why it was not made.
 */
export function nothingToCleanUp(step: Step, scope: Scope): string | undefined {
  if (step.phase !== 'after') return undefined
  const rendered = renderValue(step.input, scope)
  if (rendered.ok || rendered.problems.some(problem => problem.kind !== 'unknown')) return undefined
  const names = [...new Set(rendered.problems.map(problem => `"${problem.name}"`))]
  return `${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'} never set`
}
