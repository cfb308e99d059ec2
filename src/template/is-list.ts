import type { JsonValue } from '../model/json.ts'

/** Whether a JSON value is a list; tells it apart from an object for the type checker, too. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
