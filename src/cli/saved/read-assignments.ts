import type { JsonObject } from '../../model/json.ts'
import { type Result, usageProblem } from '../../model/problem.ts'

/** Variables as they are typed, `name=value`; with none, there must at least be some to take away. */
export function readAssignments(
  written: readonly (string | number)[],
  unset: readonly string[],
): Result<JsonObject> {
  const texts = written.map(String)
  const wrong = texts.filter(text => !/^[^={}\s][^={}]*=/.test(text))
  const problems =
    texts.length + unset.length === 0
      ? [usageProblem('there is nothing to set', 'Write name=value, or --unset name.')]
      : wrong.map(text => usageProblem(`"${text}" is not name=value`, 'Write user=ada.'))
  if (problems.length > 0) return { ok: false, problems }
  const value = Object.fromEntries(
    texts.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  )
  return { ok: true, value }
}
