import { numberOf } from '../../../util/exact-number.ts'
import type { Literal } from './literal.ts'

/** How a field looks on a page does not matter to callers. */
const shownOnly: ReadonlySet<string> = new Set([
  ...['password', 'textarea', 'html', 'markdown', 'string', 'text'],
  'binary',
])

/** True where a format says nothing of which values are right. */
export function isShownOnly(format: string): boolean {
  return shownOnly.has(format)
}

/** The demands of a format on numbers. */
interface NumberFormat {
  readonly isWhole: boolean
  readonly limits: readonly Extract<Literal, { is: 'least' | 'most' }>[]
}

const ofNumbers: ReadonlyMap<string, NumberFormat> = new Map([
  ['int32', between(true, '-2147483648', '2147483647')],
  ['int64', between(true, '-9223372036854775808', '9223372036854775807')],
  ['float', between(false, '-3.4028235e38', '3.4028235e38')],
  ['double', between(false, '-1.7976931348623157e308', '1.7976931348623157e308')],
])

/** Finds the demands of a format on numbers; undefined for formats of text. */
export function formatOfNumber(format: string): NumberFormat | undefined {
  return ofNumbers.get(format)
}

function between(isWhole: boolean, least: string, most: string): NumberFormat {
  return { isWhole, limits: [limit('least', least), limit('most', most)] }
}

function limit(is: 'least' | 'most', text: string): NumberFormat['limits'][number] {
  return { is, value: numberOf(text), isExclusive: false }
}

/** Formats of which no number, no boolean, and no text of another one is, with the least and the greatest length of their text. */
const distinct: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ['uuid', [36, 36]],
  ['date', [10, 10]],
  ['date-time', [20, Infinity]],
  ['time', [8, Infinity]],
  ['duration', [3, Infinity]],
  ['email', [3, Infinity]],
  ['idn-email', [3, Infinity]],
  ['ipv4', [7, 15]],
  ['ipv6', [2, 45]],
  ['uri', [2, Infinity]],
  ['iri', [2, Infinity]],
  ['json-pointer', [0, Infinity]],
])

/** True where a format sets text apart from numbers, booleans and the text of other such formats. */
export function isDistinct(format: string): boolean {
  return distinct.has(format)
}

/** How long the text of a format is. */
export function lengthOf(format: string): { readonly least: number; readonly most: number } {
  const [least, most] = distinct.get(format) ?? [0, Infinity]
  return { least, most }
}
