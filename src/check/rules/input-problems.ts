import { factsOf } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** The input of a step is what its action takes, by the action's own word. */
export const inputProblems: Rule = ({ source, ...parsed }) => {
  const problems: Problem[] = []
  allSteps(parsed).forEach(({ action, input, path }) => {
    factsOf(action)
      .problems?.(input)
      .forEach(({ at, code, message, more }) => {
        problems.push(problemAt(source, [...path, ...at], code, message, more))
      })
  })
  return problems
}
