import type { NamedStatuses, NumberedStatuses, Statuses } from '../actions/facts.ts'
import { statusClass } from '../extracts/selected.ts'
import type { Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { closest } from '../util/did-you-mean.ts'
import { flowYaml } from '../util/flow-yaml.ts'
import { isList } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { expectedNumber } from './to-number.ts'
import { isWhole, type Numeric } from '../util/exact-number.ts'

/** The statuses that a step can end with. */
export function finalStatuses(statuses: Statuses): readonly JsonValue[] {
  if (statuses.kind === 'names') return statuses.names
  const { finals, otherFinals = [] } = statuses
  const [least, most] = finals
  return [...otherFinals, ...Array.from({ length: most - least + 1 }, (_, index) => least + index)]
}

/** The statuses that are a success of an action, as people write them: a redirect passes, and is none. */
export function successWords({ usual }: Statuses): string {
  return usual.filter(isNoRedirect).map(valueText).join(' or ')
}

/** True for a status that is a success of an action. */
export function isSuccess({ usual }: Statuses, status: JsonValue | undefined): boolean {
  if (status === undefined) return false
  return usual.some(one => isNoRedirect(one) && (one === status || one === statusClass(status)))
}

function isNoRedirect(written: JsonValue): boolean {
  return written !== '3xx'
}

/** Why a status can never be, or always is, what is expected of it; undefined where it may be. Placeholders may become anything. */
export function impossibleStatus(
  statuses: Statuses,
  { operator, expected }: Pick<Expectation, 'operator' | 'expected'>,
): string | undefined {
  if (!compared.has(operator)) return undefined
  if (operator.endsWith('one-of') && isList(expected))
    return expected.map(one => wrongStatus(statuses, one)).find(wrong => wrong !== undefined)
  if (orders.has(operator)) return wrongBound(statuses, expected)
  if (isList(expected)) {
    const word = operator.startsWith('not') ? 'not-one-of' : 'one-of'
    return `a status is one of them: write ${word}: ${flowYaml(expected)}`
  }
  return wrongStatus(statuses, expected, operator !== 'same-as')
}

const orders = new Set(['greater-than', 'less-than', 'at-least', 'at-most'])
const compared = new Set(['equals', 'not-equals', 'same-as', 'one-of', 'not-one-of', ...orders])

function wrongStatus(statuses: Statuses, expected: JsonValue, mayBeClass = true): string | undefined {
  if (isTemplate(expected)) return undefined
  if (statuses.kind === 'names') return wrongName(statuses, expected)
  const { least, most, hasClasses } = statuses
  // A status is compared as it is written: `1e2` and `+404` are none, though they are numbers.
  const number = typeof expected === 'string' && /\D/.test(expected) ? undefined : expectedNumber(expected)
  if (isWithin(number, least, most)) return undefined
  const shown = valueText(expected)
  if (hasClasses !== true || number !== undefined) return outOfRange(statuses, shown)
  if (mayBeClass && /^[1-5]xx$/.test(shown)) return undefined
  const [, digit] = /^([1-5])(?:\d?[xX*]|[xX*]{2})$/.exec(shown) ?? []
  return digit === undefined
    ? `a request has a number for a status, 200 or 2xx, not ${shown}`
    : `a class of statuses is written ${digit}xx, not ${shown}`
}

/** The status that was meant by one that there is none of: `2XX` is 2xx, and `not found` of a gRPC call NOT_FOUND. */
export function meantStatus(statuses: Statuses, expected: JsonValue): string | undefined {
  const shown = valueText(expected)
  if (statuses.kind !== 'names') return /^[1-5][xX]{2}$/.test(shown) ? shown.toLowerCase() : undefined
  const name = shown.toUpperCase().replaceAll(/[ -]/g, '_')
  return statuses.names.includes(name) ? name : undefined
}

function wrongBound(statuses: Statuses, expected: JsonValue): string | undefined {
  if (isTemplate(expected)) return undefined
  if (statuses.kind === 'names')
    return `the statuses of ${statuses.protocol} are names and have no order: write one-of: [${statuses.some.join(', ')}]`
  const { least, most } = statuses
  if (isWithin(expectedNumber(expected), least - 1, most + 1)) return undefined
  return outOfRange(statuses, valueText(expected))
}

function outOfRange({ called, least, most }: NumberedStatuses, shown: string): string {
  return `${called} is a number from ${least} to ${most}, not ${shown}`
}

function wrongName({ names, call, some }: NamedStatuses, expected: JsonValue): string | undefined {
  const name = valueText(expected)
  if (names.includes(name)) return undefined
  const number = expectedNumber(expected)
  const meant = isWithin(number, 0, names.length - 1) ? names[Number(number)] : closest(name, names)
  return `${call} has a name for a status, not ${name}: ${meant === undefined ? `${some.join(', ')} and so on` : `write ${meant}`}`
}

function isTemplate(expected: JsonValue): boolean {
  return typeof expected === 'string' && expected.includes('{{')
}

function isWithin(number: Numeric | undefined, least: number, most: number): boolean {
  return number !== undefined && isWhole(number) && Number(number) >= least && Number(number) <= most
}

/** The statuses of answers that never have a body (RFC 9110, 15.3.5 and 15.4.5). */
export const statusesWithoutBody: ReadonlySet<unknown> = new Set([204, 304])
