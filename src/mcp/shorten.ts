import { isList, isObject } from '../util/is-json.ts'
import type { JsonValue } from '../util/json-value.ts'
import { cutText } from '../util/cut-text.ts'
import { writeJson } from '../util/exact-number.ts'

/** A value of which as much is left as has room, and whether anything is missing. */
export interface Shortened {
  readonly value: JsonValue
  readonly isWhole: boolean
}

/** How long texts and lists may be, from the most generous to the shortest. */
const measures = [
  [4000, 200],
  [2000, 100],
  [1000, 60],
  [500, 30],
  [200, 15],
  [100, 8],
  [60, 4],
  [40, 2],
  [20, 1],
  [20, 0],
] as const

/** Keys of an object that are all left. */
const mostKeys = 50

/** The value in at most so many bytes of JSON: texts and lists are cut, so that every kind stays as it was. */
export function shorten(value: JsonValue, most: number): Shortened {
  if (sizeOf(value) <= most) return { value, isWhole: true }
  for (const [characters, items] of measures) {
    const cut = cutDown(value, characters, items)
    if (sizeOf(cut) <= most) return { value: cut, isWhole: false }
  }
  return { value: cutDown(value, 20, 0), isWhole: false }
}

function sizeOf(value: JsonValue): number {
  return Buffer.byteLength(writeJson(value))
}

function cutDown(value: JsonValue, characters: number, items: number): JsonValue {
  if (typeof value === 'string') return cutText(value, characters)
  if (isList(value)) return value.slice(0, items).map(one => cutDown(one, characters, items))
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  // No schema names so many keys: these are names that somebody has chosen.
  const kept = entries.length > mostKeys ? entries.slice(0, items) : entries
  return Object.fromEntries(kept.map(([key, inner]) => [key, cutDown(inner, characters, items)]))
}
