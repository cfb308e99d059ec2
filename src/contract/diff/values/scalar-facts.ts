import type { JsonValue } from '../../../model/json.ts'
import { preparePattern } from '../../../patterns/engine.ts'
import { compareNumbers, isMultipleOf, isNumber, isWhole, type Numeric } from '../../../util/exact-number.ts'
import { sumOf } from '../../../template/functions/numbers.ts'
import { isOfFormat } from '../../../util/text-formats.ts'
import { isDistinct, lengthOf } from './formats.ts'
import type { Inhabitants } from './inhabitants.ts'
import { kinds, type Literal } from './literal.ts'

/** How many there may be of something. */
export interface Counts {
  readonly least: number
  readonly most: number
}

export const anyCount: Counts = { least: 0, most: Infinity }

export interface Limit {
  readonly value: Numeric
  readonly isExclusive: boolean
}

/** The demands on numbers and on text. */
export interface ScalarFacts {
  readonly least?: Limit
  readonly most?: Limit
  readonly steps: readonly Extract<Literal, { is: 'multiple' }>[]
  readonly length: Counts
  readonly texts: readonly Extract<Literal, { is: 'pattern' | 'format' }>[]
}

/** The tighter of two limits. */
export function tighter(one: Limit | undefined, other: Limit, side: 'least' | 'most'): Limit {
  if (one === undefined) return other
  const difference = compareNumbers(one.value, other.value)
  if (difference === 0) return one.isExclusive ? one : other
  return difference > 0 === (side === 'least') ? one : other
}

/** Tells if there are whole numbers, and such that are not, by limits and steps. */
export function numbersOf(facts: ScalarFacts): {
  readonly integer: Inhabitants
  readonly fraction: Inhabitants
} {
  const { least, most, steps } = facts
  const apart = steps.some(
    ({ of, isNot }) => isNot && steps.some(step => !step.isNot && isMultipleOf(step.of, of)),
  )
  if (apart) return { integer: 'none', fraction: 'none' }
  const certain = steps.length < 2 ? 'some' : 'perhaps'
  return {
    integer: hasWhole(facts) ? certain : 'none',
    fraction:
      steps.some(({ of, isNot }) => !isNot && isWhole(of)) || !isWide(least, most)
        ? 'none'
        : steps.length === 0
          ? 'some'
          : 'perhaps',
  }
}

/** True where there is a whole number between the limits. */
function hasWhole({ least, most, steps }: ScalarFacts): boolean {
  if (steps.some(({ of, isNot }) => isNot && isMultipleOf(1, of))) return false
  const step = steps.filter(({ isNot }) => !isNot).reduce((widest, { of }) => Math.max(widest, Number(of)), 0)
  const low = least === undefined ? -Infinity : above(least)
  const high = most === undefined ? Infinity : below(most)
  if (compareNumbers(low, high) > 0) return false
  const [from, to] = [Number(low), Number(high)]
  if (step === 0 || !Number.isInteger(step) || !Number.isFinite(from) || !Number.isFinite(to)) return true
  return Math.ceil(from / step) * step <= to
}

function above({ value, isExclusive }: Limit): Numeric {
  if (!isWhole(value)) return Math.ceil(Number(value))
  return isExclusive ? sumOf(value, 1) : value
}

function below({ value, isExclusive }: Limit): Numeric {
  if (!isWhole(value)) return Math.floor(Number(value))
  return isExclusive ? sumOf(value, -1) : value
}

/** True where there is a number between limits that is not whole. */
function isWide(least: Limit | undefined, most: Limit | undefined): boolean {
  if (least === undefined || most === undefined) return true
  const difference = compareNumbers(least.value, most.value)
  if (difference !== 0) return difference < 0
  return !least.isExclusive && !most.isExclusive && !isWhole(least.value)
}

/** True where there is text of the length, the patterns and the formats. */
export function textsOf({ length, texts }: ScalarFacts): Inhabitants {
  const formats = texts.filter(({ is, isNot }) => is === 'format' && !isNot).map(({ text }) => lengthOf(text))
  const least = Math.max(length.least, ...formats.map(one => one.least))
  const most = Math.min(length.most, ...formats.map(one => one.most))
  if (least > most || texts.some(one => texts.some(other => areApart(one, other)))) return 'none'
  const [own, ...others] = formats
  const { least: low, most: high } = own ?? { least: 0, most: Infinity }
  // A narrower length than that of a format may leave no text of it.
  const isLong = least > low || most < high
  return texts.length === 0 ||
    (texts.length === 1 && others.length === 0 && (!isLong || texts[0]?.isNot === true))
    ? 'some'
    : 'perhaps'
}

type TextLiteral = ScalarFacts['texts'][number]

function areApart(one: TextLiteral, other: TextLiteral): boolean {
  if (one.is !== other.is || one.isNot) return false
  if (one.text === other.text) return other.isNot
  return one.is === 'format' && !other.isNot && isDistinct(one.text) && isDistinct(other.text)
}

/** True where a scalar is right by what is asked of its kind; by formats that are not known here it may be. */
export function isRight(value: JsonValue, facts: ScalarFacts): boolean {
  if (isNumber(value)) return isNumberRight(value, facts)
  return typeof value !== 'string' || isTextRight(value, facts)
}

function isNumberRight(value: Numeric, { least, most, steps }: ScalarFacts): boolean {
  const reaches = (limit: Limit | undefined, side: 1 | -1): boolean => {
    if (limit === undefined) return true
    const difference = compareNumbers(value, limit.value) * side
    return limit.isExclusive ? difference > 0 : difference >= 0
  }
  return (
    reaches(least, 1) &&
    reaches(most, -1) &&
    steps.every(({ of, isNot }) => isMultipleOf(value, of) !== isNot)
  )
}

function isTextRight(value: string, { length, texts }: ScalarFacts): boolean {
  const size = Array.from(value).length
  return (
    size >= length.least &&
    size <= length.most &&
    texts.every(({ is, text, isNot }) =>
      is === 'format' ? isOfFormat(value, text) !== isNot : isNot !== isFound(text, value),
    )
  )
}

function isFound(pattern: string, text: string): boolean {
  const prepared = preparePattern(pattern)
  return !prepared.ok || prepared.pattern.test(text)
}

/** The kind of a scalar, as a bit. */
export function kindOf(value: JsonValue): number {
  if (value === null) return kinds.null
  if (isNumber(value)) return isWhole(value) ? kinds.integer : kinds.fraction
  return typeof value === 'boolean' ? kinds.boolean : kinds.string
}
