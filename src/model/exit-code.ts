import type { Problem } from './problem.ts'

/** Exit codes from the largest cause to the smallest: interrupted, usage, not carried out, failed, threshold, passed. */
const byWeight = [130, 2, 3, 1, 4, 0] as const

/** The exit code of what is not done for problems: where the setup did not pass, something was sent before. */
export function refusedExitCode(
  problems: readonly Pick<Problem, 'code'>[],
  interrupt?: Pick<AbortSignal, 'aborted'>,
): number {
  if (interrupt?.aborted === true) return 130
  return problems.some(({ code }) => code === 'setup-failed') ? 3 : 2
}

/** The exit code of several runs together: the largest cause wins. */
export function worstExitCode(codes: readonly number[]): number {
  return byWeight.find(code => codes.includes(code)) ?? Math.max(0, ...codes)
}
