import { bodyLimit } from '../../actions/body/limits.ts'
import { factsOf } from '../../actions/index.ts'
import type { Selected } from '../../extracts/selected.ts'
import { resultOfXPath } from '../../extracts/xpath/index.ts'
import {
  type Expectation,
  isQuantifier,
  type Target,
  type TargetValidation,
} from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { valueText } from '../../util/value-text.ts'
import { inMilliseconds } from '../../validations/judge-exchange.ts'
import { problemAt } from '../rule.ts'
import type { Constants } from './constants.ts'
import { domainOf, emptyAnswer } from './domain.ts'
import { madeJson, madeNumbers, madeTexts } from '../made/values.ts'
import { type MadeVariables, variableOfGroup } from './made-variables.ts'
import { sameForAll, seemsNever } from './same-for-all.ts'
import { cannotFail, cannotHold, fits, reasonAgainst } from './verdicts.ts'
import type { Domain } from './answer-shape.ts'

/** A step whose expectations are tried. */
export interface Tried {
  readonly step: Step
  readonly constants: Constants
  readonly variables: MadeVariables
  /** The answer comes from where the step asks, in any case. */
  readonly staysWhereAsked: boolean
}

/** Something that is expected and holds whatever is answered. */
interface Idle {
  readonly expectation: Expectation
  readonly why: string
  readonly hint?: string
  readonly severity?: Problem['severity']
}

/** The expectations of a target that no answer can fail. To be called inside of `whenLoaded`. */
export function idleProblems(
  { source }: ParsedSuite,
  tried: Tried,
  item: TargetValidation,
): readonly Problem[] {
  return idleIn(tried, item).map(({ expectation, why, ...more }) =>
    problemAt(source, expectation.span, 'bad-value', why, more),
  )
}

function idleIn(tried: Tried, item: TargetValidation): readonly Idle[] {
  const { target, expectations } = item
  const [first] = expectations
  if (first !== undefined && target.kind === 'url' && tried.staysWhereAsked)
    return [{ expectation: first, ...ofOwnUrl, ...(isAlone(tried.step) ? {} : { severity: 'warning' }) }]
  const filled = tried.constants.filled(expectations)
  if (first === undefined || filled === undefined) return []
  const fresh = filled.filter(one => isFreshDenied(one, tried.constants))
  if (fresh.length > 0)
    return fresh.map(expectation => ({
      expectation,
      why: `"${expectation.operator}": this is made anew each time, so that no answer has it`,
    }))
  const within = filled.flatMap(idleWithin)
  if (within.length > 0) return within
  const wanted = target.kind === 'time' ? filled.map(inMilliseconds) : filled
  const idle = idleExpression(tried, item, wanted) ?? idleDomain(tried, item, wanted)
  return idle === undefined ? [] : [{ expectation: first, ...idle }]
}

type Reason = Omit<Idle, 'expectation'>

/** The reason that an expression itself proves nothing, whatever document it is asked of. */
function idleExpression(
  { step, constants }: Tried,
  item: TargetValidation,
  wanted: readonly Expectation[],
): Reason | undefined {
  const { target } = item
  if (target.kind === 'xpath' && resultOfXPath(target.expression) === 'constant')
    return { why: `"${target.expression}" is the same for every document: write a path` }
  const same = sameForAll(item, wanted, constants)
  const why = 'this holds for every document, whatever is in it'
  if (same !== undefined) return { why, ...(same === 'surely' ? {} : { severity: 'warning' }) }
  const isFilter = target.kind === 'json-path' && target.path.includes('?')
  if (!isFilter || !step.validations.some(one => one === item) || !selectsNothing(item)) return undefined
  return {
    why: 'this filter seems to select nothing, whatever is answered',
    hint: 'Write && for what must all be so, || for a choice.',
    severity: 'warning',
  }
}

/** The reason that all values which a target may have are as expected. */
function idleDomain(
  { step, constants, variables }: Tried,
  { target, expectations }: TargetValidation,
  wanted: readonly Expectation[],
): Reason | undefined {
  if (target.kind === 'status' && isAnyStatus(expectations)) return undefined
  const name = target.kind === 'variable' ? target.name : variableOfGroup(target, step)
  const made = name === undefined ? undefined : variables.domainOf(name, step, wanted, constants)
  // Nobody knows what scripts make of a variable that has no made values.
  const isUnknown = target.kind === 'variable' && made === undefined && variables.areScripted
  const domain = isUnknown ? undefined : (made ?? domainOf(target, step, wanted, constants))
  const kind = name === undefined ? target.kind : 'variable'
  if (domain === undefined || !isTried(kind, wanted, domain) || !cannotFail(domain, wanted)) return undefined
  const isEmpty = domain.called === emptyAnswer
  // A suite may say that there is no body, to be plain.
  if (isEmpty && !bodiesFor(target, wanted).some(one => fits(one, wanted))) return undefined
  // A suite may try what is made of a value that it sets.
  const isOwn =
    made === undefined
      ? constants.isByChance(name ?? '')
      : made.isComplete === true &&
        made.isOwn === true &&
        (variables.areScripted || constants.valuesOf(name ?? '') === undefined)
  return { ...wordsFor(step, kind, domain), ...(isEmpty || isOwn ? { severity: 'warning' } : {}) }
}

const ofOwnUrl = {
  why: 'no redirect is followed here, so that the answer always comes from the URL that was asked',
  hint: 'Add follow-redirects: true, or look at header location.',
}

/** The values of a target in answers with a body. */
function bodiesFor({ kind }: Target, expectations: readonly Expectation[]): readonly Selected[] {
  if (kind === 'size') return madeNumbers(expectations, size => size > 0)
  const made = kind === 'text' ? madeTexts(expectations) : madeJson(expectations)
  return made.filter(one => one.found && !nothings.has(valueText(one.value)))
}

/** The texts of values that may stand for nothing. */
const nothings: ReadonlySet<string> = new Set(['', 'null', '[]', '{}'])

/** True where a step looks at nothing but where its answer came from. */
function isAlone({ validations }: Step): boolean {
  return validations.every(one => one.target.kind === 'url')
}

function selectsNothing(item: TargetValidation): boolean {
  return seemsNever(item, [{ operator: 'exists', expected: true, span: item.span }])
}

/** One value alone is always another than some, unless there is only one. */
function isTried(
  kind: TargetValidation['target']['kind'],
  expectations: readonly Expectation[],
  { isComplete }: Domain,
): boolean {
  return (
    kind === 'variable' || isComplete === true || expectations.some(({ operator }) => operator !== 'equals')
  )
}

/** True for what is written, and imported, where every status is right on purpose. */
export function isAnyStatus([first, ...more]: readonly Expectation[]): boolean {
  return more.length === 0 && first?.operator === 'at-least' && first.expected === 100
}

function wordsFor(
  { action }: Step,
  kind: TargetValidation['target']['kind'],
  { values, called = '', isOwn }: Domain,
): Pick<Idle, 'why' | 'hint'> {
  if (kind === 'variable' && values.every(one => !one.found))
    return {
      why: `nothing ever sets ${called}, so that this always holds`,
      hint: 'Look at its name, or take it out.',
    }
  if (kind === 'variable')
    return {
      why: `this holds for all that ${called} can be${isOwn === true ? ': nothing sets it but the suite itself' : ''}`,
      hint: 'Look at what is answered.',
    }
  if (called === emptyAnswer)
    return {
      why: 'an answer to HEAD, or with status 204 or 304, has no body, so that this always holds',
      hint: 'Look at its status and headers.',
    }
  const instead: Readonly<Record<string, string>> = {
    status: `those that are right, such as ${factsOf(action).statuses?.examples ?? ''}`,
    time: 'what is too long, such as less-than: 2s',
    size: 'at-least: 1',
    url: 'where it must come from, such as ends-with: /login',
    certificate: 'what is right in it',
    text: 'what stands in it, such as contains: Welcome',
  }
  const better =
    (called === 'answer' ? 'what is right in it' : instead[kind]) ?? 'at-least: 1, or what is right'
  const why = `this holds for every ${called}, and so proves nothing: write ${better}`
  if (kind === 'status') return { why, hint: 'Where every status is right, write at-least: 100.' }
  return { why }
}

/** True where something must not be there that nobody can know of. */
function isFreshDenied({ operator, expected, inner = [] }: Expectation, constants: Constants): boolean {
  if (operator === 'each') return inner.some(one => isFreshDenied(one, constants))
  const isDenied = operator === 'none' || operator.startsWith('not-')
  return isDenied && [expected, ...inner.map(one => one.expected)].some(one => constants.isFresh(one))
}

/** Expectations of a length that every length meets, and of `none` that no item can meet. */
function idleWithin(expectation: Expectation): readonly Idle[] {
  const { operator, inner } = expectation
  if (inner === undefined) return []
  if (operator === 'has-length') {
    const lengths = {
      values: madeNumbers(inner, one => one >= 0 && one <= bodyLimit && Number.isInteger(one)),
      isClosed: true,
    } as const
    const why = `this holds for every length, and so proves nothing: write at-least: 1, or has-type for the type alone`
    return inner.some(one => one.operator !== 'equals') && cannotFail(lengths, inner)
      ? [{ expectation, why }]
      : []
  }
  const found = inner.flatMap(idleWithin)
  if (found.length > 0 || operator !== 'none' || inner.some(one => isQuantifier(one.operator))) return found
  const isJudged = madeJson(inner).some(one => one.found && inner.every(each => fits(one, [each])))
  const items = { values: madeJson(inner) }
  if (isJudged || !cannotHold(items, inner)) return []
  const reason = reasonAgainst(items, inner)
  const why = '"none": no item can ever be all of this, so that it always holds'
  return [{ expectation, why: reason === undefined ? why : `${why} (${reason})` }]
}
