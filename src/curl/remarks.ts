import { usageProblem } from '../model/problem.ts'
import { type Part, refused } from '../parse/argument-part.ts'
import { defined } from '../util/defined.ts'

/** The part with a remark. */
export function remarked(made: Part, what: string, why: string, hint?: string): Part {
  return { ...made, remarks: [{ what, why, ...defined({ hint }) }] }
}

/** The part as one gets it who types its arguments, and can type them in another way. */
export function typed({ remarks = [], ...made }: Part): Part {
  const mendable = remarks.filter(({ hint }) => hint !== undefined)
  const problems = mendable.map(({ what, why, hint }) => usageProblem(`${what} ${why}`, hint))
  return problems.length === 0 ? made : refused(...made.problems, ...problems)
}
