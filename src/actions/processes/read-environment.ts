import type { JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { scalarTexts } from '../scalars.ts'

/** Reads `environment`: variables for a command, beside those it inherits. */
export function readEnvironment(environment: JsonValue): Prepared<Readonly<Record<string, string>>> {
  if (!isObject(environment))
    return failed('command-unstarted', { reason: 'environment must be a mapping of names and values' })
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    const [text, ...others] = scalarTexts(value) ?? []
    if (text === undefined || others.length > 0)
      return failed('command-unstarted', {
        reason: `the environment variable "${name}" must be text, a number, true or false`,
      })
    variables[name] = text
  }
  return prepared(variables)
}
