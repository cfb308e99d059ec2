import { isList, isObject } from '../util/is-json.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** The keys whose values can be switched off one by one. */
export const switchableKeys: ReadonlySet<string | number | undefined> = new Set([
  'headers',
  'query',
  'form',
  'multipart',
])

/** True where a value stands in a file only to be kept: `{ disabled: value }`. */
export function isDisabled(value: JsonValue | undefined): value is { readonly disabled: JsonValue } {
  return isObject(value) && Object.hasOwn(value, 'disabled')
}

/** A mapping of names and values without those that are switched off; the same object when there are none. */
export function enabledOnly(mapping: JsonObject): JsonObject {
  if (!Object.values(mapping).some(holdsDisabled)) return mapping
  const enabled: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(mapping)) {
    const left = isList(value) ? value.filter(item => !isDisabled(item)) : value
    if (!isDisabled(value) && !(isList(left) && left.length === 0)) enabled.push([name, left])
  }
  return Object.fromEntries(enabled)
}

function holdsDisabled(value: JsonValue): boolean {
  return isList(value) ? value.some(isDisabled) : isDisabled(value)
}
