import { nothingHeld } from '../model/contract.ts'
import { errorProblem, type Problem } from '../model/problem.ts'
import type { RunSummary, StepResult } from '../model/result.ts'

/**
 * The summary of a run in which every step was skipped: nothing was tested, so it must not pass for a success. Other
 * summaries stay as they are. `firstSkipped` is the step whose reason is told.
 */
export function rejectIfNothingRan(summary: RunSummary, firstSkipped: StepResult | undefined): RunSummary {
  const { outcome, interrupted, problems } = summary
  if (outcome !== 'skipped' || interrupted || firstSkipped === undefined) return summary
  return { ...summary, outcome: 'errored', exitCode: 2, problems: [...problems, nothingRan(firstSkipped)] }
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
