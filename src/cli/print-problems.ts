import type { Problem } from '../model/problem.ts'
import { ProblemCut } from '../report/problem-cut.ts'
import { formatProblems } from '../report/problems.ts'
import { maskUrlCredentials } from '../secrets/index.ts'
import { printAside } from './print.ts'
import { columnsOf, isTerminal, wantsColor } from './terminal.ts'

/** Prints problems with their lines to the standard error stream: all of them, or with `verbose: false` the first ones. */
export function printProblems(
  problems: readonly Problem[],
  { verbose = true }: { readonly verbose?: boolean | undefined } = {},
): void {
  const color = wantsColor(isTerminal(process.stderr), process.env)
  const cut = new ProblemCut(verbose)
  const shown = problems.filter(problem => cut.shows(problem))
  const columns = columnsOf(process.stderr, process.env)
  const text = formatProblems(shown.map(withoutPasswords), { color, columns, workingFolder: process.cwd() })
  const rest = cut.rest()
  printAside(rest === '' ? text : `${text}\n${rest}`)
}

/** A problem without the credentials in URLs, which it may quote as they were typed. */
export function withoutPasswords(problem: Problem): Problem {
  const { message, hint } = problem
  return {
    ...problem,
    message: maskUrlCredentials(message),
    ...(hint === undefined ? {} : { hint: maskUrlCredentials(hint) }),
  }
}
