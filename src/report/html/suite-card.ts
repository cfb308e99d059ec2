import type { OutcomeCounts } from '../../model/outcome.ts'
import type { RowLabel, StepResult, SuiteResult } from '../../model/result.ts'
import type { RowFinished, StepFinished, StepStarted, SuiteStarted } from '../../model/run-event.ts'
import { isPlainRound, isSameStep, type MoreRounds, noMore } from '../rounds.ts'
import { recordedOutcome, StepTally } from '../step-tally.ts'
import { isSameRow, WrittenNames } from '../step-name.ts'
import { outcomesByWeight, total } from '../text/counts.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { markup, Markup } from './markup.ts'
import type { ReporterOptions } from '../reporter.ts'
import { LeftOut, type Room } from './room.ts'
import { rowItem, roundsItem, sign } from './step-item.ts'
import { isUnsteady, type NamedTrend, trendChart, trendTable } from './trend-chart.ts'
import type { FileTrends, Trend } from './trends.ts'

/** Steps that did not pass and show their details at once; more stay folded. */
const openFailures = 10

/** The card of one file, put together while its steps end and written when it is complete. */
export class SuiteCard {
  readonly #started: SuiteStarted
  readonly #options: ReporterOptions
  readonly #trends: FileTrends
  #origin: number | undefined
  /** The row that runs. */
  #row: RowLabel | undefined
  #rowSteps = ''
  #text = ''
  #failures = 0
  readonly #steps = new StepTally()
  readonly #names = new WrittenNames()
  /** Steps whose trends stand in a table, as each of them is many lines. */
  readonly #inTable = new Set<string>()
  #inAfter = false
  /** Rounds of a step that passed, one after the other, which become one line. */
  #rounds: StepResult[] = []
  #more: MoreRounds = noMore
  readonly #room: Room
  readonly #leftOut = new LeftOut()
  /** True where there was no room for a step of the row that runs. */
  #leavesRow = false

  constructor(started: SuiteStarted, options: ReporterOptions, trends: FileTrends, room: Room) {
    this.#started = started
    this.#room = room
    this.#trends = trends
    this.#options = options
  }

  begin({ row }: StepStarted): void {
    this.#row ??= row
  }

  step({ result }: StepFinished): void {
    this.#origin ??= result.startedAt
    this.#steps.add(result)
    // Also of what is not shown: they are numbered in the order in which they are asked for.
    const name = this.#names.nameOf(result)
    if (this.#started.rows > 0 || result.row !== undefined) this.#inTable.add(name)
    const isPlain = isPlainRound(result)
    if (!isPlain || !isSameStep(this.#rounds[0], result)) this.#fold()
    if (!this.#room.take(result.outcome)) this.#leave(result)
    else if (isPlain) this.#rounds.push(result)
    else this.#add([result])
  }

  /** Counts what there is no room for. */
  #leave(result: StepResult): void {
    const { count, duration } = this.#more
    this.#leavesRow = true
    if (this.#rounds.length === 0) this.#leftOut.step(result)
    else this.#more = { count: count + 1, duration: duration + result.duration }
  }

  /** The rounds so far. */
  #fold(): void {
    if (this.#rounds.length > 0) this.#add(this.#rounds, this.#more)
    this.#rounds = []
    this.#more = noMore
  }

  /** A step, or the rounds of one that are one line. */
  #add(rounds: readonly StepResult[], more = noMore): void {
    const [result] = rounds
    if (result === undefined) return
    const hasRows = this.#started.rows > 0
    const open = result.failures.length > 0 && ++this.#failures <= openFailures
    const isRow = hasRows && isSameRow(result.row, this.#row ?? result.row)
    const origin = this.#origin ?? result.startedAt
    const trend = this.#trendOf(rounds, result)
    const context = { options: this.#options, origin, open, insideRow: isRow, trend }
    const item = roundsItem(rounds, context, more).text
    if (hasRows) this.#rowSteps += item
    else this.#text += this.#afterHeading(result.phase) + item
  }

  /** How a step that is one line went before; of its rounds, one of them on average. */
  #trendOf(rounds: readonly StepResult[], first: StepResult): Trend {
    const name = this.#names.nameOf(first)
    const duration = rounds.reduce((sum, round) => sum + round.duration, 0) / rounds.length
    return this.#inTable.has(name)
      ? []
      : this.#trends.step(name, [recordedOutcome(first.outcome, first.flaky), duration])
  }

  row({ result }: RowFinished): void {
    if (this.#started.rows === 0) return
    this.#fold()
    if (this.#rowSteps === '' && this.#leavesRow) this.#leftOut.row(result)
    else this.#text += rowItem(result, new Markup(this.#rowSteps)).text
    this.#leavesRow = false
    this.#row = undefined
    this.#rowSteps = ''
  }

  /** The whole card. */
  end({ outcome, duration, steps, rows }: SuiteResult): string {
    this.#fold()
    const { file, name, tags } = this.#started
    const rest = this.#rowSteps
    const now = { outcome: recordedOutcome(outcome, steps.flaky > 0), duration }
    const chart = trendChart(this.#trends.whole(now))
    const facts =
      rows === undefined
        ? factsOf(steps, 'step')
        : factsOf(rows, this.#started.repeat === undefined ? 'row' : 'run')
    return markup`<section class="suite ${outcome}" style="--span:${Math.max(1, Math.ceil(duration))}">
<h2>${sign(outcome)}<span class="title">${name}</span> <span class="file">${name === file ? undefined : file}</span>${tags.map(
      tag => markup`<span class="tag">${tag}</span>`,
    )}<span class="end"><span class="facts">${facts}</span>${chart}<span class="time">${formatDuration(duration)}</span></span></h2>
<div class="steps">${new Markup(this.#text)}${new Markup(rest)}${this.#leftOut.lines()}</div>${trendTable(this.#stepTrends().filter(({ name }) => this.#inTable.has(name)))}
</section>
`.text
  }

  /** The steps that passed at a later attempt in some of the runs; what always does only waits for something. */
  unsteady(): readonly NamedTrend[] {
    const { name: suite } = this.#started
    return this.#stepTrends()
      .filter(({ trend }) => isUnsteady(trend))
      .map(({ name, trend }) => ({ name: `${suite} › ${name}`, trend }))
  }

  #stepTrends(): readonly NamedTrend[] {
    return this.#steps
      .records()
      .map(([name, record]) => ({ name, trend: this.#trends.step(name, record) }))
      .filter(({ trend }) => trend.length > 0)
  }

  #afterHeading(phase: 'steps' | 'after'): string {
    if (phase === 'steps' || this.#inAfter) return ''
    this.#inAfter = true
    return '<h3>after</h3>\n'
  }
}

/** `7 steps · 3 failed · 4 passed`. */
function factsOf(counts: OutcomeCounts, noun: string): string {
  const parts = outcomesByWeight.filter(outcome => counts[outcome] > 0)
  return [plural(total(counts), noun), ...parts.map(outcome => `${counts[outcome]} ${outcome}`)].join(' · ')
}
