import type { StepResult } from '../../model/result.ts'
import { oneLine } from './printable.ts'

/** How a flaky step came to pass: `passed at attempt 2, at first: status: Expected 201, got 503`. */
export function flakyWords({ attempts, reason, steps }: StepResult): string {
  const inner = attempts > 1 ? undefined : steps?.find(({ flaky }) => flaky)
  if (inner !== undefined) return `${oneLine(inner.name)} in it ${flakyWords(inner)}`
  return `passed at attempt ${attempts}${reason === undefined ? '' : `, at first: ${oneLine(reason)}`}`
}
