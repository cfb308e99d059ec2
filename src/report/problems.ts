import { type Problem, isError } from '../model/problem.ts'
import { codeFrame } from './terminal/code-frame.ts'
import { palette, type Palette } from './terminal/palette.ts'
import { placeOf } from './text/place.ts'
import { oneLine, printable } from './text/printable.ts'
import { plural } from '../util/quantity.ts'

/** How problems are printed. */
export interface ProblemFormat {
  readonly color: boolean
  /** Absolute path; files are shown relative to it. */
  readonly workingFolder: string
  /** Columns of the terminal, 0 for unknown; not given where the text is read elsewhere. */
  readonly columns?: number
}

/**
 * Problems as text for a terminal, each with its place, code, line of the file and hint:
 *
 *     suites/users.apitest.yaml:14:9  error unknown-key  "jsonpth" is not a validation.
 *       14 │       - jsonpth: 3
 *          │         ^^^^^^^
 *       hint: Did you mean "jsonPath"?
 *
 * Ends with a line feed; empty when there are none.
 */
export function formatProblems(problems: readonly Problem[], format: ProblemFormat): string {
  const colors = palette(format.color)
  return problems.map(problem => formatProblem(problem, colors, format)).join('\n')
}

/** `2 errors and 1 warning`, for the line that closes a listing. */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(isError).length
  const warnings = problems.length - errors
  const parts = [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ]
  return parts.length === 0 ? 'no problems' : parts.join(' and ')
}

function formatProblem(problem: Problem, colors: Palette, { workingFolder, columns }: ProblemFormat): string {
  const severity = problem.severity === 'error' ? colors.red('error') : colors.yellow('warning')
  const place = problem.span === undefined ? '' : `${colors.bold(placeOf(problem.span, workingFolder))}  `
  const room = columns === undefined ? undefined : (columns > 0 ? columns : 80) - 2
  const lines = [`${place}${severity} ${colors.dim(problem.code)}  ${indented(problem.message)}`]
  if (problem.span !== undefined && problem.sourceLine !== undefined)
    lines.push(...codeFrame(problem.span, problem.sourceLine, colors, room).map(line => `  ${line}`))
  if (problem.hint !== undefined) lines.push(...hintLines(problem.hint, colors))
  return `${lines.join('\n')}\n`
}

/** A sentence, and below it the lines of the file that it says to write. */
function hintLines(hint: string, colors: Palette): readonly string[] {
  const [sentence = '', ...written] = hint.split('\n')
  return [
    `  ${colors.cyan('hint:')} ${oneLine(sentence)}`,
    ...written.map(line => `        ${colors.green(printable(line))}`),
  ]
}

function indented(message: string): string {
  return printable(message).replaceAll('\n', '\n  ')
}
