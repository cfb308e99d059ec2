import type { JudgedThreshold, LoadFailure, LoadFigures, LoadResult } from '../../model/load-test.ts'
import { formatDuration } from '../../util/quantity.ts'
import { markup, Markup } from '../html/markup.ts'
import { styleTokens } from '../html/style-tokens.ts'
import { shortReason } from '../terminal/failure-lines.ts'
import { palette, symbols } from '../terminal/palette.ts'
import { stepDetails } from '../terminal/step-lines.ts'
import { explain } from '../explain/explain.ts'
import { standInWords } from '../terminal/summary-lines.ts'
import {
  areJudged,
  latencyText,
  measuredText,
  perSecond,
  profileWords,
  verdictHint,
  verdictWords,
} from './load-lines.ts'
import { charts } from './page-charts.ts'
import { pageStyle } from './page-style.ts'
import { hasWaited, tiles } from './page-tiles.ts'

/** Ways to fail that are opened from the beginning. */
const openFailures = 3

/** One page that needs nothing else and no script: verdict, figures, charts over time, how requests failed. */
export function loadPage(result: LoadResult): string {
  const words = verdictWords(result)
  const hint = verdictHint(result)
  const tone = result.exitCode === 0 ? 'passed' : result.verdict === 'fail' ? 'failed' : 'flaky'
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${words} &middot; load test</title>
<style>${new Markup(styleTokens + pageStyle)}</style>
</head>
<body>
<header><h1>Load test</h1>
<p class="verdict ${tone}">${words}</p>
${result.reasons.length === 0 ? undefined : markup`<ul class="reasons">${result.reasons.map(reason => markup`<li>${reason}</li>`)}</ul>`}
${hint === undefined ? undefined : markup`<p class="hint"><b>Hint:</b> ${hint}</p>`}
${result.scenarios.map(({ files, profile }) => markup`<p class="facts"><b>${files.join(', ')}</b> ${profileWords(profile)}</p>`)}
<p class="facts">started ${new Date(result.startedAt).toISOString().replace('T', ' ').slice(0, 19)} UTC, ${formatDuration(result.duration)}${result.standIns === undefined ? undefined : `; mocks ${standInWords(result.standIns)}`}</p>
</header>
<main>
${tiles(result)}
${charts(result)}
${thresholds(result)}
${steps(result)}
${failures(result.failures)}
${explanation(result)}
</main>
</body>
</html>
`.text
}

function thresholds(result: LoadResult): Markup {
  const isJudged = areJudged(result)
  return markup`<section><h2>Thresholds</h2>${isJudged ? undefined : markup`<p class="facts">They were not judged.</p>`}<ul class="thresholds">${result.thresholds.map(
    one => thresholdItem(one, isJudged),
  )}</ul></section>`
}

function thresholdItem(judged: JudgedThreshold, isJudged: boolean): Markup {
  const { threshold, file, met, message = threshold } = judged
  const outcome = !isJudged ? 'skipped' : met ? 'passed' : 'failed'
  const measured = measuredText(judged)
  const words =
    outcome === 'failed'
      ? message
      : markup`${threshold}${measured === undefined ? undefined : markup` <span class="measured">${measured}</span>`}`
  return markup`<li class="${outcome}"><span class="sign">${symbols[outcome]}</span> ${file === undefined ? undefined : markup`<span class="file">${file}</span> `}${words}</li>`
}

/** The columns of the table of steps; on a narrow page each value is written below its name. */
const columns: readonly (readonly [name: string, value: (figures: LoadFigures) => string | number])[] = [
  ['requests', ({ requests }) => requests],
  ['OK', ({ ok }) => ok],
  ['errors', ({ errors }) => errors],
  ['per s', ({ throughput }) => perSecond(throughput)],
  ...(['p50', 'p90', 'p95', 'p99', 'max'] as const).map(
    share => [share, ({ latency }: LoadFigures) => latencyText(latency[share])] as const,
  ),
]

function steps({ steps: all, all: whole }: LoadResult): Markup {
  const row = (name: string, figures: LoadFigures, tone = ''): Markup =>
    markup`<tr class="${tone}"><th scope="row">${name}</th>${columns.map(([title, value]) => markup`<td data-name="${title}" class="${title === 'errors' && figures.errors > 0 ? 'failed' : ''}">${value(figures)}</td>`)}</tr>`
  return markup`<section><h2>Steps</h2><div class="wide"><table><thead><tr><th scope="col">Step</th>${columns.map(([title]) => markup`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${all.map(one => row(one.step, one))}${row('all', whole, 'all')}</tbody></table></div></section>`
}

function failures(all: readonly LoadFailure[]): Markup | undefined {
  if (all.length === 0) return undefined
  const format = { colors: palette(false), verbose: false, workingFolder: '/', columns: 100, explain }
  return markup`<section><h2>Why requests failed</h2>${all.map(
    (failure, index) =>
      markup`<details${index < openFailures ? new Markup(' open') : undefined}><summary>${failureWords(failure)}</summary><pre tabindex="0">${stepDetails(failure.first, format).join('\n')}</pre></details>`,
  )}</section>`
}

/** How often, in which step, and the whole reason of the first: others of the kind may have got something else. */
function failureWords({ step, reason, count, first }: LoadFailure): Markup {
  const [{ message } = { message: reason }] = first.failures
  return markup`<b class="failed">${count} &times;</b> ${step}${count === 1 ? ':' : ', the first:'} <b>${shortReason(message)}</b>`
}

function explanation(result: LoadResult): Markup {
  const { all, wait, scenarios } = result
  const hasRate = scenarios.some(({ profile }) => profile.model === 'rate')
  const rate = markup`Iterations waited for a free caller for up to ${latencyText(wait.max)}${hasWaited(result) ? markup` (99 %: ${latencyText(wait.p99)})` : undefined}, which all times above count; the server itself took ${latencyText(all.service.p50)} (half), ${latencyText(all.service.p99)} (99 %).`
  return markup`<section class="explanation"><h2>What the times are</h2>
<p>Times are from the moment at which a request was to be sent until its last byte. ${hasRate ? rate : 'Each caller sent the next request when its last one was answered: where answers became slow, fewer were asked for.'} How late this machine was does not count; where it is too late, no verdict is given.</p></section>`
}
