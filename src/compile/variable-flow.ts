import type { SavedRequest } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { isObject } from '../util/is-json.ts'

/** The names that a value uses in placeholders; of `{{user.name}}` both `user.name` and `user`. */
export function namesUsed(value: JsonValue): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { name } of placeholdersIn(value)) {
    names.add(name)
    names.add(name.split(/[.[]/, 1)[0] ?? name)
  }
  return names
}

/** The names that a step leaves for those after it. */
export function namesLeft(step: JsonObject): readonly string[] {
  const { extracts = null, variables = null, set = null } = step
  return [extracts, variables, set].flatMap(names => (isObject(names) ? Object.keys(names) : []))
}

/** The names that requests in a row use before one of them leaves them. */
export function namesNeeded(requests: readonly SavedRequest[]): ReadonlySet<string> {
  const left = new Set<string>()
  const needed = new Set<string>()
  for (const { step } of requests) {
    for (const name of isObject(step['variables']) ? Object.keys(step['variables']) : []) left.add(name)
    for (const name of namesUsed(step)) if (!left.has(name)) needed.add(name)
    for (const name of namesLeft(step)) left.add(name)
  }
  return needed
}
