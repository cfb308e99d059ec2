import { type Problem, usageProblem } from '../model/problem.ts'
import type { AnyGiven, OptionTable } from './command.ts'
import { camelCase } from './tokens.ts'

/** The numbers that were typed and are not whole, or not between the bounds that their options have. */
export function numberProblems(options: OptionTable, given: AnyGiven): readonly Problem[] {
  return Object.entries(options).flatMap(([name, { minimum, maximum = Infinity }]) => {
    const value = given[camelCase(name)]
    if (minimum === undefined || value === undefined) return []
    if (Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum) return []
    const end = Number.isFinite(maximum) ? ` to ${maximum}` : ''
    return [usageProblem(`--${name} must be a whole number from ${minimum}${end}`)]
  })
}
