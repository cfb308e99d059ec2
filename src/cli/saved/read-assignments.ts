import type { JsonObject } from '../../model/json.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import type { OptionTable } from '../command.ts'

/** Variables, as an argument. */
export const assignedValues = {
  values: { array: true, describe: 'name=value' },
} as const satisfies OptionTable

/** Refuses a change of nothing: there must at least be some variables to take away. */
export function nothingToSet(written: readonly string[], unset: readonly string[]): readonly Problem[] {
  const isNothing = written.length + unset.length === 0
  return isNothing ? [usageProblem('there is nothing to set', 'Write name=value, or --unset name.')] : []
}

/** Variables as they are typed, `name=value`. */
export function readAssignments(written: readonly string[]): Result<JsonObject> {
  const wrong = written.filter(text => !/^[^={}\s][^={}]*=/.test(text))
  const problems = wrong.map(text => usageProblem(`"${text}" is not name=value`, 'Write user=ada.'))
  if (problems.length > 0) return { ok: false, problems }
  const value = Object.fromEntries(
    written.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  )
  return { ok: true, value }
}
