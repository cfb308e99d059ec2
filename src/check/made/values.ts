import { foundJson, foundText, nothing, type Selected } from '../../extracts/selected.ts'
import { bodyLimit } from '../../actions/body/limits.ts'
import type { Expectation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { bigIntOf, numberOf, type Numeric } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { expectedNumber } from '../../validations/to-number.ts'

/** Values that answers have, whatever is expected of them: nothing, an error page, other types, other values. */
const usual: readonly JsonValue[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e6,
    '',
    'a',
    'Ada B',
    '<h1>Sign in</h1>',
    '2026-01-31',
    '2026-01-31T10:00:00Z',
  ],
  ...[[], [1], [1, 1], [1, 2], [2, 1], ['a'], [{}], [{ a: 1 }], {}, { a: 1 }, { error: 'not found' }],
  `${'x'.repeat(2000)}\n`,
]

/** Values in JSON that are as expected, beside that, and of other types. */
export function madeValues(expectations: readonly Expectation[]): readonly JsonValue[] {
  const near = expectations.flatMap(nearValues)
  const numbers = near.filter(one => typeof one === 'number').toSorted((left, right) => left - right)
  const between = numbers.slice(1).map((number, index) => (number + (numbers[index] ?? number)) / 2)
  const several = together(expectations)
  return [...usual, ...near, ...between, ...several, ...ofLengths(expectations, several), ...moments(near)]
}

/** The same as a query would have selected them, with nothing at all. */
export function madeJson(expectations: readonly Expectation[]): readonly Selected[] {
  return [nothing, ...madeValues(expectations).map(foundJson)]
}

/** The same where only text can be. */
export function madeTexts(expectations: readonly Expectation[]): readonly Selected[] {
  return textsOf(madeValues(expectations)).map(foundText)
}

/** The different texts of values. */
export function textsOf(values: readonly JsonValue[]): readonly string[] {
  return [...new Set(values.map(valueText))]
}

/** Numbers as expected and beside that, as far as they are of the kind. */
export function madeNumbers(
  expectations: readonly Expectation[],
  isOne: (number: number) => boolean,
): readonly Selected[] {
  return numbersOf(madeValues(expectations), isOne).map(foundJson)
}

/** The numbers among values, and some large ones, as far as they are of the kind. */
export function numbersOf(
  values: readonly JsonValue[],
  isOne: (number: number) => boolean,
): readonly number[] {
  const numbers = values.filter(one => typeof one === 'number')
  return [...new Set([...numbers, 0.1, 1000, 3_600_000, 1e12])].filter(isOne)
}

function nearValues({ operator, expected, inner }: Expectation): readonly JsonValue[] {
  if (operator === 'has-length')
    return lengthsOf(inner?.map(one => one.expected) ?? [expected]).flatMap(ofLength)
  if (inner !== undefined) {
    const items = inner.flatMap(nearValues)
    return [...items.map(item => [item]), ...items.map(item => [item, null]), items]
  }
  if (operator === 'one-of' || operator === 'not-one-of')
    return isList(expected) ? expected.flatMap(likeOne) : []
  if (operator === 'contains' || operator === 'not-contains')
    return [...likeOne(expected), [expected], [expected, null], { a: expected }]
  return likeOne(expected)
}

/** A value, what also counts as equal to it, and what nearly is. */
function likeOne(value: JsonValue): readonly JsonValue[] {
  const expected = expectedNumber(value) ?? Number.NaN
  const number = Number(expected)
  // Beside a large number the next one is the same.
  const away = [1, 0.5, Math.abs(number) / 2]
  const numbers = Number.isNaN(number)
    ? []
    : [
        ...beside(expected),
        number,
        ...away.flatMap(distance => [number - distance, number + distance]),
        ...writtenOtherwise(number),
      ]
  if (typeof value !== 'string') return [value, valueText(value), ...numbers]
  const word = value === 'true' ? [true] : value === 'false' ? [false] : value === 'null' ? [null] : []
  const others = [...numbersWith(value), ...readAsJson(value)]
  return [value, `${value}x`, `x${value}`, value.toUpperCase(), ...word, ...numbers, ...others]
}

/** The same whole number in other digits: `12.0`, `12.00`, `1.2e1`. */
function writtenOtherwise(number: number): readonly JsonValue[] {
  if (!Number.isSafeInteger(number)) return []
  return [`${number}.0`, `${number}.00`, number.toExponential().replace('+', '')].map(numberOf)
}

/** Numbers in whose digits a word stands: `1.0`, `1e0`. */
function numbersWith(word: string): readonly JsonValue[] {
  if (!/^[\d.eE+-]{1,20}$/.test(word)) return []
  const texts = [`1${word}0`, `1${word}`, `${word}0`, `1${word}+0`]
  return texts.filter(text => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)).map(numberOf)
}

/** The whole numbers beside a whole one that a double does not tell from it. */
function beside(number: Numeric): readonly JsonValue[] {
  if (Number.isSafeInteger(Number(number))) return []
  const whole = bigIntOf(number)
  return whole === undefined ? [] : [whole - 1n, whole + 1n].map(one => numberOf(String(one)))
}

/** The list or object that a text may be the text of. */
function readAsJson(text: string): readonly JsonValue[] {
  if (!/^\s*[[{]/.test(text)) return []
  try {
    return [JSON.parse(text) as JsonValue]
  } catch {
    return []
  }
}

/** The longest list, text or object that is made. */
const longest = 10_000

/** A length that no answer has. */
const tooLong = bodyLimit

/** True where a length is asked for that nothing that is made has. */
export function isBeyondMade({ operator, expected, inner = [] }: Expectation): boolean {
  if (operator !== 'has-length') return inner.some(isBeyondMade)
  return numbersIn(inner.length === 0 ? [expected] : inner.map(one => one.expected)).some(
    length => length >= longest && length <= tooLong,
  )
}

function numbersIn(bounds: readonly JsonValue[]): readonly number[] {
  return bounds.flat().map(one => Number(expectedNumber(one) ?? Number.NaN))
}

/** The lengths that are told apart by what is expected of a length. */
export function lengthsIn(expectations: readonly Expectation[]): readonly number[] {
  return expectations
    .filter(({ operator }) => operator === 'has-length')
    .flatMap(({ inner, expected }) => lengthsOf(inner?.map(one => one.expected) ?? [expected]))
}

function lengthsOf(bounds: readonly JsonValue[]): readonly number[] {
  const near = numbersIn(bounds).flatMap(one => [one - 1, one, one + 1].map(Math.ceil))
  return [...new Set(near)].filter(length => length >= 0 && length <= longest)
}

function ofLength(length: number): readonly JsonValue[] {
  return ['x'.repeat(length), new Array<null>(length).fill(null), objectOf(length)]
}

function objectOf(size: number): JsonValue {
  return Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, index]))
}

/** Texts and lists in which several of the words are that are looked for; one that begins, goes on and ends as is expected. */
function together(expectations: readonly Expectation[]): readonly JsonValue[] {
  const all = expectations.flatMap(one => [one, ...(one.inner ?? [])])
  const parts = (...operators: readonly Expectation['operator'][]): readonly JsonValue[] =>
    all.filter(one => operators.includes(one.operator)).map(one => one.expected)
  const middle = parts('contains', 'not-contains')
  const words = [...parts('starts-with'), ...middle, ...parts('ends-with')]
  if (words.length < 2) return []
  const pairs = words.flatMap(one => words.map(other => [one, other]))
  const items = [middle, ...middle.flatMap(one => middle.map(other => [one, other]))]
  return [
    ...[words, ...pairs].flatMap(some => ['', ' ', '-x-'].map(between => some.map(valueText).join(between))),
    ...pairs.map(some => overlapped(some.map(valueText))),
    ...items,
    ...items.filter(some => some.every(isObject)).map(some => Object.assign({}, ...some) as JsonValue),
  ]
}

/** Two texts of which the second begins within the first, as far as it can: `aba` and `bab` are `abab`. */
function overlapped([one = '', other = '']: readonly string[]): string {
  const starts = Array.from({ length: one.length + 1 }, (_, index) => index)
  const start = starts.find(index => other.startsWith(one.slice(index))) ?? one.length
  return one.slice(0, start) + other
}

/** The most texts that are made longer, lest there be too many. */
const mostLengthened = 12

/** Texts with the words that are looked for, of about each length that is asked for: longer at the end, in the middle and in front. */
function ofLengths(
  expectations: readonly Expectation[],
  several: readonly JsonValue[],
): readonly JsonValue[] {
  const lengths = lengthsIn(expectations)
  if (lengths.length === 0) return []
  const words = expectations
    .filter(({ operator }) => inText.has(operator))
    .map(one => valueText(one.expected))
  const texts = [...words, ...several.filter(one => typeof one === 'string')].slice(0, mostLengthened)
  const said = expectations.map(({ expected }) => valueText(expected)).join('')
  const free = ['x', '~', '7', 'ж'].find(one => !said.includes(one)) ?? 'x'
  const longer = texts.flatMap(text =>
    lengths.flatMap(length => {
      const more = free.repeat(Math.max(0, length - text.length))
      const middle = Math.ceil(text.length / 2)
      return [text + more, more + text, text.slice(0, middle) + more + text.slice(middle)]
    }),
  )
  return [...longer, ...listsOfLengths(expectations, several, lengths)]
}

/** Lists with the items that are looked for, of each length that is asked for. */
function listsOfLengths(
  expectations: readonly Expectation[],
  several: readonly JsonValue[],
  lengths: readonly number[],
): readonly JsonValue[] {
  const items = expectations.filter(({ operator }) => operator === 'contains').map(one => [one.expected])
  const lists = [...items, ...several.filter(isList)].slice(0, mostLengthened)
  return lists.flatMap(list =>
    lengths.flatMap(length =>
      length > list.length ? [[...list, ...new Array<JsonValue>(length - list.length).fill(null)]] : [],
    ),
  )
}

const inText: ReadonlySet<string> = new Set(['starts-with', 'contains', 'ends-with'])

/** A date as ISO 8601 or RFC 9110 write it. */
const date = /^\d{4}-\d\d-\d\d|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} /

/** Before and after each date. */
function moments(values: readonly JsonValue[]): readonly JsonValue[] {
  const dates = values.filter(one => typeof one === 'string').filter(one => date.test(one))
  return dates.flatMap(written => {
    const at = Date.parse(written)
    if (Number.isNaN(at)) return []
    const isDay = written.length === 10
    return [-86_400_000, -1, 1, 86_400_000].map(away => {
      const other = new Date(at + away)
      if (/^[A-Z]/.test(written)) return other.toUTCString()
      const text = other.toISOString()
      return isDay ? text.slice(0, 10) : text
    })
  })
}
