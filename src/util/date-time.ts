const format = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/

/** Whether a text is a date and time with its offset as RFC 3339 writes them, on a day that exists. */
export function isDateTime(text: string): boolean {
  const parts = format.exec(text)
  if (parts === null) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour, offsetMinute] = parts
    .slice(1)
    .map(part => Number(part))
  const isTime = hour < 24 && minute < 60 && (second < 60 || (second === 60 && minute === 59))
  const isOffset = !((offsetHour ?? 0) > 23 || (offsetMinute ?? 0) > 59)
  return isTime && isOffset && day >= 1 && day <= daysOf(year, month)
}

/** Days of a month counted from 1; none for a month that does not exist. */
function daysOf(year: number, month: number): number {
  return month >= 1 && month <= 12 ? new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate() : 0
}
