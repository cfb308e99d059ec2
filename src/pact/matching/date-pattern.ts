import { literalPattern } from '../../patterns/index.ts'

/** The format that counts where a rule gives none. */
export const usualFormats = {
  date: 'yyyy-MM-dd',
  time: 'HH:mm:ss',
  datetime: "yyyy-MM-dd'T'HH:mm:ssXXX",
} as const

/**
 * True where a text is written in a format of Java's DateTimeFormatter, `yyyy-MM-dd'T'HH:mm:ss`, on a day that exists. The
 * reason when the format has letters that no one knows.
 */
export function matchesDateFormat(text: string, format: string): boolean | { readonly reason: string } {
  const fields: string[] = []
  let source = ''
  for (const [token] of format.matchAll(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'/g)) {
    if (token === "'") return { reason: `a quote in the format ${format} is not closed` }
    if (!/^[A-Za-z]/.test(token)) {
      source += literalPattern(literal(token))
      continue
    }
    const field = fieldOf(token)
    if (field === undefined) return { reason: `${token} in the format ${format} is not known` }
    fields.push(token.charAt(0))
    source += `(${field})`
  }
  const match = new RegExp(`^${source}$`, 'i').exec(text)
  return match !== null && isRealDay(new Map(fields.map((letter, index) => [letter, match[index + 1] ?? ''])))
}

function literal(token: string): string {
  if (token === "''") return "'"
  return token.startsWith("'") ? token.slice(1, -1).replaceAll("''", "'") : token
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const days = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'
const twelfth = '0?[1-9]|1[0-2]'
const sixtieth = '[0-5]?\\d'
const hours = '0?\\d|1[0-8]'
const zone = '[A-Z]{3,4}'

/** The pattern that a run of one letter matches; undefined for letters without a meaning. */
function fieldOf(token: string): string | undefined {
  const { length } = token
  switch (token.charAt(0)) {
    case 'G':
      return 'AD|BC'
    case 'y':
    case 'Y':
    case 'u':
      return `\\d{1,${String(length)}}`
    case 'M':
      return length <= 2 ? twelfth : length === 3 ? shortened(months) : months
    case 'L':
      return twelfth
    case 'd':
      return length > 2 ? undefined : '0?[1-9]|[12]\\d|3[01]'
    case 'D':
      return '0{0,2}[1-9]|0?[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6]'
    case 'E':
      return length <= 3 ? shortened(days) : days
    case 'e':
    case 'c':
      return length <= 2 ? '[1-7]' : length === 3 ? shortened(days) : days
    case 'w':
      return '0?[1-9]|[1-4]\\d|5[0-6]'
    case 'W':
      return '[1-5]'
    case 'F':
      return '[0-4]'
    case 'Q':
    case 'q':
      return length < 3 ? '0?[1-4]' : length === 3 ? 'Q[1-4]' : '(?:1st|2nd|3rd|4th) quarter'
    default:
      return timeFieldOf(token)
  }
}

function timeFieldOf(token: string): string | undefined {
  const { length } = token
  switch (token.charAt(0)) {
    case 'a':
      return length > 1 ? undefined : 'AM|PM'
    case 'H':
      return '[01]?\\d|2[0-3]'
    case 'k':
      return '0?[1-9]|1\\d|2[0-4]'
    case 'h':
      return twelfth
    case 'K':
      return '0?\\d|1[01]'
    case 'm':
      return sixtieth
    case 's':
      return `${sixtieth}|60`
    case 'S':
      return `\\d{1,${String(length)}}`
    case 'n':
    case 'A':
    case 'N':
      return '\\d+'
    case 'V':
      return '[A-Za-z]+(?:/[A-Za-z_]+)+|UTC|Z'
    default:
      return zoneFieldOf(token)
  }
}

function zoneFieldOf(token: string): string | undefined {
  const { length } = token
  if (length > 5) return undefined
  switch (token.charAt(0)) {
    case 'x':
      return offsetOf(length)
    case 'X':
      return `Z|${offsetOf(length)}`
    case 'Z':
      if (length === 5) return `[+-](?:${hours}):${sixtieth}`
      return length === 4 ? `(?:GMT|UTC)(?:[+-](?:${hours}):${sixtieth})?` : `[+-](?:${hours})(?:${sixtieth})`
    case 'O':
      return `(?:GMT|UTC)[+-](?:${hours})${length < 4 ? `(?::${sixtieth})?` : `:${sixtieth}`}`
    case 'z':
      return length < 4 ? zone : undefined
    default:
      return undefined
  }
}

function offsetOf(length: number): string {
  const minutes = `(?:${sixtieth})`
  const rest = [
    `${minutes}?`,
    minutes,
    `:${minutes}`,
    `${minutes}(?:${sixtieth})?`,
    `:${minutes}(?::${sixtieth})?`,
  ]
  return `[+-](?:${hours})${rest[length - 1] ?? ''}`
}

function shortened(names: string): string {
  return names.replace(/[A-Za-z]+/g, name => name.slice(0, 3))
}

/** The 31st of June and the 29th of February of most years do not exist; without a year the latter does not, either. */
function isRealDay(fields: ReadonlyMap<string, string>): boolean {
  const [day, month] = [fields.get('d'), fields.get('M')]
  if (day === undefined || month === undefined) return true
  const number = /^\d/.test(month)
    ? Number(month)
    : months.split('|').findIndex(name => name.toLowerCase().startsWith(month.toLowerCase())) + 1
  const year = Number(fields.get('y') ?? fields.get('u') ?? 2001)
  // The calendar repeats every 400 years, and Date reads years below 100 as 19xx.
  return Number(day) <= new Date(Date.UTC(2000 + (year % 400), number, 0)).getUTCDate()
}
