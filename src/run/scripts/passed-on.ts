import type { JsonValue } from '../../model/json.ts'
import { ExactNumber, plainNumber } from '../../util/exact-number.ts'
import { isCollection, isList, isObject } from '../../util/is-json.ts'
import { mapValues } from '../../util/map-values.ts'

/**
 * A value that a script has set, with the digits of numbers that it only passes on from an answer: JavaScript has but the nearest
 * double of them. Where two of the answer have the same one nobody knows which is meant, and the double stays.
 */
export function passedOn(value: JsonValue, answer: () => JsonValue | undefined): JsonValue {
  if (!mayLackDigits(value)) return value
  const known = longNumbers(answer() ?? null)
  return known.size === 0 ? value : withDigits(value, known)
}

function mayLackDigits(value: JsonValue): boolean {
  if (isCollection(value)) return Object.values<JsonValue>(value).some(mayLackDigits)
  return typeof value === 'number' && String(value).length > 15
}

/** The numbers of an answer that no double is, by their nearest one. */
function longNumbers(answer: JsonValue): ReadonlyMap<number, ExactNumber | undefined> {
  const found = new Map<number, ExactNumber | undefined>()
  const waiting: JsonValue[] = [answer]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop())
    if (isCollection(part)) for (const inner of Object.values<JsonValue>(part)) waiting.push(inner)
    else if (part instanceof ExactNumber && plainNumber(part) instanceof ExactNumber) {
      const known = found.get(Number(part))
      const isOther = found.has(Number(part)) && known?.text !== part.text
      found.set(Number(part), isOther ? undefined : part)
    } else if (typeof part === 'number') found.set(part, undefined)
  return found
}

function withDigits(value: JsonValue, known: ReadonlyMap<number, ExactNumber | undefined>): JsonValue {
  if (typeof value === 'number') return known.get(value) ?? value
  if (isList(value)) return value.map(item => withDigits(item, known))
  return isObject(value) ? mapValues(value, item => withDigits(item, known)) : value
}
