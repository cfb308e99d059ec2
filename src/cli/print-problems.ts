import type { Problem } from '../model/problem.ts'
import { formatProblems } from '../report/problems.ts'

/** Prints problems with their lines to the standard error stream. */
export function printProblems(problems: readonly Problem[]): void {
  const { NO_COLOR, FORCE_COLOR } = process.env
  const color = (NO_COLOR ?? '') === '' && (process.stderr.isTTY || (FORCE_COLOR ?? '0') !== '0')
  process.stderr.write(formatProblems(problems, { color, workingFolder: process.cwd() }))
}
