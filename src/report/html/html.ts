import { createHash } from 'node:crypto'
import type { Problem } from '../../model/problem.ts'
import type { RunEvent, RunStarted } from '../../model/run-event.ts'
import { ExchangeBudget } from '../exchange-budget.ts'
import { formatProblems } from '../problems.ts'
import type { ReporterOptions, RunEvents } from '../reporter.ts'
import { isCounted, SuiteTally } from '../suite-tally.ts'
import { markup, Markup } from './markup.ts'
import { overview } from './overview.ts'
import { pageScript } from './page-script.ts'
import { pageStyle } from './page-style.ts'
import type { RunRecord } from '../../model/run-record.ts'
import type { NamedTrend } from './trend-chart.ts'
import { Trends } from './trends.ts'
import { Room } from './room.ts'
import { SuiteCard } from './suite-card.ts'

/**
 * One page that needs nothing else: totals, a card per file with its time line, every step with request and response,
 * filters and search. Cards are written as files end; of long runs it shows as many steps as there is `Room` for, with as many
 * bodies as `ExchangeBudget` allows.
 */
export async function* html(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const runs = (await options.readRuns?.()) ?? []
  const cards = new Cards(options, runs)
  for await (const batch of events)
    for (const event of batch) {
      if (event.type === 'run-started') yield cards.begin(event)
      else if (event.type === 'problem') yield problem(event.problem, options)
      else if (event.type === 'run-finished') {
        yield cards.unfinished()
        yield foot(overview(event.summary, cards.unsteady))
      } else {
        const text = cards.take(event)
        if (text !== '') yield text
      }
    }
}

/** The cards of the files that run. */
class Cards {
  readonly #options: ReporterOptions
  readonly #budget = new ExchangeBudget()
  readonly #room: Room
  readonly #runs: readonly RunRecord[]
  /** Steps of files that ended which are flaky now and then. */
  readonly unsteady: NamedTrend[] = []
  readonly #open = new Map<string, { card: SuiteCard; tally: SuiteTally }>()
  #trends = new Trends([], undefined)

  constructor(options: ReporterOptions, runs: readonly RunRecord[]) {
    this.#options = options
    this.#room = new Room(options.verbose)
    this.#runs = runs
  }

  begin(event: RunStarted): string {
    // A short run may have been kept by the time that the kept ones are read.
    const before = this.#runs.filter(({ startedAt }) => startedAt < event.startedAt)
    this.#trends = new Trends(before, event.environment)
    return head(event, this.#trends.isEmpty)
  }

  /** Adds an event to its card; the text of the card when it is complete. */
  take(event: RunEvent): string {
    if (event.type === 'suite-started') {
      const card = new SuiteCard(event, this.#options, this.#trends.of(event.file), this.#room)
      this.#open.set(event.file, { card, tally: new SuiteTally(event) })
    }
    const entry = 'file' in event ? this.#open.get(event.file) : undefined
    if (entry === undefined) return ''
    if (isCounted(event)) entry.tally.add(event)
    if (event.type === 'step-started') entry.card.begin(event)
    else if (event.type === 'step-finished')
      entry.card.step(this.#options.verbose ? event : { ...event, result: this.#budget.fit(event.result) })
    else if (event.type === 'row-finished') entry.card.row(event)
    else if (event.type === 'suite-finished') {
      this.#open.delete(event.file)
      this.unsteady.push(...entry.card.unsteady())
      return entry.card.end(event.result)
    }
    return ''
  }

  /** The cards of files that were cut off. */
  unfinished(): string {
    return [...this.#open.values()].map(({ card, tally }) => card.end(tally.result())).join('')
  }
}

function head({ environment }: RunStarted, isFirst: boolean): string {
  const hash = createHash('sha256').update(pageScript).digest('base64')
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>API test report</title>
<style>${new Markup(pageStyle)}</style>
</head>
<body${isFirst ? undefined : markup` class="with-trends"`}>
<header><h1>API test report</h1>${environment === undefined ? undefined : markup`<p class="environment">environment <b>${environment}</b></p>`}<div id="top"></div></header>
<main>
`.text
}

function problem(found: Problem, { workingFolder }: ReporterOptions): string {
  const text = formatProblems([found], { color: false, workingFolder }).trimEnd()
  return markup`<pre class="problem ${found.severity}" tabindex="0">${text}</pre>\n`.text
}

/** The totals are known last and shown first: the script moves them up. */
function foot(totals: Markup): string {
  return markup`<p id="nothing" hidden>No step matches.</p>
</main>
${totals}
<script>${new Markup(pageScript)}</script>
</body>
</html>
`.text
}
