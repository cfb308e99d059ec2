import type { Selected } from '../extracts/selected.ts'
import { isQuantifier, type Expectation } from '../model/expectation.ts'
import type { ValidationResult } from '../model/result.ts'
import { defeatOf } from '../json-path/index.ts'
import { lazyPart } from '../util/lazy-part.ts'
import { valueText } from '../util/value-text.ts'
import { describeExpectation } from './describe-expectation.ts'
import type { Differences } from './differences.ts'
import { evaluateItems, type Verdict } from './evaluate-items.ts'
import type { Actual, Operator } from './operator.ts'
import { lengthOf } from './operators/has-length.ts'
import { operators } from './operators/index.ts'
import { jsonType } from './json-type.ts'
import { printBeginning, printValue } from './print-value.ts'
import { emptyOperand, insteadOfOneValue, neverEmpty, unfitForWhole } from './several-values.ts'
import { expectedNumber } from './to-number.ts'
import { isCollection } from '../util/is-json.ts'
import { writeJson } from '../util/exact-number.ts'

type Found = Selected & { readonly found: true }

/**
 * Compares what was selected with what is expected of it. `subject` is the target's name in failure texts: `body-json-path $.name:
 * Expected equals Ada, got Bob`. A value that is missing fails every operator but `exists: false` and `missing: true`, and a query that selects
 * none fails the negated ones, so that a misspelt name never passes. So does an operand that has become empty, and an
 * operator of one value where there may be several. Where nothing of the kind is wanted (`isNegated`), what nearly is as
 * expected passes, too. `defeat` says what defeated the comparison, or throws. To be called inside of `whenLoaded`.
 */
export function evaluateExpectation(
  subject: string,
  selected: Selected,
  expectation: Expectation,
  isNegated = false,
  defeat: (error: unknown) => string = defeatOf,
): ValidationResult {
  let verdict: Verdict | undefined
  try {
    verdict = judge(selected, expectation, subject, isNegated)
  } catch (error) {
    verdict = { got: `a value that could not be compared: ${defeat(error)}`, unfit: true }
  }
  const { operator, expected, span } = expectation
  if (verdict === undefined || 'isNear' in verdict)
    return { subject, operator, expected, passed: true, messages: none, span }
  const messages = messagesOf(subject, expectation, verdict)
  return { subject, operator, expected, passed: false, messages, span }
}

/**
 * Why a value that is there, and not as expected, is not the opposite of that either: the two cannot be compared, or differ
 * by their types alone. Undefined where it holds, or plainly does not. To be called inside of `whenLoaded`.
 */
export function undecided(selected: Selected, expectation: Expectation): string | undefined {
  if (!selected.found || selected.noneSelected || isQuantifier(expectation.operator)) return undefined
  if (selected.value === null || selected.value === '') return undefined
  const verdict = judge(selected, expectation, '', true)
  return verdict !== undefined && 'unfit' in verdict ? verdict.got : undefined
}

/** Compares what was selected with everything expected of it; one result per expectation, in their order. */
export function evaluateExpectations(
  subject: string,
  selected: Selected,
  expectations: readonly Expectation[],
  defeat?: (error: unknown) => string,
): readonly ValidationResult[] {
  return expectations.map(expectation => evaluateExpectation(subject, selected, expectation, false, defeat))
}

/** The operators that compare one value, and take little time for it. */
const plainOperators: ReadonlyMap<string, Operator> = new Map(
  Object.entries(operators).filter(([name]) => !/^matches$|matches-regex$/.test(name)),
)

/**
 * True where one value that is no list and no object is as expected in the plainest way: nothing else can be wrong with it.
 * Where it is not, there is more to look at.
 */
export function holdPlainly(selected: Selected, expectations: readonly Expectation[]): boolean {
  if (!selected.found || selected.several !== undefined) return false
  const { value, textual } = selected
  if (isCollection(value) && !textual) return false
  for (let index = 0; index < expectations.length; index++) {
    const expectation = expectations[index] as Expectation
    const { operator, expected, inner } = expectation
    const comparing = plainOperators.get(operator)
    if (comparing === undefined || inner !== undefined) return false
    const mayProveNothing = expected === null || isCollection(expected) || expected === ''
    if (mayProveNothing && neverEmpty.has(operator)) return false
    if (comparing.unfit?.(selected, expectation) !== undefined) return false
    if (!comparing.holds(selected, expected)) return false
  }
  return true
}

const none: readonly string[] = []

function messagesOf(subject: string, expectation: Expectation, verdict: Verdict): readonly string[] {
  if ('items' in verdict) return verdict.items.map(item => `${subject}: ${item}`)
  const { got, lines } = verdict
  const wanted = describeExpectation(
    expectation,
    lines === undefined ? undefined : value => printBeginning(value, lines),
  )
  return [[`${subject}: Expected ${wanted}, got ${got}`, ...(lines ?? [])].join('\n')]
}

/** Returns the value found instead of the expected one; undefined when the expectation holds. */
function judge(
  selected: Selected,
  expectation: Expectation,
  subject: string,
  isNegated: boolean,
): Verdict | undefined {
  if (!selected.found) {
    if (!selected.absent || !wantsAbsence(expectation)) return { got: selected.instead }
    return unbroken(selected)
  }
  const instead = selected.several === undefined ? undefined : insteadOfOneValue(expectation)
  if (instead !== undefined) return unfit(selected, `the path can select several values: ${instead}`)
  if (selected.noneSelected && wantsSomething(expectation))
    return { got: 'nothing (the path selects nothing)', unfit: true }
  const broken = selected.noneSelected ? unbroken(selected) : undefined
  if (broken !== undefined || (selected.noneSelected && wantsAbsence(expectation))) return broken
  if (isQuantifier(expectation.operator))
    return evaluateItems(selected, expectation, subject, item =>
      judgeValue(item.actual, item.expectation, expectation.operator === 'none'),
    )
  return judgeValue(selected, expectation, isNegated)
}

function wantsAbsence({ operator, expected }: Expectation): boolean {
  return !isQuantifier(operator) && operators[operator].wantsAbsence?.(expected) === true
}

/** An absence that nothing could break proves nothing. */
function unbroken(selected: Selected): Verdict | undefined {
  const reason = selected.obstacle?.()
  return reason === undefined ? undefined : { got: `nothing (${reason})`, unfit: true }
}

/** True where it would hold for nearly anything, or looks at items, so that a path that selects no value must not pass it. */
function wantsSomething({ operator, expected, inner }: Expectation): boolean {
  if (isQuantifier(operator)) return true
  // A bound from above is met by nothing, too: whoever wants that names the 0.
  if (operator === 'has-length')
    return inner?.every(bound => Number(expectedNumber(bound.expected)) !== 0) ?? false
  return operators[operator].wantsSomething?.(expected) === true
}

function judgeValue(actual: Actual, expectation: Expectation, isNegated = false): Verdict | undefined {
  const { operator, expected, inner } = expectation
  if (isQuantifier(operator)) throw new Error('the items of items are reached by a path')
  if (inner !== undefined) return judgeLength(actual, inner)
  const empty = emptyOperand(expectation)
  if (empty !== undefined) return unfit(actual, emptyText(expectation, empty))
  const comparing = operators[operator]
  const reason =
    (actual.textual ? undefined : unfitForWhole(actual.value, expectation)) ??
    (comparing.unfit === undefined ? undefined : comparing.unfit(actual, expectation))
  if (reason !== undefined) return unfit(actual, reason)
  if (comparing.holds(actual, expected)) return undefined
  const near = isNegated ? comparing.nearly?.(actual, expected) : undefined
  if (near !== undefined) return { ...unfit(actual, near), isNear: true }
  const differences = mayDiffer.has(operator) ? differencesIn(actual.value, expectation) : undefined
  if (differences !== undefined)
    return {
      got: `${printBeginning(actual.value, differences.lines)} (${differences.summary})`,
      lines: differences.lines,
    }
  const printed = printValue(actual.value)
  const explanation = explain(comparing, actual, expectation)
  return { got: explanation === undefined ? printed : `${printed} (${explanation})` }
}

function unfit(
  { value }: Pick<Found, 'value'>,
  reason: string,
): { readonly got: string; readonly unfit: true } {
  return { got: `${printValue(value)} (${reason})`, unfit: true }
}

function emptyText({ written, expected, operator }: Expectation, empty: string): string {
  if (written !== undefined) return `${valueText(written)} is empty: ${empty}`
  return operator === 'matches' ? empty : `${writeJson(expected)} is empty: ${empty}`
}

/** Holds a length against operators of numbers. */
function judgeLength({ value }: Actual, bounds: readonly Expectation[]): Verdict | undefined {
  const length = lengthOf(value)
  if (length === undefined) return unfit({ value }, 'length unknown')
  for (const bound of bounds) {
    const verdict = judgeValue({ value: length, textual: false }, bound)
    if (verdict !== undefined) return { ...verdict, got: `${printValue(value)} (length ${length})` }
  }
  return undefined
}

const differences = lazyPart(() => import('./differences.ts'))

const mayDiffer: ReadonlySet<string> = new Set(['equals', 'same-as', 'matches'])

/** Where two large values differ. What finds it is loaded only for a failure that needs it. */
function differencesIn(value: Actual['value'], expectation: Expectation): Differences | undefined {
  const isPlain = !isCollection(value)
  if (isPlain && !(typeof value === 'string' && typeof expectation.expected === 'string')) return undefined
  return differences().differencesOf(value, expectation)
}

function explain(operator: Operator, actual: Actual, { expected }: Expectation): string | undefined {
  const explanation = operator.explain?.(actual, expected)
  if (explanation !== undefined) return explanation
  const isText = typeof actual.value === 'string'
  const isAlike =
    isText !== (typeof expected === 'string') && printValue(actual.value) === printValue(expected)
  return isAlike ? (isText ? 'text' : jsonType(actual.value)) : undefined
}
