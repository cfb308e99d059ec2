import type { Failure, StepResult } from '../../model/result.ts'
import type { Span } from '../../model/span.ts'
import { placeOf } from '../text/place.ts'
import { oneLine, printable } from '../text/printable.ts'
import { cutText, firstLine } from '../../util/cut-text.ts'
import { codeFrame } from './code-frame.ts'
import { differencesIn } from '../text/differences.ts'
import { differenceTable } from './difference-table.ts'
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
  /** True where all places that differ are shown, and not the first few. */
  readonly verbose?: boolean
}

/** Places that differ of which a terminal shows both sides. */
const shownPlaces = 20

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

function groupLines(group: readonly [Failure, ...Failure[]], format: ReasonFormat): string[] {
  const { colors, workingFolder, columns } = format
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
    ...group.flatMap(failure => messageLines(failure, format)),
    `  ${colors.dim(placeOf(first.span, workingFolder))}`,
    ...codeFrame(span, first.sourceLine, colors, columns === undefined ? undefined : columns - 2).map(
      line => `  ${line}`,
    ),
    ...hints.map(hint => `  ${colors.cyan('hint:')} ${oneLine(hint)}`),
  ]
}

function messageLines({ kind, message }: Failure, format: ReasonFormat): string[] {
  const { colors } = format
  const outcome = kind === 'error' ? 'errored' : 'failed'
  const text = printable(message)
  const beside = sideBySide(text, format)
  const [first = '', ...more] = beside ?? cutText(text, reasonLimit).split('\n')
  return [
    inOutcomeColor(outcome, `${symbols[outcome]} ${first}`, colors),
    ...more.map(line =>
      beside === undefined
        ? (differenceLine(line, '  ', colors) ?? inOutcomeColor(outcome, `  ${line}`, colors))
        : `  ${line}`,
    ),
  ]
}

/** A message, and below it what differs, if that is what it says and there is room. */
function sideBySide(
  text: string,
  { colors, columns, verbose = false }: ReasonFormat,
): readonly string[] | undefined {
  const told = differencesIn(text)
  if (told === undefined) return undefined
  const most = columns === undefined || verbose ? told.places.length : shownPlaces
  const table = differenceTable(
    told.places.slice(0, most),
    colors,
    columns === undefined ? undefined : columns - 2,
  )
  if (table === undefined) return undefined
  const hidden = told.places.length - most
  const rest = hidden > 0 ? `\u2026 and more; --verbose shows ${told.places.length} of them` : told.rest
  return [cutText(told.message, reasonLimit), ...table, ...(rest === undefined ? [] : [colors.dim(rest)])]
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
