import type { JsonValue } from '../../model/json.ts'
import { BoundedCache } from '../../util/bounded-cache.ts'
import { isNumber } from '../../util/exact-number.ts'
import { instantOf, lengthOf } from '../functions/dates.ts'
import { Misuse } from '../functions/misuse.ts'
import { type Argument, wordsOf } from '../functions/pipeline.ts'
import { integer, pickCharacter, repeat } from './random.ts'

/** Makes values of one kind, or says why there can be none. */
type Range = (given: readonly Argument[], name: string) => (() => JsonValue) | Misuse

/** A built-in with the range of its values behind it, and how that is written. */
interface Ranged {
  readonly usage: string
  /** How many arguments there are at least, and at most. */
  readonly counts: readonly [least: number, most: number]
  readonly range: Range
}

/** Characters of the longest text, and decimal places, that are made. */
const longestText = 100_000
const mostPlaces = 10

const ranged: Readonly<Record<string, Ranged>> = {
  $randomInt: { usage: 'LEAST MOST', counts: [2, 2], range: wholeNumbers },
  $randomDecimal: { usage: 'LEAST MOST [PLACES]', counts: [2, 3], range: decimals },
  $randomString: { usage: 'LENGTH [CHARACTERS]', counts: [1, 2], range: texts },
  $randomDate: { usage: 'FROM TO', counts: [2, 2], range: dates },
}

/** The names of built-ins that take a range, with the words for it: `$randomInt LEAST MOST`. */
export function rangeUsages(): readonly string[] {
  return Object.entries(ranged).map(([name, { usage }]) => `${name} ${usage}`)
}

const known = new BoundedCache<(() => JsonValue) | Misuse | undefined>(500)

/** The maker of the values of `$randomInt 1 6`; undefined for a name that takes no range. */
export function rangeOf(name: string): (() => JsonValue) | Misuse | undefined {
  return name.startsWith('$random') ? known.get(name, readRange) : undefined
}

function readRange(written: string): (() => JsonValue) | Misuse | undefined {
  const [name = ''] = written.split(/\s/, 1)
  const found = Object.hasOwn(ranged, name) ? ranged[name] : undefined
  if (found === undefined || written === '$randomInt') return undefined
  const { usage, counts, range } = found
  const given = [...wordsOf(written.slice(name.length))]
  const wrong = given.find(one => one instanceof Misuse)
  if (wrong !== undefined) return wrong
  const [least, most] = counts
  if (given.length < least || given.length > most)
    return new Misuse(`${name} takes ${usage}`, `Write {{${name} ${usage}}}.`)
  return range(given as readonly Argument[], name)
}

function wholeNumbers(given: readonly Argument[], name: string): (() => JsonValue) | Misuse {
  const [least = NaN, most = NaN] = given.map(({ value }) => (isNumber(value) ? Number(value) : NaN))
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most))
    return new Misuse(
      `${name} takes two whole numbers`,
      'As {{$randomInt 1 6}}; {{$randomDecimal 0.5 6}} makes decimals.',
    )
  return ordered(given, least, most) ?? (() => integer(least, most))
}

function decimals(given: readonly Argument[], name: string): (() => JsonValue) | Misuse {
  const [least = NaN, most = NaN, places = 2] = given.map(({ value }) =>
    isNumber(value) ? Number(value) : NaN,
  )
  if (!Number.isFinite(least) || !Number.isFinite(most))
    return new Misuse(`${name} takes two numbers`, 'As {{$randomDecimal 0.5 9.99}}.')
  if (!Number.isInteger(places) || places < 1 || places > mostPlaces)
    return new Misuse(`the decimal places of ${name} are a number from 1 to ${mostPlaces}`)
  const unit = 10 ** places
  const [from, to] = [
    Math.ceil(Number((least * unit).toFixed(4))),
    Math.floor(Number((most * unit).toFixed(4))),
  ]
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to))
    return new Misuse(`${name} makes numbers of at most 15 digits`)
  const wrong = ordered(given, least, most)
  if (wrong !== undefined) return wrong
  return from > to
    ? new Misuse(`there is no number with ${places} decimal places between ${least} and ${most}`)
    : () => integer(from, to) / unit
}

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function texts([length, characters]: readonly Argument[], name: string): (() => JsonValue) | Misuse {
  const count = isNumber(length?.value) ? Number(length.value) : NaN
  if (!Number.isInteger(count) || count < 1 || count > longestText)
    return new Misuse(
      `the length of ${name} is a whole number from 1 to ${longestText}`,
      'As {{$randomString 12}}.',
    )
  const from = characters?.text ?? lettersAndDigits
  if (from === '') return new Misuse(`${name} needs characters to take from`)
  return () => repeat(count, () => pickCharacter(from))
}

function dates(given: readonly Argument[], name: string): (() => JsonValue) | Misuse {
  const [from, to] = given.map(({ text }) => dateOf(text))
  if (from === undefined || to === undefined)
    return new Misuse(
      `${name} takes two dates`,
      'As 2026-01-31, 2026-01-31T10:00:00Z, or a length from now: -30d, 0d, 2h.',
    )
  const today = Date.now()
  const wrong = ordered(given, from.at(today), to.at(today))
  if (wrong !== undefined) return wrong
  const day = 86_400_000
  return from.isDay && to.isDay
    ? () => isoText(from.at(0) + day * integer(0, Math.round((to.at(0) - from.at(0)) / day))).slice(0, 10)
    : () => {
        const now = Date.now()
        return isoText(integer(from.at(now), to.at(now)))
      }
}

/** A date that is written, or how far one is from now. */
function dateOf(text: string): { readonly at: (now: number) => number; readonly isDay: boolean } | undefined {
  const length = lengthOf(text)
  if (length !== undefined) return { at: now => now + length, isDay: false }
  const instant = /^\d{4}-/.test(text) ? instantOf(text) : undefined
  return instant && { at: () => instant.at, isDay: /^[\d-]+$/.test(text) }
}

function isoText(at: number): string {
  return new Date(at).toISOString()
}

function ordered(given: readonly Argument[], least: number, most: number): Misuse | undefined {
  const [first, second] = given.map(({ text }) => text)
  return least <= most
    ? undefined
    : new Misuse(
        `${first ?? ''} is above ${second ?? ''}`,
        `The range begins with the least: ${second ?? ''} ${first ?? ''}.`,
      )
}
