import type { Selected } from '../../extracts/selected.ts'
import type { Expectation, OperatorName } from '../../model/expectation.ts'
import { isFoundNowhere, patternError } from '../../patterns/index.ts'
import { emptiedOperand } from '../../validations/several-values.ts'
import { matchesEverything } from '../../validations/operators/matches-regex.ts'
import { evaluateExpectation } from '../../validations/prepare-expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Span } from '../../model/span.ts'
import { isCollection } from '../../util/is-json.ts'
import { firstLine } from '../../util/cut-text.ts'
import { valueText } from '../../util/value-text.ts'
import { isBeyondMade } from '../made/values.ts'
import type { Domain } from './answer-shape.ts'

/** A condition that no answer, or no variable, can meet. */
export interface NeverMet {
  readonly span: Span
  /** The target that it is about: `status`, `body-json-path $.id`. */
  readonly subject: string
  readonly reason: string
  /** A run that gives the variable another value meets it. */
  readonly isOfConstant?: true
  /** It only seems so: nothing that is made meets it. */
  readonly isLikely?: true
}

/** The operators of which the values that are made hold for some and not for others, if they can at all. */
const decidable: ReadonlySet<OperatorName> = new Set([
  ...([
    'equals',
    'not-equals',
    'same-as',
    'one-of',
    'not-one-of',
    'has-type',
    'exists',
    'missing',
    'has-length',
  ] as const),
  ...(['greater-than', 'less-than', 'at-least', 'at-most', 'unique', 'is-sorted'] as const),
  ...(['contains', 'not-contains', 'starts-with', 'ends-with', 'later-than', 'earlier-than'] as const),
])

/** The operators that numbers from the least to the most decide, too. */
const ofNumbers: ReadonlySet<OperatorName> = new Set(['within', 'matches', 'matches-regex'])

/** The operators that leave few values. */
const pinning: ReadonlySet<OperatorName> = new Set(['equals', 'same-as', 'one-of'])

/** The operators of numbers, of lengths, of dates and of words: values in between and beside them, and of several, decide. */
const orders: readonly ReadonlySet<OperatorName>[] = [
  new Set([
    'greater-than',
    'less-than',
    'at-least',
    'at-most',
    'not-equals',
    'not-one-of',
    'has-type',
    'exists',
    'missing',
  ]),
  new Set(['has-length', 'has-type', 'exists', 'missing']),
  new Set(['later-than', 'earlier-than', 'not-equals', 'not-one-of', 'exists', 'missing']),
  new Set([
    ...(['contains', 'not-contains', 'starts-with', 'ends-with', 'has-length'] as const),
    ...(['not-equals', 'not-one-of', 'has-type', 'exists', 'missing'] as const),
  ]),
]

/** True where a value is as expected in every way. To be called inside of `whenLoaded`. */
export function fits(value: Selected, expectations: readonly Expectation[]): boolean {
  return expectations.every(one => evaluateExpectation('', value, one).passed)
}

/**
 * True where what is expected holds for everything that a target can be, so that it proves nothing. What no value that is made
 * decides is not known to. To be called inside of `whenLoaded`.
 */
export function cannotFail(
  { values, isClosed, isComplete, isNumber }: Domain,
  expectations: readonly Expectation[],
): boolean {
  if (isClosed !== true || values.length === 0 || expectations.some(isBeyondMade)) return false
  const isDecided =
    isComplete === true ||
    expectations.every(
      one =>
        decidable.has(one.operator) || (isNumber === true && ofNumbers.has(one.operator)) || isOfTypes(one),
    )
  return isDecided && values.every(value => fits(value, expectations))
}

/** True where what is expected holds for nothing that a target can be. To be called inside of `whenLoaded`. */
export function cannotHold({ values, isComplete }: Domain, expectations: readonly Expectation[]): boolean {
  if (values.some(value => fits(value, expectations))) return false
  if (isComplete === true) return true
  if (expectations.some(isBeyondMade)) return false
  const pinned = expectations.filter(isPinning)
  if (pinned.length > 0 && values.some(value => fits(value, pinned))) return true
  const alone = expectations.filter(one => !values.some(value => fits(value, [one])))
  if (alone.some(isNeverMet)) return true
  return alone.length === 0 && (isPinned(expectations) || areOfOneKind(expectations))
}

/** The reason that an operand asks for nothing, or the message about the only value that there is. To be called inside of `whenLoaded`. */
export function reasonAgainst(
  { values: [only, ...others], isComplete }: Domain,
  expectations: readonly Expectation[],
): string | undefined {
  const empty = emptiedOperand(expectations)
  if (empty !== undefined) return empty
  if (isComplete !== true || only?.found !== true || others.length > 0) return undefined
  const [telling] = expectations.flatMap(one => evaluateExpectation('', only, one).messages)
  return telling === undefined ? undefined : firstLine(telling.replace(/^: /, ''))
}

/** True where the values that are made decide on each of this. */
export function isDecidable(expectations: readonly Expectation[]): boolean {
  return expectations.every(one => (decidable.has(one.operator) || isOfType(one)) && !isBeyondMade(one))
}

/** True where they decide on all of it together: of values that are made for words none is made for a length, too. */
export function areDecidedTogether(expectations: readonly Expectation[]): boolean {
  return isDecidable(expectations) && areOfOneKind(expectations)
}

/** True where they leave few values. */
export function isPinned(expectations: readonly Expectation[]): boolean {
  return expectations.some(isPinning)
}

/** True where all values that are so are made. */
function isPinning({ operator, expected }: Expectation): boolean {
  if (operator === 'missing') return expected === true
  return pinning.has(operator) || (operator === 'has-length' && (expected === 0 || expected === '0'))
}

/** True where types alone are asked for, also those of members and items. */
function isOfTypes({ operator, expected }: Expectation): boolean {
  return operator === 'matches' && areTypes(expected)
}

/** True where the value itself is to be of a type. */
export function isOfType(one: Expectation): boolean {
  return typeof one.expected === 'string' && isOfTypes(one)
}

function areTypes(expected: JsonValue): boolean {
  if (isCollection(expected)) return Object.values(expected).every(areTypes)
  return typeof expected === 'string' && typesOfJson.has(expected)
}

/** The markers of which values of every kind are made. */
const typesOfJson: ReadonlySet<string> = new Set(
  ['any', 'string', 'number', 'integer', 'boolean', 'array', 'object'].map(name => `<${name}>`),
)

function isNeverMet({ operator, expected }: Expectation): boolean {
  if (decidable.has(operator)) return true
  const isPattern = operator === 'matches-regex' || operator === 'not-matches-regex'
  if (!isPattern) return false
  const pattern = valueText(expected)
  const isNever = operator === 'matches-regex' ? isFoundNowhere(pattern) : matchesEverything(pattern)
  return isNever || patternError(pattern) !== undefined
}

/** A value that is pinned is another than some of any kind. */
function areOfOneKind(expectations: readonly Expectation[]): boolean {
  return orders.some(known =>
    expectations.every(one => known.has(one.operator) || pinning.has(one.operator) || isOfType(one)),
  )
}
