import { factsOf } from '../../actions/index.ts'
import type { Selected } from '../../extracts/selected.ts'
import { targetPlace, targetSubject } from '../../extracts/target-subject.ts'
import type {
  AnswerCondition,
  Condition,
  Conditional,
  Expectation,
  TargetValidation,
} from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Span } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import { isConditional } from '../../model/targets-of.ts'
import { inMilliseconds } from '../../validations/judge-exchange.ts'
import { isCollection, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import type { Constants } from './constants.ts'
import { neverBeside } from './beside.ts'
import { type Acting, domainOf, emptyAnswer } from './domain.ts'
import { noneIsSo } from './lists.ts'
import { seemsNever } from './same-for-all.ts'
import { areDecidedTogether, cannotHold, fits, type NeverMet, reasonAgainst } from './verdicts.ts'
import type { Domain } from './answer-shape.ts'

/** Everything that is said of one subject. */
interface Said {
  readonly subject: string
  readonly domain: Domain
  readonly when: readonly Part[]
  readonly unless: readonly (readonly Part[])[]
  /** The expectations that the step has of it in any case. */
  readonly also: readonly Part[]
}

interface Part {
  readonly expectations: readonly Expectation[]
  readonly span: Span
}

/** The first condition that keeps something from counting in any case. To be called inside of `whenLoaded`. */
export function neverCounts(
  { when = [], unless = [] }: Conditional,
  step: Acting,
  constants: Constants,
  also: readonly TargetValidation[] = [],
): NeverMet | undefined {
  const targets = [...when, ...unless].flatMap(one => one.targets)
  const asked = when.flatMap(one => one.targets).find(one => asksForFresh(one, constants))
  if (asked !== undefined)
    return {
      subject: targetSubject(asked.target),
      span: asked.span,
      reason: 'can never be what is made anew each time',
    }
  const places = [...new Set(targets.map(({ target }) => targetPlace(target)))]
  for (const place of places) {
    const said = saidOf(place, { when, unless, also }, step, constants)
    const met = said === undefined ? undefined : neverSo(said)
    if (met !== undefined) return met
  }
  const wanted = when.flatMap(one => one.targets)
  return neverBeside(wanted, also, step, constants) ?? seldomMet(wanted, constants)
}

/** The first condition on an expression that nothing which is made of its words meets. */
function seldomMet(asked: readonly TargetValidation[], constants: Constants): NeverMet | undefined {
  const found = asked.find(one => {
    const filled = constants.filled(one.expectations)
    return filled !== undefined && seemsNever(one, filled)
  })
  if (found === undefined) return undefined
  return {
    subject: targetSubject(found.target),
    span: found.span,
    reason: 'seems never to be so',
    isLikely: true,
  }
}

/** True where something must be there that nobody can know of. */
function asksForFresh({ target, expectations }: TargetValidation, constants: Constants): boolean {
  if (target.kind === 'variable') return false
  return (constants.filled(expectations) ?? []).some(
    ({ operator, expected }) => pinning.has(operator) && constants.isFresh(expected),
  )
}

const pinning: ReadonlySet<Expectation['operator']> = new Set([
  ...(['equals', 'same-as', 'contains', 'starts-with', 'ends-with'] as const),
])

interface Conditions {
  readonly when: readonly AnswerCondition[]
  readonly unless: readonly AnswerCondition[]
  readonly also: readonly TargetValidation[]
}

function saidOf(
  place: string,
  { when, unless, also }: Conditions,
  step: Acting,
  constants: Constants,
): Said | undefined {
  const ofSubject = (targets: readonly TargetValidation[]): readonly TargetValidation[] =>
    targets.filter(({ target }) => targetPlace(target) === place)
  const filled = (targets: readonly TargetValidation[]): readonly Part[] =>
    targets.flatMap(({ target, expectations, span }) => {
      const known = constants.filled(expectations)
      if (known === undefined) return []
      return [{ expectations: target.kind === 'time' ? known.map(inMilliseconds) : known, span }]
    })
  // A list under `unless` of which one part is of another subject may be kept from holding by that.
  const own = unless.filter(({ targets }) => ofSubject(targets).length === targets.length)
  const parts = own
    .map(({ targets }) => filled(targets))
    .filter((known, index) => known.length === own[index]?.targets.length)
  const wanted = filled(ofSubject(when.flatMap(one => one.targets)))
  const others = filled(ofSubject(also))
  const all = [...wanted, ...parts.flat(), ...others].flatMap(one => one.expectations)
  const target = [...when, ...unless].flatMap(one => ofSubject(one.targets))[0]?.target
  // A bound that is no number, such as `1kB`, is told at its place.
  if (measured.has(target?.kind) && all.some(isNoBound)) return undefined
  const domain = target === undefined ? undefined : domainOf(target, step, all, constants)
  if (domain === undefined || target === undefined) return undefined
  return { subject: targetSubject(target), domain, when: wanted, unless: parts, also: others }
}

const measured: ReadonlySet<TargetValidation['target']['kind'] | undefined> = new Set(['time', 'size'])

function isNoBound({ operator, expected }: Expectation): boolean {
  return orders.has(operator) && expectedNumber(expected) === undefined
}

function neverSo({ subject, domain, when, unless, also }: Said): NeverMet | undefined {
  const [first] = when
  const wanted = when.flatMap(one => one.expectations)
  const isNever = cannotHold(domain, wanted) || noneIsSo(domain, wanted)
  if (first !== undefined && isNever && !isSwitch(domain, wanted))
    return { subject, span: first.span, reason: because('can never be so', reasonAgainst(domain, wanted)) }
  const required = [...wanted, ...also.flatMap(one => one.expectations)]
  const isBarred = cannotHold(domain, required) || noneIsSo(domain, required)
  if (first !== undefined && also.length > 0 && isBarred)
    return {
      subject,
      span: first.span,
      reason: 'cannot be so where the step passes, which wants something else of it',
    }
  const denied = unless[0]?.[0]
  const rest: Selected[] = domain.values.filter(value => fits(value, required))
  const isLeft = rest.some(value =>
    unless.every(parts => !parts.every(part => fits(value, part.expectations))),
  )
  const isKnown = domain.isClosed === true || required.length > 0
  const isDecided =
    domain.isComplete === true ||
    areDecidedTogether([...required, ...unless.flat(2).flatMap(one => one.expectations)])
  if (
    denied === undefined ||
    isLeft ||
    !isKnown ||
    !isDecided ||
    rest.length === 0 ||
    isSwitch(
      domain,
      unless.flat(2).flatMap(one => one.expectations),
    )
  )
    return undefined
  return { subject, span: denied.span, reason: 'is always so, or the step does not pass' }
}

function isMistold({ expectations }: Condition): boolean {
  return expectations.length === 0 || expectations.some(({ expected }) => isObject(expected))
}

function because(what: string, reason: string | undefined): string {
  return reason === undefined ? what : `${what} (${reason})`
}

/** The conditions of a step. */
export function conditionsOf({ when }: Step): Conditional {
  const targetsIf = (isDenied: boolean): readonly TargetValidation[] =>
    when
      .filter(one => (one.isDenied === true) === isDenied)
      .map(({ variable, expectations, span }) => ({
        target: { kind: 'variable', name: variable },
        expectations,
        span,
      }))
  const denied = targetsIf(true)
  return {
    when: targetsIf(false).map(one => ({ targets: [one] })),
    unless: denied.length === 0 ? [] : [{ targets: denied }],
  }
}

/** Why a step never runs, whatever the variables are that its conditions ask about. To be called inside of `whenLoaded`. */
export function neverRuns(step: Step, constants: Constants): NeverMet | undefined {
  // A mapping is no value of these, which the schema tells.
  if (step.when.some(isMistold)) return undefined
  return switched(conditionsOf(step), step, constants, step.when)
}

/** The same of a part of a step: what depends on a variable of the suite counts where a run gives it another value. */
export function neverCountsHere(
  part: Conditional,
  step: Step,
  constants: Constants,
  also?: readonly TargetValidation[],
): NeverMet | undefined {
  const asked = [...(part.when ?? []), ...(part.unless ?? [])].flatMap(({ targets }) => targets)
  const ofVariables = asked.flatMap(({ target, ...one }) =>
    target.kind === 'variable' ? [{ variable: target.name, ...one }] : [],
  )
  return switched(part, step, constants, ofVariables, also)
}

function switched(
  conditions: Conditional,
  step: Step,
  constants: Constants,
  asked: readonly Condition[],
  also?: readonly TargetValidation[],
): NeverMet | undefined {
  const met = neverCounts(conditions, step, constants, also)
  if (met === undefined || asked.length === 0 || asked.some(one => isMistaken(one, constants))) return met
  const isOfConstant =
    neverCounts(conditions, step, { ...constants, valuesOf: () => undefined }, also) === undefined
  return isOfConstant ? { ...met, isOfConstant } : met
}

/** A comparison with what the variable is not meant to be: of another kind, or written in other letters. */
function isMistaken({ variable, expectations, isDenied }: Condition, constants: Constants): boolean {
  if (isDenied === true) return false
  const values = constants.valuesOf(variable) ?? []
  return expectations.some(one => values.some(value => isOfOtherKind(value, one)))
}

function isOfOtherKind(value: JsonValue, { operator, expected }: Expectation): boolean {
  if (orders.has(operator)) return expectedNumber(value) === undefined
  if (operator !== 'equals') return false
  const isOtherCase = valueText(value).toLowerCase() === valueText(expected).toLowerCase()
  return isCollection(value) !== isCollection(expected) || (value !== expected && isOtherCase)
}

const orders: ReadonlySet<Expectation['operator']> = new Set([
  'greater-than',
  'less-than',
  'at-least',
  'at-most',
])

/** A variable that turns something on or off: another may be given by whoever runs the suite. */
function isSwitch({ values, called, ...domain }: Domain, expectations: readonly Expectation[]): boolean {
  const [only, ...others] = values
  const isKnown = domain.isComplete === true && domain.isClosed === true && called !== emptyAnswer
  if (!isKnown || others.length > 0 || only?.found !== true) return false
  const isOff = only.value === null || typeof only.value === 'boolean' || only.value === ''
  return isOff || expectations.some(({ operator }) => operator === 'exists')
}

/** The validations of a step that count for every answer. */
export function wantedAnyway(step: Step, isStatusOpen: boolean): readonly TargetValidation[] {
  const plain = step.validations.flatMap(one => ('expectations' in one && !isConditional(one) ? [one] : []))
  const isStatusSaid = step.validations.some(({ target }) => target.kind === 'status')
  const { statuses } = factsOf(step.action)
  if (isStatusOpen) return plain.filter(({ target }) => target.kind !== 'status')
  if (isStatusSaid || statuses === undefined) return plain
  const { span } = step
  const expectations = [{ operator: 'one-of', expected: statuses.usual, span }] as const
  return [...plain, { target: { kind: 'status' }, expectations, span }]
}
