import { factsOf } from '../../actions/index.ts'
import { nothingHeld } from '../../model/contract.ts'
import { errorProblem, type Problem } from '../../model/problem.ts'
import type { RunSummary, StepResult, ValidationResult } from '../../model/result.ts'

/** The facts about a run that show whether it tested anything. */
export interface Seen {
  /** The step whose reason is told where every step was skipped. */
  firstSkipped?: StepResult
  /** The step that is told where no step asked or judged anything. */
  firstIdle?: StepResult
  /** True where a step asked somebody or judged something. */
  hasTested: boolean
  /** A validation that its conditions kept from counting. */
  firstUnjudged?: ValidationResult | undefined
  /** True where a validation counted, or something was taken out of an answer. */
  hasJudged?: boolean
}

/** Notes what a finished step shows of its run. */
export function observeStep(seen: Seen, result: StepResult): void {
  if (result.outcome === 'skipped') seen.firstSkipped ??= result
  else if (seen.hasTested || tests(result)) seen.hasTested = true
  else seen.firstIdle ??= result
  observeValidations(seen, result)
}

function observeValidations(seen: Seen, { validations, extracts, steps = [] }: StepResult): void {
  // Where something was judged, nobody asks what was not.
  if (seen.hasJudged === true) return
  seen.firstUnjudged ??= validations.find(
    ({ skipped, skipReason }) => skipped === true && skipReason !== undefined,
  )
  seen.hasJudged = validations.some(({ skipped }) => skipped !== true) || extracts.some(({ found }) => found)
  for (const step of steps) observeValidations(seen, step)
}

/** True where a step asks somebody or judges something: more than setting variables, waiting and running scripts. */
function tests({ action, outcome, validations, steps = [] }: StepResult): boolean {
  if (outcome === 'skipped') return false
  if (steps.some(tests) || validations.some(({ skipped }) => skipped !== true)) return true
  return factsOf(action).onlyPrepares !== true
}

/**
 * The summary of a run that tested nothing, since every step was skipped, none asked or judged anything, or every
 * validation was skipped: it must not pass for a success. Other summaries stay as they are.
 */
export function rejectIfNothingRan(summary: RunSummary, seen: Seen): RunSummary {
  const { outcome, interrupted, problems, suites } = summary
  const problem = interrupted ? undefined : reasonOf(outcome, seen)
  if (problem === undefined) return summary
  const { passed, errored } = suites
  return {
    ...summary,
    outcome: 'errored',
    exitCode: 2,
    problems: [...problems, problem],
    // Steps may have passed; a run that shows nothing has no file that did.
    suites: { ...suites, passed: 0, errored: errored + passed, flaky: 0 },
  }
}

function reasonOf(outcome: RunSummary['outcome'], seen: Seen): Problem | undefined {
  if (outcome === 'skipped' && seen.firstSkipped !== undefined) return nothingRan(seen.firstSkipped)
  if (outcome !== 'passed') return undefined
  if (seen.hasJudged !== true && seen.firstUnjudged !== undefined) return nothingJudged(seen.firstUnjudged)
  return seen.hasTested || seen.firstIdle === undefined ? undefined : nothingAsked(seen.firstIdle)
}

/**
 * The summary of a run that passed although nothing was held against the description that it names (`--spec`). A part of
 * a run may have no request of it; whoever joins the parts looks at the whole.
 */
export function rejectIfNothingHeld(summary: RunSummary): RunSummary {
  const { coverage, interrupted, outcome, problems } = summary
  const problem = interrupted || outcome !== 'passed' ? undefined : nothingHeld(coverage)
  return problem === undefined
    ? summary
    : { ...summary, outcome: 'errored', exitCode: 2, problems: [...problems, problem] }
}

function nothingRan({ name, skipReason, span }: StepResult): Problem {
  const because = skipReason === undefined ? '' : `: ${skipReason}`
  return errorProblem({
    code: 'nothing-selected',
    message: 'every step was skipped, so nothing was tested',
    span,
    hint: `The first was "${name}"${because}.`,
  })
}

function nothingAsked({ span }: StepResult): Problem {
  return errorProblem({
    code: 'nothing-selected',
    message: 'no step asked or judged anything, so nothing was tested',
    span,
    hint: 'Steps with `set`, `pause` and `script` prepare others; add a request, validations, or a test with `pm.test`.',
  })
}

function nothingJudged({ skipReason = '', span }: ValidationResult): Problem {
  return errorProblem({
    code: 'nothing-selected',
    message: 'every validation was skipped, so nothing was judged',
    span,
    hint: `The conditions of the first did not hold: ${skipReason}.`,
  })
}
