import type { JsonValue } from '../model/json.ts'
import { millisecondsBetween, type Moment, readMoment } from '../util/moment.ts'
import type { Actual, Operator } from './operator.ts'
import { printValue } from './print-value.ts'

/** Why a text that is expected is no date, with one to write; undefined for a date. */
export function wrongDate(expected: JsonValue): string | undefined {
  const moment = momentOf(expected)
  return typeof moment === 'string'
    ? `${printValue(expected)} ${moment}: write 2026-01-31, 2026-01-31T10:00:00Z or a placeholder such as {{$isoTimestamp}}`
    : undefined
}

/** Why two values are no dates that can be compared. */
export function unlikeMoments({ value }: Actual, expected: JsonValue): string | undefined {
  const [actual, wanted] = [momentOf(value), momentOf(expected)]
  if (typeof wanted === 'string') return wrongDate(expected)
  if (typeof actual === 'string') return actual
  if (actual.isDay === wanted.isDay) return undefined
  return `${actual.isDay ? 'has no time' : 'has a time'}, and ${printValue(expected)} has ${wanted.isDay ? 'none' : 'one'}`
}

/** How many milliseconds the one is later than the other; undefined for what is no date. */
export function millisecondsAfter({ value }: Actual, expected: JsonValue): number | undefined {
  const [actual, wanted] = [momentOf(value), momentOf(expected)]
  return typeof actual === 'string' || typeof wanted === 'string'
    ? undefined
    : millisecondsBetween(actual, wanted)
}

/** An operator that compares a date with another. */
export function momentOperator(
  name: 'later-than' | 'earlier-than',
  holds: (milliseconds: number) => boolean,
): Operator {
  return {
    name,
    holds(actual, expected) {
      const milliseconds = millisecondsAfter(actual, expected)
      return milliseconds !== undefined && holds(milliseconds)
    },
    unfit: (actual, { expected }) => unlikeMoments(actual, expected),
  }
}

/** The moment that a value says, or why it says none. */
export function momentOf(value: JsonValue): Moment | string {
  return typeof value === 'string' ? readMoment(value) : 'is no date'
}
