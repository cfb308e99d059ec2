import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { hasBraces } from './template.ts'

const known = new WeakMap<object, boolean>()

/**
 * True where any text in a value, keys included, could hold a placeholder. The answer is remembered per list and object,
 * which is right because nothing ever writes to them.
 */
export function holdsBraces(value: JsonValue): boolean {
  if (typeof value === 'string') return hasBraces(value)
  if (!isCollection(value)) return false
  let holds = known.get(value)
  if (holds === undefined) {
    holds = isList(value) ? value.some(holdsBraces) : objectHoldsBraces(value)
    known.set(value, holds)
  }
  return holds
}

function objectHoldsBraces(object: JsonObject): boolean {
  for (const key in object) if (hasBraces(key) || holdsBraces(object[key] ?? null)) return true
  return false
}
