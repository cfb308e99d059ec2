import type { SavedRequest } from '../model/collection.ts'
import { namesSetIn } from '../check/scripts/read-script.ts'
import { anyName } from '../check/scripts/script-facts.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { isList, isObject } from '../util/is-json.ts'

/**
 * The names that a value uses in placeholders; of `{{user.name}}` both `user.name` and `user`. `isNeeded` leaves out those that
 * something stands in for.
 */
export function namesUsed(value: JsonValue, isNeeded = false): ReadonlySet<string> {
  const names = new Set<string>()
  if (value === null) return names
  for (const { name, hasDefault } of placeholdersIn(value)) {
    if (isNeeded && hasDefault === true) continue
    names.add(name)
    names.add(name.split(/[.[]/, 1)[0] ?? name)
  }
  return names
}

/** The names that a step leaves for those after it. */
export function namesLeft(step: JsonObject): readonly string[] {
  const { extracts = null, variables = null, set = null, scripts = null, script = null } = step
  const { steps = null } = step
  return [
    ...(isList(steps) ? steps.flatMap(inner => (isObject(inner) ? namesLeft(inner) : [])) : []),
    ...[extracts, variables, set].flatMap(names => (isObject(names) ? Object.keys(names) : [])),
    ...namesSetBy(scripts),
    ...namesSetBy({ before: script }),
  ]
}

/** The lists that a step adds to. */
function namesAddedTo({ extracts = null }: JsonObject): readonly string[] {
  return Object.entries(isObject(extracts) ? extracts : {}).flatMap(([name, extract]) =>
    isObject(extract) && extract['append'] === true ? [name] : [],
  )
}

/** The names that scripts set, `{ before, after }`, where they are written out. */
export function namesSetBy(scripts: JsonValue): readonly string[] {
  if (!isObject(scripts)) return []
  const texts = [scripts['before'], scripts['after']].flat().filter(one => typeof one === 'string')
  return texts.flatMap(namesSetIn).filter(name => name !== anyName)
}

/** The names that requests in a row use before one of them leaves them. */
export function namesNeeded(requests: readonly SavedRequest[]): ReadonlySet<string> {
  const left = new Set<string>()
  const needed = new Set<string>()
  for (const { step } of requests) {
    const { variables = null, scripts = null } = step
    const before = isObject(scripts) ? namesSetBy({ before: scripts['before'] ?? null }) : []
    for (const name of [...(isObject(variables) ? Object.keys(variables) : []), ...before]) left.add(name)
    for (const name of [...namesUsed(step), ...namesAddedTo(step)]) if (!left.has(name)) needed.add(name)
    for (const name of namesLeft(step)) left.add(name)
  }
  return needed
}
