import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** A text of a document as the suite language writes it: braces in it are no placeholders. */
export function literalText(text: string): string {
  return text.replace(/(\\*)\{\{/g, (_, backslashes: string) => `${backslashes}${backslashes}\\{{`)
}

/** A value whose texts are literal, at any depth. */
export function literalValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return literalText(value)
  if (isList(value)) return value.map(literalValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, literalValue(member)]))
}
