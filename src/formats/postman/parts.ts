import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { valueText } from '../../util/value-text.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'

/** The object under a key; an empty one when something else is there. */
export function objectAt(value: JsonValue | undefined, key: string): JsonObject {
  const member = memberAt(value, key)
  return isObject(member) ? member : {}
}

/** The items of the list under a key; none when something else is there. */
export function listAt(value: JsonValue | undefined, key: string): readonly JsonValue[] {
  const member = memberAt(value, key)
  return member !== undefined && isList(member) ? member : []
}

/** The text under a key; numbers and true or false as text, undefined for anything else. */
export function textAt(value: JsonValue | undefined, key: string): string | undefined {
  const member = memberAt(value, key)
  return member === undefined || member === null || isCollection(member) ? undefined : String(member)
}

/** The value under a key of an object; keys such as `__proto__` are ordinary ones. */
export function memberAt(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** An object of the members that have a value; undefined when none has. */
export function objectOf(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject | undefined {
  const present = withoutUndefined(members)
  return Object.keys(present).length === 0 ? undefined : present
}

/** The members that have a value. */
export function withoutUndefined(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return isComplete(members) ? members : (defined(members) as JsonObject)
}

/** A value as text: what is no text, number, true or false as JSON. */
export function textOf(value: JsonValue): string {
  return valueText(value)
}

function isComplete(members: Readonly<Record<string, JsonValue | undefined>>): members is JsonObject {
  for (const key in members) if (members[key] === undefined) return false
  return true
}
