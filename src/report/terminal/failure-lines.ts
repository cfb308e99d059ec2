import type { Failure, StepResult } from '../../model/result.ts'
import type { Span } from '../../model/span.ts'
import { placeOf } from '../text/place.ts'
import { oneLine, printable } from '../text/printable.ts'
import { cutText, firstLine } from '../../util/cut-text.ts'
import { codeFrame } from './code-frame.ts'
import { differenceLine } from './difference-line.ts'
import { type Palette, inOutcomeColor, symbols } from './palette.ts'

/** Characters of a reason; a longer one would bury the rest. */
const reasonLimit = 2000

/** Where reasons are shown. */
export interface ReasonFormat {
  readonly colors: Palette
  readonly workingFolder: string
  /** Columns of the terminal, from where the lines begin; not given where lines may be of any length. */
  readonly columns?: number
}

/** Every reason a step did not pass, those of one line together with their place, that line, and hints. Not indented. */
export function reasonLines(result: Pick<StepResult, 'failures'>, format: ReasonFormat): string[] {
  const groups: [Failure, ...Failure[]][] = []
  for (const failure of result.failures) {
    const group = groups.at(-1)
    if (group !== undefined && isSameLine(group[0], failure)) group.push(failure)
    else groups.push([failure])
  }
  return groups.flatMap(group => groupLines(group, format))
}

function isSameLine({ span: left }: Failure, { span: right }: Failure): boolean {
  return left.file === right.file && left.start.line === right.start.line
}

/** A reason's first line alone, cut to a readable length. */
export function shortReason(message: string): string {
  return cutText(oneLine(firstLine(message)), 300)
}

function groupLines(
  group: readonly [Failure, ...Failure[]],
  { colors, workingFolder, columns }: ReasonFormat,
): string[] {
  const [first] = group
  const span =
    group.length === 1
      ? first.span
      : spanAround(
          group.map(one => one.span),
          first.span,
        )
  const hints = [...new Set(group.flatMap(({ hint }) => hint ?? []))]
  return [
    ...group.flatMap(failure => messageLines(failure, colors)),
    `  ${colors.dim(placeOf(first.span, workingFolder))}`,
    ...codeFrame(span, first.sourceLine, colors, columns === undefined ? undefined : columns - 2).map(
      line => `  ${line}`,
    ),
    ...hints.map(hint => `  ${colors.cyan('hint:')} ${oneLine(hint)}`),
  ]
}

function messageLines({ kind, message }: Failure, colors: Palette): string[] {
  const outcome = kind === 'error' ? 'errored' : 'failed'
  const [first = '', ...more] = cutText(printable(message), reasonLimit).split('\n')
  return [
    inOutcomeColor(outcome, `${symbols[outcome]} ${first}`, colors),
    ...more.map(line => differenceLine(line, '  ', colors) ?? inOutcomeColor(outcome, `  ${line}`, colors)),
  ]
}

/** From the first to the last column of spans that begin on one line. */
function spanAround(spans: readonly Span[], first: Span): Span {
  const start = Math.min(...spans.map(({ start: { column } }) => column))
  const end = Math.max(
    ...spans.filter(({ start: { line }, end }) => end.line === line).map(span => span.end.column),
    start,
  )
  return { ...first, start: { ...first.start, column: start }, end: { line: first.start.line, column: end } }
}
