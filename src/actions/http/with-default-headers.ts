import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Settings } from '../../model/settings.ts'
import { isObject } from '../../util/is-json.ts'

/**
 * A step's input with these header lines where neither the step nor `settings` speak of a header of that name (given in
 * lower case); null leaves out what every request sends.
 */
export function withDefaultHeaders(
  input: JsonObject,
  settings: Pick<Settings, 'headers'>,
  defaults: Readonly<Record<string, string | null>>,
): JsonObject {
  const { headers = {} } = input
  if (!isObject(headers)) return input
  const given = new Set(
    [headers, settings.headers ?? {}].flatMap(Object.keys).map(name => name.toLowerCase()),
  )
  const added = Object.entries(defaults).filter(([name]) => !given.has(name))
  return { ...input, headers: { ...(Object.fromEntries(added) as Record<string, JsonValue>), ...headers } }
}
