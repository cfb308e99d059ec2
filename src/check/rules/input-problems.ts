import { factsOf } from '../../actions/index.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** The input of a step is what its action takes, by the action's own word. */
export const inputProblems: Rule = ({ source, ...parsed }) =>
  allSteps(parsed).flatMap(
    ({ action, input, path }) =>
      factsOf(action)
        .problems?.(input)
        .map(({ at, code, message, more }) => problemAt(source, [...path, ...at], code, message, more)) ?? [],
  )
