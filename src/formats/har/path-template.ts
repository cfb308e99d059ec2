import { singular } from '../../compile/singular.ts'
import type { JsonValue } from '../../model/json.ts'

/** A path whose ids have become variables. */
export interface PathTemplate {
  /** `/users/{{id}}/orders/{{orderId}}`; braces that were recorded are literal. */
  readonly path: string
  /** The same for every path of this shape, whatever its variables are called. */
  readonly shape: string
  /** The ids of this path, in its order. */
  readonly variables: Readonly<Record<string, JsonValue>>
}

/** Segments before which a number is a version: `/api/2/users`. */
const versioned = /^(api|rest|version|v|ver)$/i

/** Segments before which four digits are a year. */
const yearly =
  /^(years?|archives?|calendars?|reports?|holidays|seasons?|statistics|stats|annual|fiscal|history|months?|dates?)$/i

const year = /^(19|20)\d\d$/
const monthOrDay = /^(0?[1-9]|[12]\d|3[01])$/
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const hash = /^(?=.*\d)[\da-f]{24,64}$/i

/**
 * Makes variables of the ids in a URL's path: numbers, UUIDs and hashes. The first is `{{id}}`, a further one is named after
 * the segment before it: `/users/7/orders/9` is `/users/{{id}}/orders/{{orderId}}`. A version, a year and a date stay.
 */
export function pathTemplate(path: string): PathTemplate {
  const segments = path.split('/')
  const variables: Record<string, JsonValue> = {}
  const kinds = segments.map((_, index) => idKind(segments, index))
  const written = segments.map((segment, index) => {
    const kind = kinds[index]
    if (kind === undefined) return segment.replaceAll('{{', String.raw`\{{`)
    const before = kinds[index - 1] === undefined ? segments[index - 1] : undefined
    const name = variableName(kind, before, Object.keys(variables))
    variables[name] = idValue(segment)
    return `{{${name}}}`
  })
  const shape = segments.map((segment, index) => (kinds[index] === undefined ? segment : '{}')).join('/')
  return { path: written.join('/'), shape, variables }
}

function idKind(segments: readonly string[], index: number): 'id' | 'page' | undefined {
  const segment = segments[index] ?? ''
  const before = segments[index - 1] ?? ''
  if (uuid.test(segment) || hash.test(segment)) return 'id'
  if (!/^\d+$/.test(segment)) return undefined
  if (/^pages?$/i.test(before)) return 'page'
  const isLast = index === segments.length - 1
  if (!isLast && versioned.test(before) && segment.length < 3) return undefined
  return isPartOfDate(segments, index) ? undefined : 'id'
}

/** True where a number is the year of a path such as `/archive/2024`, or part of one such as `/2024/05/17`. */
function isPartOfDate(segments: readonly string[], index: number): boolean {
  const at = (offset: number): string => segments[index + offset] ?? ''
  if (year.test(at(0))) return yearly.test(at(-1)) || monthOrDay.test(at(1))
  if (!monthOrDay.test(at(0))) return false
  return year.test(at(-1)) || (monthOrDay.test(at(-1)) && year.test(at(-2)))
}

function variableName(kind: 'id' | 'page', before: string | undefined, taken: readonly string[]): string {
  const wanted = kind === 'page' ? 'page' : taken.includes('id') ? furtherName(before) : 'id'
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.includes(`${wanted}${number}`)) return `${wanted}${number}`
}

function furtherName(before: string | undefined): string {
  const words = decodable(before ?? '').match(/[a-z][a-z\d]*/gi) ?? []
  const [first, ...rest] = words
  if (first === undefined) return 'id'
  const name = [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capitalized)].join('')
  return `${singular(name)}Id`
}

function decodable(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, ' ')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A number only where no digit would be lost. */
function idValue(segment: string): JsonValue {
  const number = Number(segment)
  return /^\d+$/.test(segment) && Number.isSafeInteger(number) && String(number) === segment
    ? number
    : segment
}
