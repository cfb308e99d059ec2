import type { Failure, StepResult } from '../../model/result.ts'
import { placeOf } from '../text/place.ts'
import { oneLine, printable } from '../text/printable.ts'
import { cutText, firstLine } from '../../util/cut-text.ts'
import { codeFrame } from './code-frame.ts'
import { differenceLine } from './difference-line.ts'
import { type Palette, inOutcomeColor, symbols } from './palette.ts'

/** Characters of a reason; a longer one would bury the rest. */
const reasonLimit = 2000

/** Every reason a step did not pass, each with its place, line of the suite and hint. Not indented. */
export function reasonLines(
  result: Pick<StepResult, 'failures'>,
  colors: Palette,
  workingFolder: string,
): string[] {
  return result.failures.flatMap(failure => oneReason(failure, colors, workingFolder))
}

/** A reason's first line alone, cut to a readable length. */
export function shortReason(message: string): string {
  return cutText(oneLine(firstLine(message)), 300)
}

function oneReason(failure: Failure, colors: Palette, workingFolder: string): string[] {
  const outcome = failure.kind === 'error' ? 'errored' : 'failed'
  const [first = '', ...more] = cutText(printable(failure.message), reasonLimit).split('\n')
  return [
    inOutcomeColor(outcome, `${symbols[outcome]} ${first}`, colors),
    ...more.map(line => differenceLine(line, '  ', colors) ?? inOutcomeColor(outcome, `  ${line}`, colors)),
    `  ${colors.dim(placeOf(failure.span, workingFolder))}`,
    ...codeFrame(failure.span, failure.sourceLine, colors).map(line => `  ${line}`),
    ...(failure.hint === undefined ? [] : [`  ${colors.cyan('hint:')} ${oneLine(failure.hint)}`]),
  ]
}
