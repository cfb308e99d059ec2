import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'

/** Characters of a text in a value that are shown of its beginning and of its end, and items of a list. */
const beginning = 1000
const ending = 300
const firstItems = 20
const lastItems = 5

/** Keys of what runs, which is shown whole. */
const runs: ReadonlySet<string> = new Set([
  'scripts',
  'script',
  'before',
  'after',
  'exec',
  'command',
  'request',
])

/** A value of which every key is shown, and of a long text or list what it begins and ends with, and how much is between. */
export function shownValue(value: JsonValue): string {
  return valueText(shown(value))
}

function shown(value: JsonValue): JsonValue {
  if (typeof value === 'string') return shownText(value)
  if (isList(value)) return shownItems(value)
  if (!isObject(value)) return value
  return shownMembers(value)
}

function shownMembers(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, runs.has(key) ? inner : shown(inner)]),
  )
}

function shownText(text: string): string {
  const left = text.length - beginning - ending
  return left <= 0
    ? text
    : `${text.slice(0, beginning)} (and ${String(left)} characters more) ${text.slice(-ending)}`
}

function shownItems(items: readonly JsonValue[]): readonly JsonValue[] {
  const left = items.length - firstItems - lastItems
  if (left <= 0) return items.map(shown)
  return [
    ...items.slice(0, firstItems).map(shown),
    `(and ${String(left)} items more)`,
    ...items.slice(-lastItems).map(shown),
  ]
}
