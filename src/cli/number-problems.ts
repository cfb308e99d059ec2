import { type Problem, usageProblem } from '../model/problem.ts'
import type { AnyGiven, OptionTable } from './command.ts'
import { camelCase } from './tokens.ts'

/** The numbers that were typed and are not whole, or not between the bounds that their options have. */
export function numberProblems(options: OptionTable, given: AnyGiven): readonly Problem[] {
  return Object.entries(options).flatMap(([name, { minimum, maximum = Infinity }]) => {
    const value = given[camelCase(name)]
    if (minimum === undefined || value === undefined) return []
    if (Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum) return []
    const most =
      Number(value) > Number.MAX_SAFE_INTEGER ? Math.min(maximum, Number.MAX_SAFE_INTEGER) : maximum
    const end = Number.isFinite(most) ? ` to ${most}` : ''
    return [usageProblem(`--${name} must be a whole number from ${minimum}${end}`)]
  })
}
