import type { JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { isDeeplyNested } from '../document/json-text.ts'
import { ExactNumber, unusedMark } from '../util/exact-number.ts'
import { parseJson } from '../util/parse-json.ts'

/**
 * A JSON value whose numbers are as they were written. Pacts distinguish `1` from `1.0`, and `JSON.parse` does not. Objects are
 * maps, so that a key such as `__proto__` is data.
 */
export type ExactValue = null | boolean | string | ExactNumber | readonly ExactValue[] | ExactObject

/** A JSON object, its members in their order. */
export type ExactObject = ReadonlyMap<string, ExactValue>

/** True where a number was written as a whole one of 64 bits: neither `9.0` nor `1e3` is one. */
export function isWholeOf64Bits({ text }: ExactNumber): boolean {
  if (!/^-?\d+$/.test(text) || text === '-0') return false
  if (text.length < 19) return true
  const value = BigInt(text)
  return value >= -(2n ** 63n) && value < 2n ** 64n
}

/** A number as the reference implementation prints it: `1e3` becomes `1000.0`, `100.50` becomes `100.5`. */
export function printedNumber(number: ExactNumber): string {
  if (isWholeOf64Bits(number)) return number.text
  const shortest = String(Number(number.text)).replace('e+', 'e')
  return /[.e]/.test(shortest) ? shortest : `${shortest}.0`
}

function sameInPacts(left: ExactNumber, right: ExactNumber): boolean {
  if (isWholeOf64Bits(left) !== isWholeOf64Bits(right)) return false
  return isWholeOf64Bits(left) ? left.text === right.text : Number(left.text) === Number(right.text)
}

/** Reads JSON; the reason when the text is none. */
export function parseExactJson(
  text: string,
): { readonly ok: true; readonly value: ExactValue } | { readonly ok: false; readonly reason: string } {
  try {
    const plain = JSON.parse(text) as JsonValue
    if (isDeeplyNested(plain, text)) return { ok: false, reason: 'it is nested too deeply' }
    const mark = unusedMark(text)
    return { ok: true, value: exactValue(JSON.parse(markNumbers(text, mark)) as JsonValue, mark) }
  } catch (error) {
    return { ok: false, reason: (error as Error).message }
  }
}

/** A value as compact JSON, numbers as they were written. */
export function exactText(value: ExactValue): string {
  if (value instanceof ExactNumber) return value.text
  if (isExactList(value)) return `[${value.map(exactText).join(',')}]`
  if (isExactObject(value)) {
    const members = [...value].map(([key, member]) => `${JSON.stringify(key)}:${exactText(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value)
}

/** A value as it is elsewhere. */
export function plainValue(value: ExactValue): JsonValue {
  return parseJson(exactText(value))
}

/** True where a value is a list. */
export function isExactList(value: ExactValue | undefined): value is readonly ExactValue[] {
  return Array.isArray(value)
}

/** True where a value is an object. */
export function isExactObject(value: ExactValue | undefined): value is ExactObject {
  return value instanceof Map
}

/** True where two values are the same; the order of keys does not count. */
export function exactEqual(left: ExactValue, right: ExactValue): boolean {
  if (left instanceof ExactNumber) return right instanceof ExactNumber && sameInPacts(left, right)
  if (isExactList(left))
    return (
      isExactList(right) &&
      left.length === right.length &&
      left.every((item, index) => exactEqual(item, right[index] ?? null))
    )
  if (isExactObject(left))
    return (
      isExactObject(right) &&
      left.size === right.size &&
      [...left].every(([key, member]) => {
        const other = right.get(key)
        return other !== undefined && exactEqual(member, other)
      })
    )
  return left === right
}

/** Every number becomes a string that begins with the mark; strings are skipped whole. */
function markNumbers(text: string, mark: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, token =>
    token.startsWith('"') ? token : `"${mark}${token}"`,
  )
}

function exactValue(value: JsonValue, mark: string): ExactValue {
  if (typeof value === 'string')
    return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value
  if (isList(value)) return value.map(item => exactValue(item, mark))
  if (isObject(value))
    return new Map(Object.entries(value).map(([key, member]) => [key, exactValue(member, mark)]))
  if (typeof value === 'number') return new ExactNumber(String(value))
  return value
}
