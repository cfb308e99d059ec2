import { numberOf } from '../../../util/exact-number.ts'
import type { Literal } from './literal.ts'

/** How a field looks on a page does not matter to callers. */
const shownOnly: ReadonlySet<string> = new Set([
  ...['password', 'textarea', 'html', 'markdown', 'string', 'text'],
  'binary',
])

/** Whether a format says nothing of which values are right. */
export function isShownOnly(format: string): boolean {
  return shownOnly.has(format)
}

/** What a format asks of numbers. */
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

/** What a format asks of numbers; undefined for formats of text. */
export function formatOfNumber(format: string): NumberFormat | undefined {
  return ofNumbers.get(format)
}

function between(isWhole: boolean, least: string, most: string): NumberFormat {
  return { isWhole, limits: [limit('least', least), limit('most', most)] }
}

function limit(is: 'least' | 'most', text: string): NumberFormat['limits'][number] {
  return { is, value: numberOf(text), isExclusive: false }
}

/** Formats of which no number, no boolean, and no text of another one is. */
const distinct: ReadonlySet<string> = new Set([
  ...['uuid', 'date', 'date-time', 'time', 'duration', 'email', 'idn-email', 'ipv4', 'ipv6', 'uri', 'iri'],
  ...['json-pointer'],
])

/** Whether a format sets text apart from numbers, booleans and the text of other such formats. */
export function isDistinct(format: string): boolean {
  return distinct.has(format)
}
