import type { JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'

/** The text of a value that is text or a number; undefined for anything else. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/**
 * The texts of a value that is given once or as a list: `5` is `['5']`, `[a, true]` is `['a', 'true']`. Null, alone or in
 * a list, is no value. Undefined when something in it is a mapping or a list in a list.
 */
export function scalarTexts(value: JsonValue): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  if (value === null) return []
  if (typeof value !== 'object') return [String(value)]
  if (!isList(value)) return undefined
  const texts: string[] = []
  for (const item of value) {
    if (item !== null && typeof item === 'object') return undefined
    if (item !== null) texts.push(String(item))
  }
  return texts
}
