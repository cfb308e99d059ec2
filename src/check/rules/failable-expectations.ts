import { factsOf } from '../../actions/index.ts'
import { type Expectation, isQuantifier, type TargetValidation } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import { foundJson, foundStatus, type Selected } from '../../extracts/selected.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { evaluateExpectations } from '../../validations/prepare-expectation.ts'
import { inMilliseconds } from '../../validations/judge-exchange.ts'
import { finalStatuses } from '../../validations/status-words.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/**
 * What is expected of a status, a time or a length does not hold for every one that there may be: it would prove nothing,
 * and such a status would even let every answer pass. Who wants that says `status: { at-least: 100 }`, as imports of
 * Postman do, whose saved scripts may expect anything.
 */
export const failableExpectations: Rule = (parsed, { isSaved = false }) => {
  if (isSaved) return []
  const open: { step: Step; item: TargetValidation }[] = []
  allSteps(parsed).forEach(step => {
    everyTarget(parsed, step).forEach(item => {
      if ('expectations' in item && mayBeIdle(item)) open.push({ step, item })
    })
  })
  return open.length === 0 ? [] : idleProblems(parsed, open)
}

/** Whether something is said of a status that is not one, of a time, or of a length. */
function mayBeIdle({ target, expectations }: TargetValidation): boolean {
  if (target.kind === 'time' || target.kind === 'size' || expectations.some(asksForInner)) return true
  return target.kind === 'status' && expectations.some(mayHoldForMany)
}

function asksForInner({ inner }: Expectation): boolean {
  return inner !== undefined
}

function mayHoldForMany({ operator }: Expectation): boolean {
  return operator !== 'equals'
}

async function idleProblems(
  parsed: ParsedSuite,
  open: readonly { readonly step: Step; readonly item: TargetValidation }[],
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const { step, item } of open)
    for (const { expectation, what, instead } of await idleIn(item, step)) {
      const message = `this holds for every ${what}, and so proves nothing: write ${instead}`
      const hint = what === 'status' ? 'Where every status is right, write at-least: 100.' : undefined
      problems.push(
        problemAt(parsed.source, expectation.span, 'bad-value', message, hint === undefined ? {} : { hint }),
      )
    }
  return problems
}

interface Idle {
  readonly expectation: Expectation
  readonly what: 'status' | 'time' | 'size' | 'length'
  readonly instead: string
}

async function idleIn({ target, expectations }: TargetValidation, step: Step): Promise<readonly Idle[]> {
  const found: Idle[] = []
  const [first] = expectations
  if (first === undefined) return found
  const { statuses: known } = factsOf(step.action)
  const statuses = known === undefined ? [] : finalStatuses(known).map(foundStatus)
  if (target.kind === 'status' && !isAnyStatus(expectations) && (await holdForAll(expectations, statuses))) {
    const instead = `those that are right, such as ${known?.examples ?? ''}`
    found.push({ expectation: first, what: 'status', instead })
  }
  if (target.kind === 'time' && (await holdForAll(expectations.map(inMilliseconds), times(expectations))))
    found.push({ expectation: first, what: 'time', instead: 'what is too long, such as less-than: 2s' })
  if (target.kind === 'size' && (await holdForAll(expectations, sizes(expectations))))
    found.push({ expectation: first, what: 'size', instead: 'at-least: 1' })
  for (const one of expectations.flatMap(lengths))
    if (await holdForAll(one.inner ?? [], sizes(one.inner ?? [])))
      found.push({ expectation: one, what: 'length', instead: 'at-least: 1, or has-type for the type alone' })
  return found
}

/** Whether all of this holds for each of the values. What has placeholders, or is another slip, is not known to. */
async function holdForAll(
  expectations: readonly Expectation[],
  values: Iterable<Selected>,
): Promise<boolean> {
  const isKnown = expectations.every(
    ({ operator, expected }) => !isQuantifier(operator) && !JSON.stringify(expected).includes('{{'),
  )
  if (!isKnown || expectations.every(({ operator }) => operator === 'equals')) return false
  let some = false
  for (const value of values) {
    some = true
    const results = await whenLoaded(() => evaluateExpectations('', value, expectations))
    if (results.some(({ passed }) => !passed)) return false
  }
  return some
}

/** What is written, and imported, where every status is right on purpose. */
function isAnyStatus([first, ...more]: readonly Expectation[]): boolean {
  return more.length === 0 && first?.operator === 'at-least' && first.expected === 100
}

function times(expectations: readonly Expectation[]): readonly Selected[] {
  const named = expectations
    .map(inMilliseconds)
    .flatMap(around)
    .filter(time => time > 0)
  return [0.1, 1, 1000, 3_600_000, 1e12, ...named].map(foundJson)
}

function sizes(expectations: readonly Expectation[]): readonly Selected[] {
  return [0, 1, 1e9, ...expectations.flatMap(around).filter(size => size >= 0)].map(foundJson)
}

/** The numbers that are named, with those beside them. */
function around({ expected }: Expectation): readonly number[] {
  return [expected].flat().flatMap(one => {
    const number = expectedNumber(one)
    return number === undefined ? [] : [Number(number) - 1, Number(number), Number(number) + 1]
  })
}

/** The lengths that are expected anywhere in it. */
function lengths(expectation: Expectation): readonly Expectation[] {
  const { operator, inner } = expectation
  if (inner === undefined) return []
  return operator === 'has-length' ? [expectation] : inner.flatMap(lengths)
}
