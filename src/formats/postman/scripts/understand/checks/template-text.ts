import type { JsonValue } from '../../../../../model/json.ts'
import { isList, isObject } from '../../../../../util/is-json.ts'

/** A text written so that the suite language reads it literally; undefined where its braces cannot be. */
export function escapeBraces(text: string): string | undefined {
  if (!text.includes('{{')) return text
  // A backslash before braces that are meant as such cannot be written.
  return /\\\{\{/.test(text) ? undefined : text.replaceAll('{{', '\\{{')
}

/** A value with every text in it escaped; undefined where one cannot be. */
export function escapeValue(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return escapeBraces(value)
  if (isList(value)) {
    const items = value.map(escapeValue)
    return items.every(item => item !== undefined) ? items : undefined
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).map(
    ([key, member]) => [key.includes('{{') ? undefined : key, escapeValue(member)] as const,
  )
  return members.every((entry): entry is readonly [string, JsonValue] => !entry.includes(undefined))
    ? Object.fromEntries(members)
    : undefined
}

/** True where a name can stand between braces: a dot or a bracket would reach into the variable. */
export function isVariableName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_-]*(?: +[\p{L}\p{N}_-]+)*$/u.test(name) && name !== 'env'
}
