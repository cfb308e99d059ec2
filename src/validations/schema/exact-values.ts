import type { JsonObject, JsonValue } from '../../model/json.ts'
import { compareNumbers, ExactNumber, isWhole, sameNumber } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapValues } from '../../util/map-values.ts'
import { holdsExactNumber } from '../../util/plain-numbers.ts'

/** A value in doubles, as ajv can judge it, that knows the numbers which no double is. */
export interface DoubleValue {
  readonly value: JsonValue
  /** By objects and lists of `value`: what they were made of. Undefined where every number is a double. */
  readonly originals?: Originals
}

/** The original value of each object and list in doubles. */
export type Originals = WeakMap<object, JsonValue>

/** A value in doubles; the same object comes back where no number has to be changed. What changes is added to `originals`. */
export function inDoubles(value: JsonValue, originals: Originals = new WeakMap()): DoubleValue {
  if (!holdsExactNumber(value)) return { value }
  const found = { isExact: false }
  const convert = (part: JsonValue): JsonValue => {
    if (part instanceof ExactNumber) {
      const double = Number(part.json)
      if (Number.isFinite(double) && sameNumber(double, part)) return double
      found.isExact = true
      return standIn(part)
    }
    if (!isList(part) && !isObject(part)) return part
    const converted = isList(part) ? mapList(part, convert) : mapObject(part, convert)
    if (converted !== part) originals.set(converted, part)
    return converted
  }
  const converted = convert(value)
  return found.isExact ? { value: converted, originals } : { value: converted }
}

/** The same list where no item changes. */
function mapList(list: readonly JsonValue[], convert: (part: JsonValue) => JsonValue): readonly JsonValue[] {
  let changed: JsonValue[] | undefined
  for (const [index, item] of list.entries()) {
    const converted = convert(item)
    if (converted === item) continue
    changed ??= [...list]
    changed[index] = converted
  }
  return changed ?? list
}

/** The same object where no member changes. */
function mapObject(object: JsonObject, convert: (part: JsonValue) => JsonValue): JsonObject {
  const converted = mapValues(object, convert)
  return Object.keys(object).some(key => converted[key] !== object[key]) ? converted : object
}

/** Where the whole numbers of 64 bits end. As doubles these are just so large, but written with other digits. */
const bounds = ['9223372036854775808', '-9223372036854775808', '18446744073709551616'].map(
  text => new ExactNumber(text),
)

/** A double that has the same type as a number, and that formats of whole numbers take as they would take the number. */
function standIn(exact: ExactNumber): number {
  if (!isWhole(exact)) {
    const double = Number(exact.json)
    return Number.isInteger(double) || !Number.isFinite(double) ? 0.5 : double
  }
  const double = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(exact.json)))
  const crossed = bounds.find(bound => double >= Number(bound) && compareNumbers(exact, bound) < 0)
  return crossed === undefined ? double : doubleBelow(Number(crossed))
}

/** The next double below a power of two. */
function doubleBelow(power: number): number {
  return power > 0 ? power * (1 - 2 ** -53) : power * (1 + 2 ** -52)
}
