import type { Step } from '../model/suite.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import { renderValue } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { isUnset } from './applies.ts'
import type { Pass } from './pass.ts'

/** Leaves the `variables` of a step for it and those behind it, each made with those above it; answers with what was wrong. */
export function setVariables({ variables }: Step, pass: Pass, scope: Scope): readonly RenderProblem[] {
  if (variables === undefined) return []
  const mayBeUnset = pass.planned.settings.unsetVariables === 'fail'
  return Object.entries(variables).flatMap(([name, value]) => {
    const rendered = renderValue(value, scope)
    if (!rendered.ok) return mayBeUnset && rendered.problems.every(isUnset) ? [] : rendered.problems
    pass.leave(name, rendered.value)
    return []
  })
}
