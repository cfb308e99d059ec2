import type { JsonObject } from '../../model/json.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import { type OptionTable, texts, yes } from '../command.ts'

/** Variables, as an argument. */
export const assignedValues = {
  values: { array: true, describe: 'name=value' },
} as const satisfies OptionTable

/** Options of the commands that set variables. */
export const assignmentOptions = {
  unset: { ...texts, describe: 'Variable to take away; repeatable' },
  secret: { ...yes, describe: 'Mask the values in every output' },
} as const satisfies OptionTable

/** Variables as they are typed, `name=value`; with none, there must at least be some to take away. */
export function readAssignments(written: readonly string[], unset: readonly string[]): Result<JsonObject> {
  const wrong = written.filter(text => !/^[^={}\s][^={}]*=/.test(text))
  const problems =
    written.length + unset.length === 0
      ? [usageProblem('there is nothing to set', 'Write name=value, or --unset name.')]
      : wrong.map(text => usageProblem(`"${text}" is not name=value`, 'Write user=ada.'))
  if (problems.length > 0) return { ok: false, problems }
  const value = Object.fromEntries(
    written.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  )
  return { ok: true, value }
}
