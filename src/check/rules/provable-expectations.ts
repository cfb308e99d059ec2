import { factsOf } from '../../actions/index.ts'
import type { Expectation, FoundExtract, Validation } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import { endTargets, isConditional } from '../../model/targets-of.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, type Rule } from '../rule.ts'

/**
 * What is expected can fail, and what is asked before can be so: both are tried with made answers. Most of what suites
 * expect is a plain value of a place in the answer, of which there certainly is another; only the rest is tried. Saved
 * scripts of Postman may expect anything.
 */
export const provableExpectations: Rule = (parsed, facts) => {
  if (facts.isSaved === true) return none
  const tried = allSteps(parsed).filter(
    step => asks(step) || everyTarget(parsed, step).some(one => mayBeIdle(one, step)),
  )
  if (tried.length === 0) return none
  return import('../trials/index.ts').then(({ triedProblems }) => triedProblems(parsed, facts, tried))
}

const none: readonly Problem[] = []

/** Whether anything of a step depends on a condition. */
function asks(step: Step): boolean {
  const { action, when, validations, extracts, retry, input } = step
  return (
    when.length > 0 ||
    (retry?.stopWhen.length ?? 0) > 0 ||
    input['none'] === true ||
    endTargets(step).length > 0 ||
    validations.some(isConditional) ||
    (factsOf(action).readsCalls === true && validations.length > 0) ||
    extracts.some(isConditional)
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
  const isMade = step.steps !== undefined || factsOf(step.action).messages !== undefined
  if (isMade || closed.has(target.kind) || expectations.some(holdsMore)) return true
  if (expectations.some(isMadeAnew)) return true
  // Plain paths lead to single values, and a list is mostly looked at in ways that say something of each item.
  if (target.kind === 'json-path' && target.path.includes('?')) return true
  return (target.kind === 'status' || target.kind === 'text') && expectations.some(isNoValue)
}

function holdsMore({ inner }: Expectation): boolean {
  return inner !== undefined
}

/** What must not be there is perhaps made by a built-in variable, so that it cannot be. */
function isMadeAnew({ operator, expected }: Expectation): boolean {
  return operator.startsWith('not-') && typeof expected === 'string' && expected.includes('{{$')
}

function isNoValue({ operator }: Expectation): boolean {
  return operator !== 'equals'
}
