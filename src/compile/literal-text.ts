import type { JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'

/**
 * A text in which braces are meant as such, as a suite writes it: `{{x}}` becomes `\{{x}}`, and a backslash before braces
 * stands twice.
 */
export function literalText(text: string): string {
  return text.replace(/(\\*)\{\{/g, (_, backslashes: string) => String.raw`${backslashes}${backslashes}\{{`)
}

/** A value in whose texts, keys included, braces are meant as such, as a suite writes it. */
export function literalValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return literalText(value)
  if (isList(value)) return value.map(literalValue)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [literalText(key), literalValue(inside)]),
  )
}
