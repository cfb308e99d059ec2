import type { LoadFailure, LoadFigures, LoadResult, LoadSecond } from '../../model/load-test.ts'
import { formatDuration } from '../../util/quantity.ts'
import { markup, Markup } from '../html/markup.ts'
import { styleTokens } from '../html/style-tokens.ts'
import { palette } from '../terminal/palette.ts'
import { stepDetails } from '../terminal/step-lines.ts'
import { chart } from './chart.ts'
import { latencyText, perSecond, profileWords, verdictWords } from './load-lines.ts'

/** One page that needs nothing else and no script: verdict, figures, charts over time, how requests failed. */
export function loadPage(result: LoadResult): string {
  const words = verdictWords(result)
  const tone = result.exitCode === 0 ? 'passed' : result.verdict === 'fail' ? 'failed' : 'flaky'
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${words} &middot; load test</title>
<style>${new Markup(styleTokens + style)}</style>
</head>
<body>
<header><h1>Load test</h1>
<p class="verdict ${tone}">${words}</p>
${result.reasons.length === 0 ? undefined : markup`<ul class="reasons">${result.reasons.map(reason => markup`<li>${reason}</li>`)}</ul>`}
${result.scenarios.map(({ files, profile }) => markup`<p class="facts"><b>${files.join(', ')}</b> ${profileWords(profile)}</p>`)}
<p class="facts">started ${new Date(result.startedAt).toISOString().replace('T', ' ').slice(0, 19)} UTC, ${formatDuration(result.duration)}</p>
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

function tiles({ all, lag }: LoadResult): Markup {
  const { requests, errors, errorRate, throughput, latency, statuses } = all
  const tile = (name: string, value: string, more: string, tone = ''): Markup =>
    markup`<div class="tile"><h2>${name}</h2><b class="${tone}">${value}</b><p>${more}</p></div>`
  const answered = Object.entries(statuses).map(([status, count]) => `${status} ×${count}`)
  return markup`<section class="tiles" aria-label="Figures">
${tile('Requests', String(requests), `${perSecond(throughput)} in a second`)}
${tile('Errors', String(errors), `${percent(errorRate)} of all`, errors === 0 ? '' : 'failed')}
${tile('Half were answered within', latencyText(latency.p50), `95 % within ${latencyText(latency.p95)}`)}
${tile('99 % within', latencyText(latency.p99), `the slowest after ${latencyText(latency.max)}`)}
${tile('This machine was late by', latencyText(lag.p99), 'or less, 99 % of the time')}
${tile('Statuses', answered[0] ?? 'none', answered.slice(1).join(', '))}
</section>`
}

function charts({ seconds, all, thresholds: judged }: LoadResult): Markup | undefined {
  if (seconds.length === 0) return undefined
  const places = wholeSeconds(seconds)
  const line = (
    name: string,
    tone: string,
    value: (second: LoadSecond & { rate: number; failed: number }) => number,
  ) => ({
    name,
    tone,
    points: places.map(second => [second.at / 1000, value(second)] as const),
  })
  const limit = judged.find(({ threshold, file }) => file === undefined && /^p9[59]\s*<=?/.test(threshold))
  const limitValue = Number(/<=?\s*([\d.]+)(?:ms)?$/.exec(limit?.threshold ?? '')?.[1])
  const time = { placeText: (seconds: number) => `${seconds} s` }
  return markup`<section class="charts" aria-label="Over time">
${chart({
  title: 'How long answers took',
  lines: [
    line('half', 'calm', one => one.p50),
    line('95 %', 'warm', one => one.p95),
    line('99 %', 'hot', one => one.p99),
  ],
  valueText: latencyText,
  ...time,
  ...(limitValue > 0 && limit !== undefined ? { limit: { value: limitValue, name: limit.threshold } } : {}),
})}
${chart({
  title: 'Requests and errors in a second',
  lines: [
    { ...line('requests', 'calm', one => one.rate), isFilled: true },
    line('errors', 'hot', one => one.failed),
  ],
  valueText: perSecond,
  ...time,
})}
${chart({ title: 'Callers at work', lines: [{ ...line('callers', 'calm', one => one.callers), isFilled: true }], valueText: String, ...time })}
${chart({
  title: 'How many answers took how long',
  lines: [{ name: 'requests', tone: 'calm', points: histogram(all.latency), isFilled: true }],
  valueText: String,
  placeText: latencyText,
  isLogarithmic: true,
})}
</section>`
}

/** Counts as they are in a whole second; the last of a load test is often a part of one, and too short to tell anything. */
function wholeSeconds(
  seconds: readonly LoadSecond[],
): readonly (LoadSecond & { rate: number; failed: number })[] {
  return seconds.flatMap((second, index) => {
    const length = (second.at - (seconds[index - 1]?.at ?? 0)) / 1000
    if (length < 0.3 && seconds.length > 1) return []
    return [{ ...second, rate: second.requests / length, failed: second.errors / length }]
  })
}

/** Milliseconds and how many took about so long: from bucket to bucket a fifth longer. */
function histogram({ buckets }: LoadFigures['latency']): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>()
  for (const [microseconds, count] of buckets) {
    const step = Math.floor(Math.log(Math.max(1, microseconds)) / Math.log(1.2))
    counts.set(step, (counts.get(step) ?? 0) + count)
  }
  const known = [...counts.keys()]
  const [first, last] = [Math.min(...known) - 1, Math.max(...known) + 1]
  if (known.length === 0) return []
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const step = first + index
    return [1.2 ** (step + 0.5) / 1000, counts.get(step) ?? 0] as const
  })
}

function thresholds({ thresholds: judged }: LoadResult): Markup {
  return markup`<section><h2>Thresholds</h2><ul class="thresholds">${judged.map(
    ({ threshold, file, met, message }) =>
      markup`<li class="${met ? 'passed' : 'failed'}"><span class="sign">${met ? '✓' : '✗'}</span> ${file === undefined ? undefined : markup`<span class="file">${file}</span> `}${met ? threshold : message}</li>`,
  )}</ul></section>`
}

function steps({ steps: all, all: whole }: LoadResult): Markup {
  const row = (
    name: string,
    { requests, errors, throughput, latency }: LoadFigures,
    heading = false,
  ): Markup =>
    markup`<tr${heading ? new Markup(' class="all"') : undefined}><th scope="row">${name}</th><td>${requests}</td><td class="${errors === 0 ? '' : 'failed'}">${errors}</td><td>${perSecond(throughput)}</td>${(['p50', 'p90', 'p95', 'p99', 'max'] as const).map(share => markup`<td>${latencyText(latency[share])}</td>`)}</tr>`
  return markup`<section><h2>Steps</h2><div class="wide"><table><thead><tr><th scope="col">Step</th>${['requests', 'errors', 'per s', 'p50', 'p90', 'p95', 'p99', 'max'].map(name => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${all.map(one => row(one.step, one))}${row('all', whole, true)}</tbody></table></div></section>`
}

function failures(all: readonly LoadFailure[]): Markup | undefined {
  if (all.length === 0) return undefined
  const format = { colors: palette(false), verbose: false, workingFolder: '/', columns: 100 }
  return markup`<section><h2>Why requests failed</h2>${all.map(
    ({ step, reason, count, first }) =>
      markup`<details><summary><b class="failed">${count} &times;</b> ${step}: ${reason}</summary><pre tabindex="0">${stepDetails(first, format).join('\n')}</pre></details>`,
  )}</section>`
}

function explanation({ all, wait, scenarios }: LoadResult): Markup {
  const hasRate = scenarios.some(({ profile }) => profile.model === 'rate')
  return markup`<section class="explanation"><h2>What the times are</h2>
<p>Times are from the moment at which a request was to be sent until its last byte. ${hasRate ? markup`Iterations waited for a free caller for up to ${latencyText(wait.max)}, which counts; the server itself took ${latencyText(all.service.p50)} (half), ${latencyText(all.service.p99)} (99 %).` : 'Each caller sent the next request when its last one was answered: where answers became slow, fewer were asked for.'} How late this machine was does not count; where it is too late, no verdict is given.</p></section>`
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`
}

const style = `body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
h1 { font-size: 1rem; font-weight: 600; color: var(--quiet); margin: 0; letter-spacing: .02em; }
h2, p, ul, figure { margin: 0; }
pre, .file { font-family: var(--code); font-size: .86em; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; border-radius: 4px; }
.passed { --tone: var(--passed); } .failed { --tone: var(--failed); } .flaky { --tone: var(--flaky); }
.verdict { font-size: 2rem; font-weight: 700; line-height: 1.2; color: var(--tone); margin: .35rem 0 .15rem; }
.reasons { padding-left: 1.2rem; margin-bottom: .5rem; overflow-wrap: anywhere; }
.facts { color: var(--quiet); overflow-wrap: anywhere; } .facts b { color: var(--text); font-weight: 600; }
.chart { overflow-x: auto; } section { margin-top: 1.5rem; } section > h2 { font-size: 1.05rem; margin-bottom: .5rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem; }
.tile, .chart, details, .wide, .thresholds { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem 1.1rem; }
.tile h2 { font-size: .86rem; font-weight: 500; color: var(--quiet); }
.tile b { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; color: var(--tone, inherit); }
.tile p { font-size: .86rem; color: var(--quiet); overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 1rem; }
figcaption { font-size: .9rem; font-weight: 600; display: flex; flex-wrap: wrap; gap: 0 .9rem; }
.legend { font-weight: 400; color: var(--quiet); } .legend i { display: inline-block; width: .7rem; height: .7rem; border-radius: 2px; margin-right: .35rem; background: var(--ink); }
.calm { --ink: light-dark(#2563c9, #6ea8fe); } .warm { --ink: light-dark(#b26a00, #e0a040); } .hot { --ink: light-dark(#c02626, #ff7b72); }
svg { width: 100%; min-width: 25rem; height: auto; display: block; margin-top: .4rem; }
.grid { stroke: var(--line); } .line { fill: none; stroke: var(--ink); stroke-width: 2; stroke-linejoin: round; }
.area { fill: var(--ink); opacity: .16; } circle { fill: var(--ink); }
.limit { stroke: var(--failed); stroke-dasharray: 5 4; }
text { font-size: 12px; fill: var(--quiet); } .value, .limit-name { text-anchor: end; } .place { text-anchor: middle; } .limit-name { fill: var(--failed); }
.thresholds { list-style: none; } .thresholds li { overflow-wrap: anywhere; } .sign { font-weight: 700; color: var(--tone); } .thresholds .failed { color: var(--tone); }
.wide { overflow-x: auto; padding: .4rem .6rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap; } th:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
thead th { font-size: .82rem; font-weight: 500; color: var(--quiet); } tbody th { font-weight: 400; } tr + tr > * { border-top: 1px solid var(--line); } .all > * { font-weight: 650; }
td.failed, summary .failed { color: var(--tone); }
details { margin-top: .6rem; } summary { cursor: pointer; overflow-wrap: anywhere; } pre { overflow-x: auto; margin: .6rem 0 0; }
.explanation p { color: var(--quiet); max-width: 60rem; }
@media print { body { max-width: none; padding: 0; } .chart, .tile, details { break-inside: avoid; } }
`
