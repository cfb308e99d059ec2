import { attemptWords } from '../text/attempt-words.ts'
import type { RowResult, StepResult } from '../../model/result.ts'
import type { Outcome } from '../../model/outcome.ts'
import { symbols } from '../terminal/palette.ts'
import { shortReason } from '../terminal/failure-lines.ts'
import { foldedRounds, groupRounds, noMore } from '../rounds.ts'
import { doneNote, mocksIn, roundName, rowName } from '../step-name.ts'
import { oneLine } from '../text/printable.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { markup, type Content, type Markup } from './markup.ts'
import type { ReporterOptions } from '../reporter.ts'
import { stepDetails } from './step-details.ts'
import { isCalm, trendChart, trendWords } from './trend-chart.ts'
import type { Trend } from './trends.ts'
import { waterfallBar } from './waterfall.ts'

/** The common context of all steps of a file. */
export interface ItemContext {
  readonly options: ReporterOptions
  /** When the time line of the file starts, in milliseconds since 1970. */
  readonly origin: number
  /** True where a step that did not pass shows its details at once. */
  readonly open: boolean
  /** The row is named above the step already. */
  readonly insideRow: boolean
  /** How the step went before. */
  readonly trend: Trend
}

/** A step as a line that opens to its details; the rounds of one that passed as a line that opens to them. */
export function roundsItem(rounds: readonly StepResult[], context: ItemContext, more = noMore): Markup {
  const [first] = rounds
  const folded = foldedRounds(rounds, more)
  if (first === undefined || folded === undefined || folded === first)
    return markup`${rounds.map(step => stepItem(step, context))}`
  const { exchange: _, ...whole } = { ...folded, startedAt: first.startedAt }
  const lines: Content[] = rounds.map(step => stepItem(step, { ...context, trend: [] }))
  if (more.count > 0) lines.push(markup`<p class="none">${plural(more.count, 'more round')} passed</p>`)
  return item(whole, rounds, nested(lines), context, rounds.length + more.count)
}

function stepItem(result: StepResult, context: ItemContext): Markup {
  const steps =
    result.steps &&
    nested(groupRounds(result.steps).map(rounds => roundsItem(rounds, { ...context, trend: [] })))
  return item(result, [result], markup`${steps}${stepDetails(result, context.options)}`, context)
}

function nested(items: Content): Markup {
  return markup`<div class="nested">${items}</div>`
}

/** The line of what ran once or in rounds. What the page's script filters by stands in its data attributes. */
function item(
  result: StepResult,
  rounds: readonly StepResult[],
  details: Content,
  context: ItemContext,
  steps = 1,
): Markup {
  const { outcome, flaky, row, attempts, skipReason } = result
  const status = result.exchange?.response?.status
  const done = doneNote(result)
  const notes: Content[] = [
    row === undefined || context.insideRow ? undefined : note(rowName(row)),
    attempts > 1
      ? markup`<span class="note${flaky ? ' flaky' : ''}">${attemptWords(result)}</span>`
      : undefined,
    result.reason === undefined ? undefined : note(`at first: ${shortReason(result.reason)}`),
    skipReason === undefined ? undefined : note(skipReason),
    done === undefined ? undefined : note(done),
    ...mocksIn(result).map(name => note(`mock ${name}`)),
  ]
  const isOpen = context.open && (outcome === 'failed' || outcome === 'errored')
  const count = steps === 1 ? undefined : markup` data-steps="${steps}"`
  return markup`<details class="step ${outcome}" data-outcome="${outcome}"${count}${flaky ? markup` data-flaky` : undefined} data-text="${searchText(rounds)}"${isOpen ? markup` open` : undefined}>
<summary>${sign(outcome)}<span class="status">${status}</span><span class="name">${roundName(result.name, result.round)}${notes}</span>${waterfallBar(result, context.origin)}${trendCell(context.trend)}<span class="time">${outcome === 'skipped' ? undefined : formatDuration(result.duration)}</span></summary>
<div class="body">${context.trend.length === 0 ? undefined : markup`<p class="trend-words">${trendWords(context.trend)}</p>`}${details}</div>
</details>
`
}

function trendCell(trend: Trend): Markup | undefined {
  if (trend.length === 0) return undefined
  return markup`<span class="trend${isCalm(trend) ? ' calm' : ''}">${trendChart(trend)}</span>`
}

/** A data row as a line that opens to its steps. */
export function rowItem({ row, outcome, flaky, reason, duration }: RowResult, steps: Content): Markup {
  return markup`<details class="row ${outcome}"${outcome === 'failed' || outcome === 'errored' ? markup` data-unwell` : undefined}>
<summary>${sign(outcome)}<span class="status">${row.pass?.number ?? row.number}</span><span class="name">${row.pass === undefined ? oneLine(row.label) : rowName(row)}${flaky ? markup`<span class="note flaky">flaky</span>` : undefined}${
    reason === undefined ? undefined : markup`<span class="why">${shortReason(reason)}</span>`
  }</span><span class="time">${formatDuration(duration)}</span></summary>
<div class="steps">${steps}</div>
</details>
`
}

/** An outcome's sign for the eye, and its name for a screen reader. */
export function sign(outcome: Outcome): Markup {
  return markup`<span class="sign ${outcome}"><span aria-hidden="true">${symbols[outcome]}</span><span class="unseen">${outcome}</span></span>`
}

function note(text: string): Markup {
  return markup`<span class="note">${text}</span>`
}

function searchText(rounds: readonly StepResult[]): string {
  const parts = rounds.flatMap(({ name, row, exchange, failures }) => [
    name,
    row?.label,
    exchange?.request.url,
    exchange?.response?.status,
    ...failures.map(({ message }) => message),
  ])
  return oneLine(parts.filter(part => part !== undefined).join(' '))
    .toLowerCase()
    .slice(0, 500 * rounds.length)
}
