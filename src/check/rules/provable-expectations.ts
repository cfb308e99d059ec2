import { factsOf } from '../../actions/index.ts'
import type { Expectation, FoundExtract, TargetValidation, Validation } from '../../model/expectation.ts'
import type { Mock } from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import { isPlainPath } from '../../json-path/index.ts'
import type { Span } from '../../model/span.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import type { Step } from '../../model/suite.ts'
import { conditionTargets, endTargets, isConditional, routeConditions } from '../../model/targets-of.ts'
import { mayContradict } from '../may-contradict.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, type Rule } from '../rule.ts'

/**
 * An expectation can fail, and a condition before it can be met: both are tried with made answers. Most of what suites
 * expect is a plain value of a place in the answer, of which there certainly is another; only the rest is tried. Saved
 * scripts of Postman may expect anything.
 */
export const provableExpectations: Rule = (parsed, facts) => {
  if (facts.isSaved === true) return none
  const tried = allSteps(parsed).filter(
    step =>
      facts.answers?.has(step) === true ||
      asks(step) ||
      mayContradict(step) ||
      everyTarget(parsed, step).some(one => mayBeIdle(one, step)),
  )
  if (tried.length === 0 && !parsed.suite.mocks.some(asksForRequests)) return none
  const played = tried.flatMap(step => playable(step).map(one => [step, one] as const))
  return import('../trials/index.ts').then(async ({ triedProblems }) => {
    const found = onePerPlace(await triedProblems(parsed, facts, tried))
    const others = played.filter(
      ([, one]) => !found.some(({ span }) => span !== undefined && isWithin(span, one)),
    )
    const asking = tried.filter(asksForVariable)
    if (others.length === 0 && asking.length === 0) return found
    const { worldProblems } = await import('../worlds/index.ts')
    const more = await worldProblems(parsed, facts, others, asking)
    return [...found, ...more.filter(one => !found.some(({ span }) => isAt(span, one.span)))]
  })
}

function asksForRequests({ routes }: Mock): boolean {
  return routes.some(route => routeConditions(route).some(isConditional))
}

/** The first problem at each place: one that follows from it says no more. */
function onePerPlace(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((one, index) => problems.findIndex(({ span }) => isAt(span, one.span)) === index)
}

/** True where something has been said of a validation already. */
function isWithin(said: Span, { span, expectations }: TargetValidation): boolean {
  return [span, ...expectations.map(one => one.span)].some(one => isAt(said, one))
}

function isAt(span: Span | undefined, other: Span | undefined): boolean {
  return span?.start.line === other?.start.line && span?.start.column === other?.start.column
}

/** True where a step, or a part of one, counts or not because of a variable. */
function asksForVariable({ when, validations, extracts }: Step): boolean {
  return (
    when.length > 0 ||
    [...validations, ...extracts].some(one =>
      conditionTargets(one).some(({ target }) => target.kind === 'variable'),
    )
  )
}

/** The validations of a step that may hold whatever is answered, which playing the suite shows. */
function playable(step: Step): readonly TargetValidation[] {
  const isOwn = step.steps !== undefined || factsOf(step.action).setsVariables === true
  return [...step.validations, ...endTargets(step).slice(0, 1)].filter(
    (one): one is TargetValidation =>
      'expectations' in one &&
      (isOwn ||
        one.target.kind === 'variable' ||
        isBoundByVariable(one) ||
        mayBeImplied(one) ||
        looksAtOwnExtract(one, step)),
  )
}

/** True where something is compared with what the step takes out of the same part of the same answer. */
function looksAtOwnExtract({ target, expectations }: TargetValidation, { extracts }: Step): boolean {
  // A filter may select nothing in what is made.
  if (extracts.length === 0 || !expectations.some(isWritten)) return false
  if (target.kind === 'json-path' && target.path.includes('?')) return false
  const written = expectations.filter(isWritten)
  const text = JSON.stringify(written.map(({ expected }) => expected))
  return extracts.some(
    one => 'target' in one && one.target.kind === target.kind && text.includes(`{{${one.variable}`),
  )
}

function isWritten({ expected }: Expectation): boolean {
  return holdsBraces(expected)
}

/** Without a condition, what is expected of an answer fails where there is nothing. */
function mayBeImplied(one: TargetValidation): boolean {
  if (!isConditional(one)) return false
  const { target } = one
  return (
    (target.kind === 'json-path' && !isPlainPath(target.path)) ||
    [one, ...conditionTargets(one)].some(
      part =>
        part.target.kind === 'variable' || part.expectations.some(({ expected }) => holdsBraces(expected)),
    )
  )
}

/** True where something that is always there is compared with a variable, and not for being just that. */
function isBoundByVariable({ target, expectations }: TargetValidation): boolean {
  return (
    alwaysThere.has(target.kind) &&
    expectations.some(({ operator, expected }) => operator !== 'equals' && holdsBraces(expected))
  )
}

const alwaysThere: ReadonlySet<Validation['target']['kind']> = new Set(['status', 'text', 'time', 'size'])

const none: readonly Problem[] = []

/** True where anything of a step depends on a condition. */
function asks(step: Step): boolean {
  const { action, when, validations, extracts, retry, input } = step
  const { isBodyless, answer } = factsOf(action)
  return (
    when.length > 0 ||
    (retry?.stopWhen.length ?? 0) > 0 ||
    input['none'] === true ||
    endTargets(step).length > 0 ||
    validations.some(isConditional) ||
    (answer !== undefined && validations.some(one => 'schema' in one)) ||
    extracts.some(isConditional) ||
    (extracts.length > 0 && isBodyless?.(input) === true)
  )
}

/** The targets that are always there, or of few kinds. */
const closed: ReadonlySet<Validation['target']['kind']> = new Set([
  'time',
  'size',
  'xpath',
  'variable',
  'url',
  'certificate',
])

function mayBeIdle(item: Validation | FoundExtract, step: Step): boolean {
  if (!('expectations' in item)) return false
  const { target, expectations } = item
  // The answer of a group is what its steps left behind, and that of a stream a list.
  const { messages, answer } = factsOf(step.action)
  const isMade = step.steps !== undefined || messages !== undefined || answer !== undefined
  if (isMade || closed.has(target.kind) || expectations.some(holdsMore)) return true
  if (expectations.some(isMadeAnew) || looksAtOwnExtract(item, step)) return true
  // Plain paths lead to single values, and a list is mostly looked at in ways that say something of each item.
  if (target.kind === 'json-path' && target.path.includes('?')) return true
  return (target.kind === 'status' || target.kind === 'text') && expectations.some(isNoValue)
}

function holdsMore({ inner }: Expectation): boolean {
  return inner !== undefined
}

/** A value that must not be there is perhaps made by a built-in variable, in a variable of the suite, too, so that it cannot be. */
function isMadeAnew({ operator, expected }: Expectation): boolean {
  return operator.startsWith('not-') && holdsBraces(expected)
}

function isNoValue({ operator }: Expectation): boolean {
  return operator !== 'equals'
}
