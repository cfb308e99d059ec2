import type { StepResult } from '../../model/result.ts'
import { formatDuration } from '../../util/quantity.ts'

/** How often a step was tried: `2 attempts, 2.0 s by retry-after`. */
export function attemptWords({ attempts, retryAfter }: Pick<StepResult, 'attempts' | 'retryAfter'>): string {
  return `${attempts} attempts${retryAfter === undefined ? '' : `, ${formatDuration(retryAfter)} by retry-after`}`
}
