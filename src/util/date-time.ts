const format = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/**
 * True where a text is a date and time with its offset as RFC 3339 writes them, on a day that exists. A leap second is
 * only ever the last of a day in UTC.
 */
export function isDateTime(text: string): boolean {
  const parts = format.exec(text)
  if (parts === null) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number)
  const [offsetHour, offsetMinute] = [Number(parts[8] ?? 0), Number(parts[9] ?? 0)]
  const offset = (parts[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute)
  const isLastMinute = (hour * 60 + minute - offset + minutesOfDay) % minutesOfDay === minutesOfDay - 1
  const isTime = hour < 24 && minute < 60 && (second < 60 || (second === 60 && isLastMinute))
  return isTime && offsetHour < 24 && offsetMinute < 60 && day >= 1 && day <= daysOf(year, month)
}

const minutesOfDay = 24 * 60

/** Days of a month counted from 1; none for a month that does not exist. */
function daysOf(year: number, month: number): number {
  // The calendar repeats every 400 years, and Date reads years below 100 as 19xx.
  return month >= 1 && month <= 12 ? new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate() : 0
}
