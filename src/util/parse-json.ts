import { ExactNumber, unusedMark } from './exact-number.ts'
import type { JsonValue } from './json-value.ts'

/**
 * Reads JSON as `JSON.parse` does and throws what it throws, but gives numbers that JavaScript would write otherwise as exact
 * ones, with their digits: long ids, `1.10`, `1e400`.
 */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue
  if (!mayHoldExactNumber.test(text)) return value
  const mark = unusedMark(text)
  const marked = markExactNumbers(text, mark)
  return marked === text ? value : withExactNumbers(JSON.parse(marked) as JsonValue, mark)
}

/**
 * Spares ordinary text the closer look: many digits, an exponent, a zero in the end of a fraction or many at its beginning, and
 * zero below zero.
 */
const mayHoldExactNumber =
  /(?:^|[\s:,[])(?:-?(?:[\d.]{16}|\d+(?:\.\d+)?[eE]|\d+\.\d*0(?!\d)|0\.000000)|-0(?![\d.]))/

/** `text` must be valid JSON. */
function markExactNumbers(text: string, mark: string): string {
  let exact = ''
  let copied = 0
  for (const [start, number] of numbersIn(text)) {
    if (String(Number(number)) === number) continue
    exact += `${text.slice(copied, start)}"${mark}${number}"`
    copied = start + number.length
  }
  return copied === 0 ? text : exact + text.slice(copied)
}

/** A value in which texts that begin with the mark are made numbers, however deep it is nested. */
function withExactNumbers(value: JsonValue, mark: string): JsonValue {
  const whole: [JsonValue] = [value]
  const open: Draft[] = [whole]
  for (let draft = open.pop(); draft !== undefined; draft = open.pop())
    if (Array.isArray(draft))
      for (let index = 0; index < draft.length; index++) settle(draft, index, mark, open)
    else for (const key of Object.keys(draft)) settle(draft, key, mark, open)
  return whole[0]
}

/** A list or an object that `JSON.parse` has just made. */
type Draft = JsonValue[] | Record<string, JsonValue>

function settle(draft: Draft, key: string | number, mark: string, open: Draft[]): void {
  const members = draft as Record<string | number, JsonValue>
  const part = members[key]
  if (typeof part === 'object' && part !== null) open.push(part as Draft)
  else if (typeof part === 'string' && part.startsWith(mark)) members[key] = new ExactNumber(part.slice(1))
}

/** Every number outside of strings, and where it begins. */
export function* numbersIn(text: string): Generator<readonly [start: number, number: string]> {
  const token = /"|-?\d[\d.eE+-]*/g
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') token.lastIndex = endOfString(text, token.lastIndex)
    else yield [match.index, match[0]]
  }
}

/** Where the string ends whose content begins at `from`. */
function endOfString(text: string, from: number): number {
  const special = /["\\]/g
  special.lastIndex = from
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] === '"') return special.lastIndex
    special.lastIndex += 1
  }
  return text.length
}
