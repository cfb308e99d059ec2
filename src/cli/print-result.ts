import { refusedExitCode } from '../model/exit-code.ts'
import type { Problem, Result } from '../model/problem.ts'
import { type Palette, palette } from '../report/terminal/palette.ts'
import { jsonText } from '../report/text/printable.ts'
import { print, printAside } from './print.ts'
import { printProblems } from './print-problems.ts'
import { isTerminal, wantsColor } from './terminal.ts'

/**
 * Prints an answer, as JSON where that was asked for, or what is wrong; `none` is said beside one without lines. Answers
 * with the exit code.
 */
export function printResult<Value>(
  answer: Result<Value>,
  { json = false }: { readonly json?: boolean | undefined },
  lines: (value: Value) => readonly string[],
  none?: string,
): number {
  if (!answer.ok) return refuse(answer.problems)
  const text = json ? [jsonText(answer.value, 2)] : lines(answer.value)
  if (text.length === 0 && none !== undefined) printAside(`${none}\n`)
  print(text.map(line => `${line}\n`).join(''))
  return 0
}

/** The colours of the standard output. */
export function outputPalette(): Palette {
  return palette(wantsColor(isTerminal(process.stdout), process.env))
}

/** Prints what is wrong; answers with the exit code: another one where `interrupt` broke off what was asked for. */
export function refuse(problems: readonly Problem[], interrupt?: AbortSignal): number {
  printProblems(problems)
  return refusedExitCode(problems, interrupt)
}
