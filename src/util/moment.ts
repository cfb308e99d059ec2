import { isDateTime } from './date-time.ts'

/** A point in time, or a day without a time. */
export interface Moment {
  readonly isDay: boolean
  readonly seconds: number
  /** The fraction behind the seconds, to any number of digits that a number can have. */
  readonly fraction: number
}

const iso = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?:(:\d\d)([.,]\d+)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

/** Reads a text of ISO 8601 or an HTTP date, or says why it is no moment. */
export function readMoment(text: string): Moment | string {
  const [whole, day = '', time, second = ':00', fraction = '', zone] = iso.exec(text) ?? []
  if (whole === undefined) return readHttpDate(text)
  if (time !== undefined && zone === undefined) return 'has no time zone'
  const plainZone = (zone ?? 'Z').replace(
    /^([+-]\d\d):?(\d\d)?$/,
    (_, hours, minutes = '00') => `${hours}:${minutes}`,
  )
  const written = `${day}T${time ?? '00:00'}${second}${plainZone}`.toUpperCase()
  if (!isDateTime(written)) return noDate
  // A leap second is the one after the 59th.
  const isLeap = second === ':60'
  const plain = isLeap ? written.replace(':60', ':59') : written
  return {
    isDay: time === undefined,
    seconds: Date.parse(plain) / 1000 + (isLeap ? 1 : 0),
    fraction: Number(`0.${fraction.slice(1)}`),
  }
}

const noDate = 'is no date'

/** `Sun, 06 Nov 1994 08:49:37 GMT`, with the day of the week that it was. */
function readHttpDate(text: string): Moment | string {
  const milliseconds = text.endsWith(' GMT') ? Date.parse(text) : NaN
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toUTCString() !== text) return noDate
  return { isDay: false, seconds: milliseconds / 1000, fraction: 0 }
}

/** How many milliseconds one is later than another. */
export function millisecondsBetween(later: Moment, earlier: Moment): number {
  return (later.seconds - earlier.seconds) * 1000 + (later.fraction - earlier.fraction) * 1000
}
