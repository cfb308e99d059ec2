import type { Problem } from '../model/problem.ts'
import { formatProblems } from '../report/problems.ts'
import { isTerminal, wantsColor } from './terminal.ts'

/** Prints problems with their lines to the standard error stream. */
export function printProblems(problems: readonly Problem[]): void {
  const color = wantsColor(isTerminal(process.stderr), process.env)
  process.stderr.write(formatProblems(problems, { color, workingFolder: process.cwd() }))
}
