import type { RunContract } from '../../contract/run-contract.ts'
import type { Exemption } from '../../model/exemption.ts'
import type { Problem } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import type { PlannedSuite } from '../../plan/plan.ts'
import { isWhole } from './is-whole.ts'
import type { RunInput } from './run-input.ts'

/**
 * Warns of what is exempt from the description, and nothing in a run that passed needed it. Where only a part of the suites
 * ran, or a step did not, others may need what the settings say and what stands in suites that several use.
 */
export function idleExemptions(
  contract: RunContract | undefined,
  suites: readonly PlannedSuite[],
  input: RunInput,
  { outcome, interrupted, overtime, steps }: RunSummary,
): readonly Problem[] {
  if (contract === undefined) return []
  const isEnded = outcome === 'passed' && !interrupted && overtime === undefined && input.rows === undefined
  const isOfAll = isEnded && isWhole(input) && input.shard === undefined && steps.skipped === 0
  const files = new Set(suites.map(({ loaded }) => loaded.suite.file))
  const isTold = ({ isOfStep, span }: Exemption): boolean =>
    isOfAll || (isEnded && isOfStep && files.has(span.file))
  return contract.idle(isTold, isOfAll)
}
