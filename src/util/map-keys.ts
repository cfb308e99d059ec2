import { isList } from './is-json.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

/** The way to a part of a value. */
type Path = readonly (string | number)[]

/** Changes a value that stands at a place. */
export type Change = (value: JsonValue, path: Path) => JsonValue

/** Changes of the values of an object by their keys; some ask what stands beside. */
export type Changes = Readonly<
  Record<string, (value: JsonValue, path: Path, object: JsonObject) => JsonValue>
>

/** The object itself where nothing in it changes, as in most steps. */
export function mapKeys(object: JsonObject, place: Path, changes: Changes): JsonObject {
  const changed = Object.keys(object).flatMap((key): [string, JsonValue][] => {
    const change = Object.hasOwn(changes, key) ? changes[key] : undefined
    const value = object[key] ?? null
    const next = change === undefined ? value : change(value, [...place, key], object)
    return next === value ? [] : [[key, next]]
  })
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) }
}

/** An object with each value changed; itself where nothing changes. */
export function mapAll(object: JsonObject, place: Path, change: Change): JsonObject {
  return mapKeys(object, place, Object.fromEntries(Object.keys(object).map(key => [key, change])))
}

/** A value, or each item of a list, changed; the list itself where nothing in it changes. */
export function eachItem(value: JsonValue, place: Path, change: Change): JsonValue {
  if (!isList(value)) return change(value, place)
  const items = value.map((item, index) => change(item, [...place, index]))
  return items.every((item, index) => item === value[index]) ? value : items
}
