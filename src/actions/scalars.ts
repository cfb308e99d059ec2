import type { JsonValue } from '../model/json.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { isNumber } from '../util/exact-number.ts'

/** The text of a value that is text or a number, with the digits that are written; undefined for anything else. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || isNumber(value) ? String(value) : undefined
}

/**
 * The texts of a value that is given once or as a list: `5` is `['5']`, `[a, true]` is `['a', 'true']`. Null, alone or in
 * a list, is no value. Undefined when something in it is a mapping or a list in a list.
 */
export function scalarTexts(value: JsonValue): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  if (value === null) return []
  if (!isCollection(value)) return [String(value)]
  if (!isList(value)) return undefined
  const texts: string[] = []
  for (const item of value) {
    if (isCollection(item)) return undefined
    if (item !== null) texts.push(String(item))
  }
  return texts
}
