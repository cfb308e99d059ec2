import type { JsonValue } from './json-value.ts'

/**
 * Reads JSON as `JSON.parse` does and throws what it throws, but gives numbers that it would change as text with their
 * digits: whole numbers beyond 2^53, such as long ids, and numbers too large for any number type, such as 1e400.
 */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue
  if (!mayHoldChangedNumber(text)) return value
  const exact = quoteChangedNumbers(text)
  return exact === text ? value : (JSON.parse(exact) as JsonValue)
}

/** A cheap test that spares ordinary text the closer look. */
export function mayHoldChangedNumber(text: string): boolean {
  return /\d{16}|\d[eE]\+?\d{3}/.test(text)
}

/** `text` must be valid JSON. */
function quoteChangedNumbers(text: string): string {
  let exact = ''
  let copied = 0
  for (const [start, number] of numbersIn(text)) {
    if (!isChanged(number)) continue
    exact += `${text.slice(copied, start)}"${number}"`
    copied = start + number.length
  }
  return exact + text.slice(copied)
}

/** Decimals are left alone: their digits need not all be kept. */
function isChanged(number: string): boolean {
  if (/^-?\d+$/.test(number)) return !Number.isSafeInteger(Number(number))
  return !Number.isFinite(Number(number))
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
