import type { FoundExtract, Validation } from './expectation.ts'
import type { Step } from './suite.ts'

/** Everything of a step that looks at its answer. */
export function targetsOf({
  validations,
  extracts,
  retry,
}: Pick<Step, 'validations' | 'extracts' | 'retry'>): readonly (Validation | FoundExtract)[] {
  const found = extracts.filter(extract => 'target' in extract)
  return [...validations, ...found, ...(retry?.stopWhen ?? [])]
}
