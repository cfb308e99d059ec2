import type { SuiteResult } from '../../model/result.ts'
import type { RowFinished, StepFinished, SuiteStarted } from '../../model/run-event.ts'
import { countsInWords } from '../text/counts.ts'
import { formatDuration } from '../text/quantity.ts'
import { markup, Markup } from './markup.ts'
import { rowItem, sign, stepItem } from './step-item.ts'

/** Steps that did not pass and show their details at once; more stay folded. */
const openFailures = 10

/** The card of one file, put together while its steps end and written when it is complete. */
export class SuiteCard {
  readonly #started: SuiteStarted
  readonly #workingFolder: string
  #origin: number | undefined
  #rowSteps = ''
  #text = ''
  #failures = 0
  #inAfter = false

  constructor(started: SuiteStarted, workingFolder: string) {
    this.#started = started
    this.#workingFolder = workingFolder
  }

  step({ result }: StepFinished): void {
    this.#origin ??= result.startedAt
    const hasRows = this.#started.rows > 0
    const open = result.failures.length > 0 && ++this.#failures <= openFailures
    const item = stepItem(result, { workingFolder: this.#workingFolder, origin: this.#origin, open }).text
    if (hasRows) this.#rowSteps += item
    else this.#text += this.#afterHeading(result.phase) + item
  }

  row({ result }: RowFinished): void {
    if (this.#started.rows === 0) return
    this.#text += rowItem(result, new Markup(this.#rowSteps)).text
    this.#rowSteps = ''
  }

  /** The whole card. */
  end({ outcome, duration, steps, rows }: SuiteResult): string {
    const { file, name, tags } = this.#started
    const rest = this.#rowSteps
    const facts = rows === undefined ? `${countsInWords(steps)} steps` : `${countsInWords(rows)} rows`
    return markup`<section class="suite ${outcome}" style="--span:${Math.max(1, Math.ceil(duration))}">
<h2>${sign(outcome)}<span class="title">${name}</span> <span class="file">${name === file ? undefined : file}</span>${tags.map(
      tag => markup`<span class="tag">${tag}</span>`,
    )}<span class="facts">${facts}</span><span class="time">${formatDuration(duration)}</span></h2>
<div class="steps">${new Markup(this.#text)}${new Markup(rest)}</div>
</section>
`.text
  }

  #afterHeading(phase: 'steps' | 'after'): string {
    if (phase === 'steps' || this.#inAfter) return ''
    this.#inAfter = true
    return '<h3>after</h3>\n'
  }
}
