import type { JsonValue } from '../../model/json.ts'
import { ExactNumber } from '../../util/exact-number.ts'
import { parseDuration } from '../../util/duration.ts'
import { valueText } from '../../util/value-text.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import type { ProgramScope } from './program-scope.ts'
import type { Equality, JsonPart, Value } from './test-program.ts'
import { typeOfValue } from './value-type.ts'

/** The expected value, and how the two compare (docs/validations.md, Operators). */
export function expectedOf(
  subject: Value,
  expected: JsonValue,
  scope: ProgramScope,
): { readonly expected: Value; readonly as: Equality } {
  if (isText(subject)) {
    const as = typeOfValue(subject) === 'text' ? 'text' : 'json'
    return { expected: scope.text(valueText(expected)), as }
  }
  if (isNumber(subject)) return { expected: numberOf(scope.expected(expected)), as: 'number' }
  const value = scope.expected(expected)
  // Both come from answers of the same API, which writes a number as a number in each.
  const isPlain = typeOfValue(value) !== 'text' || (value.kind === 'literal' && !mayBeNoText(value.value))
  return { expected: value, as: isPlain ? 'json' : 'loose' }
}

/** True where a number, boolean, list or object may have this text. */
function mayBeNoText(text: JsonValue): boolean {
  return typeof text === 'string' && /^(-?\d|true$|false$|null$|[[{])/.test(text)
}

/** A value as a number: a duration counts its milliseconds. */
export function numberOf(value: Value): Value {
  if (value.kind === 'literal' && !(value.value instanceof ExactNumber)) {
    const known = expectedNumber(value.value) ?? parseDuration(valueText(value.value))
    return known === undefined ? value : { kind: 'literal', value: Number(known) }
  }
  return typeOfValue(value) === 'number' ? value : { kind: 'number-of', of: value }
}

/** True where a value is text or nothing, and never another kind of JSON. */
export function isText(subject: Value): boolean {
  return typeOfValue(subject) === 'text' || (isOfCookie(subject) && !cookieFlags.has(subject.path.at(-1)))
}

/** True where a value is that of a cookie, or an attribute of one. */
export function isOfCookie(value: Value): value is JsonPart & { readonly root: 'cookies' } {
  return value.kind === 'json' && value.root === 'cookies'
}

const cookieFlags: ReadonlySet<string | number | undefined> = new Set(['secure', 'httponly', 'partitioned'])

/** True where a value is a number, whatever the answer. */
export function isNumber(subject: Value): boolean {
  return typeOfValue(subject) === 'number'
}
