import type { Problem } from '../model/problem.ts'
import { ProblemCut } from '../report/problem-cut.ts'
import { formatProblems } from '../report/problems.ts'
import { isTerminal, wantsColor } from './terminal.ts'

/** Prints problems with their lines to the standard error stream: all of them, or with `verbose: false` the first ones. */
export function printProblems(
  problems: readonly Problem[],
  { verbose = true }: { readonly verbose?: boolean | undefined } = {},
): void {
  const color = wantsColor(isTerminal(process.stderr), process.env)
  const cut = new ProblemCut(verbose)
  const shown = problems.filter(problem => cut.shows(problem))
  const text = formatProblems(shown, { color, workingFolder: process.cwd() })
  const rest = cut.rest()
  process.stderr.write(rest === '' ? text : `${text}\n${rest}`)
}
