import { type Coverage, coverageShares, missedShares } from '../../model/contract.ts'
import type { Outcome, OutcomeCounts } from '../../model/outcome.ts'
import type { RunSummary } from '../../model/result.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { arrangement, repeatWords, verdictWords } from '../terminal/summary-lines.ts'
import { outcomesByWeight, total } from '../text/counts.ts'
import { coverageWords, outsideWords, uncovered } from '../text/coverage-words.ts'
import { markup, type Markup } from './markup.ts'
import { type NamedTrend, rateOf, trendRows } from './trend-chart.ts'
import { phases } from './waterfall.ts'

/** The verdict and totals of a run, and what the reader can filter by. */
export function overview(summary: RunSummary, unsteady: readonly NamedTrend[]): Markup {
  const verdict = summary.exitCode === 0 ? 'passed' : summary.outcome === 'errored' ? 'errored' : 'failed'
  return markup`<div id="overview">
<p class="verdict ${verdict}">${verdictWords(summary)}</p>
<p class="facts">${plural(summary.requests, 'request')}${repeatWords(summary)} in ${formatDuration(summary.duration)}, started ${moment(summary.startedAt)}${arrangement(summary).map(([name, words]) => `; ${name.toLowerCase()} ${words}`)}</p>
${total(summary.suites) === 0 ? undefined : markup`<div class="tiles">${tile('Files', summary.suites)}${tile('Steps', summary.steps)}${total(summary.rows) === 0 ? undefined : tile(summary.repeat === undefined ? 'Rows' : 'Runs', summary.rows)}</div>`}${unsteadySection(unsteady)}
</div>
${coverageSection(summary.coverage)}
${total(summary.steps) === 0 ? undefined : toolbar(summary.steps)}`
}

/** Steps that are named as flaky. */
const shownUnsteady = 5

/** The steps that were flaky most often in the last runs. */
function unsteadySection(unsteady: readonly NamedTrend[]): Markup | undefined {
  if (unsteady.length === 0) return undefined
  const rate = ({ trend }: NamedTrend): number => rateOf(trend, 'flaky').count / trend.length
  const worst = [...unsteady].sort((one, other) => rate(other) - rate(one)).slice(0, shownUnsteady)
  const more = unsteady.length - worst.length
  return markup`<section class="tile unsteady"><h3>Flaky now and then</h3>${trendRows(worst)}${more === 0 ? undefined : markup`<p class="none">and ${plural(more, 'more step')}</p>`}</section>`
}

function tile(name: string, counts: OutcomeCounts): Markup {
  const parts = outcomesByWeight.filter(outcome => counts[outcome] > 0)
  return markup`<div class="tile"><h3>${name} <b>${total(counts)}</b></h3>
<div class="share" aria-hidden="true">${parts.map(outcome => markup`<i class="${outcome}" style="flex-grow:${counts[outcome]}"></i>`)}</div>
<p>${parts.map(outcome => markup`<span class="${outcome}">${counts[outcome]} ${outcome}</span> `)}${counts.flaky > 0 ? markup`<span class="flaky">${counts.flaky} flaky</span>` : undefined}</p></div>`
}

function toolbar(steps: OutcomeCounts): Markup {
  const filters: [name: Outcome | 'flaky', count: number][] = [
    ...outcomesByWeight.map((outcome): [Outcome, number] => [outcome, steps[outcome]]),
    ['flaky', steps.flaky],
  ]
  return markup`<div id="toolbar" role="search">
<div class="filters" role="group" aria-label="Show steps by outcome"><button type="button" data-filter="" aria-pressed="true">all <b>${total(steps)}</b></button>${filters
    .filter(([, count]) => count > 0)
    .map(
      ([name, count]) =>
        markup`<button type="button" data-filter="${name}" aria-pressed="false" class="${name}">${name} <b>${count}</b></button>`,
    )}</div>
<input type="search" id="search" placeholder="Search name, URL, reason" aria-label="Search steps">
<button type="button" id="fold" aria-pressed="false">open all</button>
<button type="button" id="theme">dark</button>
<p id="shown" class="unseen" role="status"></p>
<p class="legend" aria-hidden="true">${phases.map(([phase, words]) => markup`<span><i class="key ${phase}"></i>${words}</span>`)}</p>
</div>`
}

function moment(milliseconds: number): Markup {
  const text = new Date(milliseconds).toISOString()
  return markup`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** How much of a description a run exercised, with what is missing folded away. */
function coverageSection(coverage: Coverage | undefined): Markup | undefined {
  if (coverage === undefined) return undefined
  const shares = coverageShares(coverage).map(coverageWords).join(', ')
  const missed = missedShares(coverage).map(({ share, threshold }) => `${threshold} % of the ${share.kind}`)
  return markup`<section class="coverage">
<p class="facts">Coverage of ${coverage.spec}: ${shares}</p>
${missed.length === 0 ? undefined : markup`<p class="failed">There must be ${missed.join(', ')}.</p>`}
${folded('Not exercised', uncovered(coverage))}${folded('Not described', outsideWords(coverage))}
</section>`
}

function folded(title: string, items: readonly string[]): Markup | undefined {
  if (items.length === 0) return undefined
  return markup`<details class="list"><summary>${title} <b>${items.length}</b></summary><ul>${items.map(item => markup`<li><code>${item}</code></li>`)}</ul></details>`
}
