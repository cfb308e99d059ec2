import type { JsonObject } from '../../model/json.ts'
import {
  bigIntOf,
  compareNumbers,
  isMultipleOf,
  isNumber,
  isWhole,
  numberOf,
  type Numeric,
} from '../../util/exact-number.ts'

/** A small number within the bounds of a schema, `liked` where that is one; a whole one where `isInteger`. */
export function exampleNumber(schema: JsonObject, liked: number, isInteger: boolean): Numeric {
  const { multipleOf } = schema
  const step = isNumber(multipleOf) ? Number(multipleOf) : isInteger ? 1 : undefined
  const low = bound(schema, 'minimum', 'exclusiveMinimum', Math.max)
  const high = bound(schema, 'maximum', 'exclusiveMaximum', Math.min)
  if (fits(liked, schema, isInteger)) return liked
  if (fits(1, schema, isInteger)) return 1
  const start = low ?? (high === undefined ? 1 : Math.min(high, 1))
  const candidates = step === undefined ? between(start, high) : multiples(start, high, step)
  const all = [...candidates, ...exactCandidates(schema)]
  return all.find(candidate => fits(candidate, schema, isInteger)) ?? start
}

/** The number that people write for such a name. */
export function likedNumber(name: string): number {
  if (/^(?:offset|skip|start)$/i.test(name)) return 0
  return /^(?:limit|size|count|take|top|max_?results|per_?page|page_?size)$/i.test(name) ? 10 : 1
}

function between(low: number, high: number | undefined): readonly number[] {
  const middle = high === undefined ? low + 0.5 : (low + high) / 2
  return [low, Math.ceil(low), low + 1, middle, high ?? low]
}

function multiples(low: number, high: number | undefined, step: number): readonly number[] {
  const first = Math.ceil(low / step)
  const decimals = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0
  const last = high === undefined ? first + 1 : Math.floor(high / step)
  return [first, first + 1, last].map(count => Number((count * step).toFixed(decimals)))
}

/** Bounds with digits that no double has, and the whole numbers beside them. */
function exactCandidates(schema: JsonObject): readonly Numeric[] {
  const beside = (keyword: string, step: bigint): readonly Numeric[] => {
    const whole = isNumber(schema[keyword]) ? bigIntOf(schema[keyword]) : undefined
    return whole === undefined ? [] : [numberOf(String(whole + step))]
  }
  return [
    ...[schema['minimum'], schema['maximum']].filter(isNumber),
    ...beside('exclusiveMinimum', 1n),
    ...beside('exclusiveMaximum', -1n),
  ]
}

function bound(
  schema: JsonObject,
  inclusive: string,
  exclusive: string,
  choose: (...values: number[]) => number,
): number | undefined {
  const bounds = [schema[inclusive], schema[exclusive]].filter(isNumber).map(Number)
  return bounds.length === 0 ? undefined : choose(...bounds)
}

function fits(value: Numeric, schema: JsonObject, isInteger: boolean): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (isInteger && !isWhole(value)) return false
  if (isNumber(minimum) && compareNumbers(value, minimum) < 0) return false
  if (isNumber(maximum) && compareNumbers(value, maximum) > 0) return false
  if (isNumber(exclusiveMinimum) && compareNumbers(value, exclusiveMinimum) <= 0) return false
  if (isNumber(exclusiveMaximum) && compareNumbers(value, exclusiveMaximum) >= 0) return false
  return !isNumber(multipleOf) || isMultipleOf(value, multipleOf)
}
