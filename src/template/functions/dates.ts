import type { JsonValue } from '../../model/json.ts'
import { BoundedCache } from '../../util/bounded-cache.ts'
import { isDateTime } from '../../util/date-time.ts'
import { added, decimalOf, numberOf } from './numbers.ts'
import { Misuse } from './misuse.ts'
import { isNumber } from '../../util/exact-number.ts'

/** A point in time, in milliseconds since 1970, and how it was written. */
interface Instant {
  readonly at: number
  readonly form: 'seconds' | 'date' | 'date-time' | 'http'
}

const unitsOfLength: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Milliseconds of a length such as `15m`, `-2h` or `7d`; undefined for what is none. */
export function lengthOf(text: string): number | undefined {
  const [, amount, unit = ''] = /^([+-]?\d{1,12}(?:\.\d{1,9})?)(ms|s|m|h|d)$/.exec(text) ?? []
  return amount === undefined ? undefined : Math.round(Number(amount) * (unitsOfLength[unit] ?? NaN))
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?)?$/
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** The instant that a value is, or that its text writes. */
export function instantOf(value: JsonValue): Instant | undefined {
  if (isNumber(value) || (typeof value === 'string' && /^-?\d{1,12}(?:\.\d+)?$/.test(value)))
    return { at: Number(value) * 1000, form: 'seconds' }
  if (typeof value !== 'string') return undefined
  const [, date, time = '00:00', seconds = ':00', offset = 'Z'] = isoDate.exec(value) ?? []
  if (date === undefined) {
    const at = httpDate.test(value) ? Date.parse(value) : NaN
    return Number.isNaN(at) ? undefined : { at, form: 'http' }
  }
  const whole = `${date}T${time}${seconds}${offset.replace(/(\d\d):?(\d\d)$/, '$1:$2')}`
  const at = isDateTime(whole) ? Date.parse(whole) : NaN
  return Number.isNaN(at) ? undefined : { at, form: value.length === date.length ? 'date' : 'date-time' }
}

/** Adds a number to a number, or a length to an instant, which keeps the form that it has. */
export function plus(input: JsonValue, amount: string, given: string): JsonValue | Misuse {
  const length = lengthOf(amount)
  const [number, other] = [decimalOf(input), decimalOf(amount.replace(/^\+/, ''))]
  if (length === undefined)
    return number === undefined || other === undefined
      ? new Misuse(
          `plus ${amount} takes a number, ${given} is none`,
          'To an instant a length is added: 15m, 2h or 7d.',
        )
      : numberOf(added([number, other]))
  const instant = instantOf(input)
  if (instant === undefined) return noInstant(`plus ${amount}`, given)
  const at = instant.at + length
  if (!isInRange(at)) return beyond('plus')
  switch (instant.form) {
    case 'seconds':
      return at / 1000
    case 'http':
      return new Date(at).toUTCString()
    case 'date':
      return new Date(at).toISOString().replace(/T00:00:00\.000Z$/, '')
    case 'date-time':
      return new Date(at).toISOString()
  }
}

function noInstant(name: string, given: string): Misuse {
  const hint = 'As 2026-11-21, 2026-11-21T09:30:00Z, Sat, 21 Nov 2026 09:30:00 GMT, or seconds since 1970.'
  return new Misuse(`${name} takes an instant, ${given} is none`, hint)
}

/** The years 0 to 9999, which are written with four digits. */
function isInRange(at: number): boolean {
  return at >= -62_167_219_200_000 && at < 253_402_300_800_000
}

function beyond(name: string): Misuse {
  return new Misuse(`${name} leads beyond the years 0 to 9999`)
}

/** Writes an instant in a form, in a zone or in UTC. */
export function dateText(
  input: JsonValue,
  form: string,
  zone: string | undefined,
  given: string,
): JsonValue | Misuse {
  const instant = instantOf(input)
  if (instant === undefined) return noInstant('date', given)
  const { at } = instant
  if (!isInRange(at)) return beyond('date')
  if ((form === 'http' || form === 'unix') && zone !== undefined)
    return new Misuse(`date ${form} is the same in every zone`)
  if (form === 'unix') return Math.floor(at / 1000)
  if (form === 'http') return new Date(at).toUTCString()
  const offset = zone === undefined ? 0 : (offsetIn(zone, at) ?? 0)
  if (offset !== 0 && form.endsWith('Z')) return new Misuse('Z is UTC: XXX is the offset of a zone')
  const local = new Date(at + offset)
  if (form === 'iso') return local.toISOString().replace(/Z$/, offset === 0 ? 'Z' : offsetText(offset))
  return form.replace(fields, field => fieldText(field, local, offset))
}

/** How a field of a form is written; those with letters are in English. */
const fields = /yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|m|ss|s|SSS|a|XXX/g

function fieldText(field: string, local: Date, offset: number): string {
  const two = (number: number): string => String(number).padStart(field.length, '0')
  const iso = local.toISOString()
  switch (field[0]) {
    case 'y':
      return iso.slice(4 - field.length, 4)
    case 'M':
      return field.length < 3
        ? two(local.getUTCMonth() + 1)
        : english(local, { month: field.length === 3 ? 'short' : 'long' })
    case 'd':
      return two(local.getUTCDate())
    case 'E':
      return english(local, { weekday: field.length === 3 ? 'short' : 'long' })
    case 'H':
      return two(local.getUTCHours())
    case 'h':
      return two(local.getUTCHours() % 12 || 12)
    case 'm':
      return two(local.getUTCMinutes())
    case 's':
      return two(local.getUTCSeconds())
    case 'S':
      return iso.slice(20, 23)
    case 'a':
      return local.getUTCHours() < 12 ? 'AM' : 'PM'
    default:
      return offset === 0 ? 'Z' : offsetText(offset)
  }
}

function english(local: Date, options: Intl.DateTimeFormatOptions): string {
  return local.toLocaleString('en-US', { ...options, timeZone: 'UTC' })
}

function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map(one => String(one).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours ?? ''}:${rest ?? ''}`
}

const meant: Readonly<Record<string, string>> = {
  Y: 'yyyy is the year',
  D: 'dd is the day of the month',
  n: 'mm is the minute',
}

/** Finds the mistake in the form of a date, if there is one. */
export function wrongForm(form: string): Misuse | undefined {
  if (['iso', 'http', 'unix'].includes(form)) return undefined
  const rest = form.replace(fields, '')
  // T stands between date and time, and Z behind one in UTC.
  const [letter] = /[A-Za-z]/.exec(rest.replace(/(?<![A-Za-z])T(?![A-Za-z])/, '').replace(/Z$/, '')) ?? []
  if (letter !== undefined) return new Misuse(meant[letter] ?? `"${letter}" is no part of a date`, formHint)
  return rest === form ? new Misuse(`"${form}" is no form of a date`, formHint) : undefined
}

const formHint = "As yyyy-MM-dd, 'dd MMM yyyy HH:mm', iso, http or unix."

/** How far a zone is from UTC at an instant, in milliseconds; undefined for a zone that there is not. */
export function offsetIn(zone: string, at: number): number | undefined {
  if (zone === 'UTC' || zone === 'Z') return 0
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):?([0-5]\d)$/.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const format = formats.get(zone, formatIn)
  if (format === undefined) return undefined
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const local = new Date(Date.UTC(2000, month - 1, day, hour, minute, second))
  local.setUTCFullYear(year, month - 1, day)
  return local.getTime() - Math.floor(at / 1000) * 1000
}

/** A zone's calendar takes a while to make, and the same few are asked for. */
const formats = new BoundedCache<Intl.DateTimeFormat | undefined>(50)

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric'
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: numeric,
      month: numeric,
      day: numeric,
      ...time,
    })
  } catch {
    return undefined
  }
}

/** The message for a zone that there is not. */
export function noZone(zone: string): Misuse {
  return new Misuse(`there is no time zone "${zone}"`, 'As Europe/Berlin, UTC or +02:00.')
}
