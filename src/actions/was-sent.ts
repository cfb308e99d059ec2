import type { ActionAnswer } from './action.ts'
import { faultKind } from './faults/index.ts'

/** True where anything went out: what is wrong with a request is found before, and has neither a record nor times. */
export function wasSent(answer: ActionAnswer): boolean {
  if (answer.ok) return true
  const { request, timings } = answer.failure
  return faultKind(answer.failure.code) === 'Network Error' || request !== undefined || timings !== undefined
}

/** How often the request of an answer went out again by itself. */
export function repeatsOf(answer: ActionAnswer): number {
  return (answer.ok ? answer.exchange : answer.failure).timings?.repeats ?? 0
}
