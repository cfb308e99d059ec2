import { foundJson, nothing } from '../../extracts/selected.ts'
import { targetSubject } from '../../extracts/target-subject.ts'
import { parsePlainPath, type PlainPath } from '../../json-path/index.ts'
import type { Expectation, TargetValidation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { writeJson } from '../../util/exact-number.ts'
import { statusesWithoutBody } from '../../validations/status-words.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { madeJson } from '../made/values.ts'
import type { Constants } from './constants.ts'
import { type Acting, domainOf } from './domain.ts'
import { areDecidedTogether, fits, isDecidable, type NeverMet } from './verdicts.ts'

/** Something that is expected, with its placeholders filled in. */
interface Known {
  readonly item: TargetValidation
  readonly expectations: readonly Expectation[]
}

/** A part of the body that must be there. */
interface Part extends Known {
  readonly keys: PlainPath
}

/**
 * A condition on a part of an answer that cannot be there beside what is expected of another: `$.user.id` where there is no
 * `$.user`, or where the body is too small for it. `others` must hold as well. To be called inside of `whenLoaded`.
 */
export function neverBeside(
  asked: readonly TargetValidation[],
  others: readonly TargetValidation[],
  step: Acting,
  constants: Constants,
): NeverMet | undefined {
  const known = (items: readonly TargetValidation[]): readonly Known[] =>
    items.flatMap(item => {
      const expectations = constants.filled(item.expectations)
      return expectations === undefined ? [] : [{ item, expectations }]
    })
  const all = known([...asked, ...others])
  const parts = known(asked).flatMap(partOf)
  for (const part of parts) {
    const without = all.find(one => one.item !== part.item && leavesOut(one, part, parts, step, constants))
    if (without === undefined) continue
    const subject = targetSubject(part.item.target)
    const reason = `cannot be there beside what is expected of ${targetSubject(without.item.target)}`
    return { subject, span: part.item.span, reason }
  }
  return undefined
}

/** The part of the body that something wants, of items the first. */
function partOf({ item, expectations }: Known): readonly Part[] {
  const { target } = item
  if (target.kind !== 'json-path' || fits(nothing, expectations)) return []
  const keys = parsePlainPath(target.path.replaceAll('[*]', '[0]'))
  const isOfNone = target.path.includes('[*]') && fits(foundJson([]), expectations)
  return keys === undefined || isOfNone ? [] : [{ item, expectations, keys }]
}

/** True where nothing that is as expected has a part. */
function leavesOut(
  { item, expectations }: Known,
  part: Part,
  parts: readonly Part[],
  step: Acting,
  constants: Constants,
): boolean {
  const { target } = item
  if (target.kind === 'json-path') return leavesOutPart(target.path, expectations, part, parts)
  if (!outer.has(target.kind)) return false
  const values = domainOf(target, step, expectations, constants)?.values ?? []
  const left = values.filter(value => fits(value, expectations))
  if (target.kind === 'status')
    return left.length > 0 && left.every(one => one.found && statusesWithoutBody.has(one.value))
  const least = target.kind === 'size' ? leastBytes(part) : 1
  return (
    areDecidedTogether(expectations) &&
    left.length > 0 &&
    left.every(one => one.found && (target.kind === 'size' ? Number(one.value) < least : one.value === ''))
  )
}

/** The targets that may leave no room for a part of the body. */
const outer: ReadonlySet<TargetValidation['target']['kind']> = new Set(['status', 'size', 'text'])

/** The bytes of the smallest body that has a part as it is wanted. */
function leastBytes({ keys, expectations }: Part): number {
  const values = isDecidable(expectations) ? madeJson(expectations) : []
  const sizes = values.flatMap(one =>
    one.found && fits(one, expectations) ? [Buffer.byteLength(writeJson(one.value))] : [],
  )
  return keys.reduce<number>(
    (size, key) => size + 2 + (typeof key === 'string' ? writeJson(key).length + 1 : 2 * Math.abs(key)),
    Math.min(...sizes, 1e6) % 1e6,
  )
}

function leavesOutPart(
  whole: string,
  expectations: readonly Expectation[],
  { keys }: Part,
  parts: readonly Part[],
): boolean {
  const outer = parsePlainPath(whole)
  if (outer === undefined || keys.length <= outer.length) return false
  const isWithin = (inner: PlainPath): boolean => outer.every((one, index) => one === inner[index])
  const key = keys[outer.length]
  if (key === undefined || !isWithin(keys) || !isDecidable(expectations)) return false
  // Something that must not exist may be there, and empty.
  const isCounted = expectations.some(({ operator }) => operator === 'has-length' || operator === 'exists')
  const members = new Set(parts.flatMap(one => (isWithin(one.keys) ? (one.keys[outer.length] ?? []) : [])))
  const left = madeJson(expectations).filter(value => fits(value, expectations))
  return (
    left.length > 0 && !left.some(one => one.found && mayHave(one.value, key, isCounted ? members.size : 0))
  )
}

/** True where a value, or a longer one where nobody has counted, may have something under a key. */
function mayHave(value: JsonValue, key: string | number, count: number): boolean {
  if (typeof key === 'string') return isObject(value) && Object.keys(value).length >= count
  return isList(value) && (count === 0 || value.length > (key < 0 ? -key - 1 : key))
}
