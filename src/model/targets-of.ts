import type { Conditional, FoundExtract, TargetValidation, Validation } from './expectation.ts'
import type { Step } from './suite.ts'

/** Everything of a step that looks at its answer. */
export function targetsOf({
  validations,
  extracts,
  retry,
}: Pick<Step, 'validations' | 'extracts' | 'retry'>): readonly (Validation | FoundExtract)[] {
  const found = extracts.filter(extract => 'target' in extract)
  const judged = [...validations, ...(retry?.stopWhen ?? [])]
  return [...judged, ...found, ...[...judged, ...extracts].flatMap(conditionTargets)]
}

/** What a validation or an extract looks at to know whether it counts. */
export function conditionTargets({ when = [], unless = [] }: Conditional): readonly TargetValidation[] {
  return [...when, ...unless].flatMap(({ targets }) => targets)
}
