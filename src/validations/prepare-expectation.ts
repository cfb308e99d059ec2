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
import { printBeginning, printValue } from './print-value.ts'
import { emptyOperand, insteadOfOneValue, neverEmpty, unfitForWhole } from './several-values.ts'
import { expectedNumber } from './to-number.ts'

type Found = Selected & { readonly found: true }

/** Compares what was selected with what is expected of it. To be called inside of `whenLoaded`. */
export type Compare = (selected: Selected) => ValidationResult

/**
 * Prepares comparing with what is expected. `subject` is the target's name in failure texts: `body-json-path $.name:
 * Expected equals Ada, got Bob`. A value that is missing fails every operator but `exists: false`, and a query that selects
 * none fails the negated ones, so that a misspelt name never passes. So does an operand that has become empty, and an
 * operator of one value where there may be several. Where nothing of the kind is wanted (`isNegated`), what nearly is as
 * expected passes, too.
 */
export function prepareExpectation(subject: string, expectation: Expectation, isNegated = false): Compare {
  const { operator, expected, span } = expectation
  const comparing = plainOperator(expectation)
  const passing: ValidationResult = { subject, operator, expected, passed: true, messages: none, span }
  return selected => {
    let verdict: Verdict | undefined
    try {
      if (comparing !== undefined && holdsPlainly(selected, comparing, expectation)) return passing
      verdict = judge(selected, expectation, subject, isNegated)
    } catch (error) {
      verdict = { got: `a value that could not be compared: ${defeatOf(error)}`, unfit: true }
    }
    if (verdict === undefined || 'isNear' in verdict) return passing
    return { ...passing, passed: false, messages: messagesOf(subject, expectation, verdict) }
  }
}

/** Compares what was selected with everything expected of it; one result per expectation, in their order. */
export function evaluateExpectations(
  subject: string,
  selected: Selected,
  expectations: readonly Expectation[],
): readonly ValidationResult[] {
  return expectations.map(expectation => prepareExpectation(subject, expectation)(selected))
}

/** The operator where it compares one value with an operand of which nothing more is to be said. */
function plainOperator(expectation: Expectation): Operator | undefined {
  const { operator, expected, inner } = expectation
  if (isQuantifier(operator) || inner !== undefined) return undefined
  const mayProveNothing = typeof expected === 'object' && expected !== null && neverEmpty.has(operator)
  return mayProveNothing || emptyOperand(expectation) !== undefined ? undefined : operators[operator]
}

/** Whether one value that is no list and no object is as expected: nothing else can be wrong with it. */
function holdsPlainly(selected: Selected, comparing: Operator, expectation: Expectation): boolean {
  if (!selected.found || selected.several !== undefined) return false
  const { value, textual } = selected
  if (typeof value === 'object' && value !== null && !textual) return false
  if (comparing.unfit?.(selected, expectation) !== undefined) return false
  return comparing.holds(selected, expectation.expected)
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

/** What was found instead of what was expected; undefined when the expectation holds. */
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
  if (broken !== undefined) return broken
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

/** Whether it would hold for nearly anything, or looks at items, so that a path that selects no value must not pass it. */
function wantsSomething({ operator, expected, inner }: Expectation): boolean {
  if (isQuantifier(operator)) return true
  // A bound from above is met by nothing, too: whoever wants that names the 0.
  if (operator === 'has-length') return inner?.every(bound => expectedNumber(bound.expected) !== 0) ?? false
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
  return operator === 'matches' ? empty : `${JSON.stringify(expected)} is empty: ${empty}`
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
  const isPlain = typeof value !== 'object' || value === null
  if (isPlain && !(typeof value === 'string' && typeof expectation.expected === 'string')) return undefined
  return differences().differencesOf(value, expectation)
}

function explain(operator: Operator, actual: Actual, { expected }: Expectation): string | undefined {
  const explanation = operator.explain?.(actual, expected)
  if (explanation !== undefined) return explanation
  const looksTheSame = typeof actual.value === 'string' && typeof expected !== 'string'
  return looksTheSame && printValue(actual.value) === printValue(expected) ? 'text' : undefined
}
