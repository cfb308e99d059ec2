import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { numbersIn } from '../../util/parse-json.ts'

/** Stands before the digits of a number that JavaScript would write otherwise; no text may have it (`holdsMark`). */
const mark = '\uE000'
const marked = new RegExp(`"${mark}(-?\\d[\\d.eE+-]*)"`, 'g')

/** Whether JSON has the character that is needed to tell numbers from text. */
export function holdsMark(text: string): boolean {
  return text.includes(mark) || /\\u[eE]000/.test(text)
}

/** The value of JSON with all digits of its numbers: 1.10 is another value than 1.1. Throws what `JSON.parse` throws. */
export function parseExactly(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue
  let exact = ''
  let copied = 0
  for (const [start, digits] of numbersIn(text)) {
    if (String(Number(digits)) === digits) continue
    exact += `${text.slice(copied, start)}"${mark}${digits}"`
    copied = start + digits.length
  }
  return copied === 0 ? value : (JSON.parse(exact + text.slice(copied)) as JsonValue)
}

/** JSON on lines, with two spaces for each level. */
export function printExactly(value: JsonValue): string {
  return `${withDigits(JSON.stringify(value, null, 2))}\n`
}

/** A text made of such values, with numbers as numbers. */
export function withDigits(text: string): string {
  return text.replace(marked, '$1')
}

/**
 * The same value with every secret in it masked: in texts, in the names of members, and numbers, which become text then.
 * Undefined where two members would be one.
 */
export function masked(value: JsonValue, mask: (text: string) => string): JsonValue | undefined {
  if (isList(value)) {
    const items = value.map(item => masked(item, mask))
    return items.includes(undefined) ? undefined : (items as JsonValue[])
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => [mask(name), masked(member, mask)] as const)
    const isLost = new Set(members.map(([name]) => name)).size < members.length
    return isLost || members.some(([, member]) => member === undefined)
      ? undefined
      : (Object.fromEntries(members) as JsonValue)
  }
  if (value === null || typeof value === 'boolean') return value
  const text = String(value).replace(mark, '')
  const hidden = mask(text)
  return hidden === text ? value : hidden
}

/** A value with its keys in the order of another one; what that has not comes behind. */
export function inOrderOf(value: JsonValue, before: JsonValue | undefined): JsonValue {
  if (isList(value))
    return value.map((item, index) =>
      inOrderOf(item, before !== undefined && isList(before) ? before[index] : undefined),
    )
  if (!isObject(value)) return value
  const known = isObject(before) ? before : {}
  const keys = new Set([
    ...Object.keys(known).filter(key => Object.hasOwn(value, key)),
    ...Object.keys(value),
  ])
  return Object.fromEntries(
    [...keys].map(key => [
      key,
      inOrderOf(value[key] ?? null, Object.hasOwn(known, key) ? known[key] : undefined),
    ]),
  )
}
