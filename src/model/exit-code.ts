/** Exit codes from the largest cause to the smallest: interrupted, usage, not carried out, failed, threshold, passed. */
const byWeight = [130, 2, 3, 1, 4, 0] as const

/** The exit code of several runs together: the largest cause wins. */
export function worstExitCode(codes: readonly number[]): number {
  return byWeight.find(code => codes.includes(code)) ?? Math.max(0, ...codes)
}
