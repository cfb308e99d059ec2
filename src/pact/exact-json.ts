import type { JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { isDeeplyNested } from '../document/json-text.ts'

/**
 * A JSON value whose numbers are as they were written. Pacts distinguish `1` from `1.0`, and `JSON.parse` does not. Objects are
 * maps, so that a key such as `__proto__` is data.
 */
export type ExactValue = null | boolean | string | ExactNumber | readonly ExactValue[] | ExactObject

/** A JSON object, its members in their order. */
export type ExactObject = ReadonlyMap<string, ExactValue>

/** A number with its digits. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Whether it was written as a whole number of 64 bits: neither `9.0` nor `1e3` is one. */
  get isInteger(): boolean {
    if (!/^-?\d+$/.test(this.text) || this.text === '-0') return false
    if (this.text.length < 19) return true
    const value = BigInt(this.text)
    return value >= -(2n ** 63n) && value < 2n ** 64n
  }

  /** Its text as the reference implementation prints it: `1e3` becomes `1000.0`, `100.50` becomes `100.5`. */
  toString(): string {
    if (this.isInteger) return this.text
    const shortest = String(Number(this.text)).replace('e+', 'e')
    return /[.e]/.test(shortest) ? shortest : `${shortest}.0`
  }

  equals(other: ExactNumber): boolean {
    if (this.isInteger !== other.isInteger) return false
    return this.isInteger ? this.text === other.text : Number(this.text) === Number(other.text)
  }
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

/** A value as `JSON.parse` would have given it. */
export function plainValue(value: ExactValue): JsonValue {
  return JSON.parse(exactText(value)) as JsonValue
}

/** Whether a value is a list. */
export function isExactList(value: ExactValue | undefined): value is readonly ExactValue[] {
  return Array.isArray(value)
}

/** Whether a value is an object. */
export function isExactObject(value: ExactValue | undefined): value is ExactObject {
  return value instanceof Map
}

/** Whether two values are the same; the order of keys does not count. */
export function exactEqual(left: ExactValue, right: ExactValue): boolean {
  if (left instanceof ExactNumber) return right instanceof ExactNumber && left.equals(right)
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

/** A character for private use that is nowhere in the text, neither as it is nor escaped. */
function unusedMark(text: string): string {
  const lower = text.toLowerCase()
  for (let code = 0xe000; code < 0xf8ff; code++) {
    const mark = String.fromCharCode(code)
    if (!text.includes(mark) && !lower.includes(`\\u${code.toString(16)}`)) return mark
  }
  throw new Error('every character for private use is in the text')
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
