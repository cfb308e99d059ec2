import { formatDuration, plural } from '../../util/quantity.ts'
import { markup, type Markup } from './markup.ts'
import { type Ending, shownRuns, type Trend } from './trends.ts'

/** Of each run, with the gap beside it. */
const step = 4
const barWidth = 3
/** A mark above the bar of a run that did not simply pass, so that it is seen without colours. */
const markHeight = 4
const tallest = 16
const base = markHeight + 2 + tallest

/**
 * The last runs as bars, the newest at the right: as tall as they took, in the colour of their outcome, with a mark above those that
 * did not simply pass. Nothing without runs before this one.
 */
export function trendChart(trend: Trend): Markup | undefined {
  if (trend.length === 0) return undefined
  const scale = scaleOf(trend)
  const bars = new Map<Ending['outcome'], string>()
  const marks = new Map<Ending['outcome'], string>()
  trend.forEach(({ outcome, duration }, index) => {
    const x = (shownRuns - trend.length + index) * step
    const height =
      outcome === 'skipped' ? 1 : Math.max(2, Math.round(tallest * Math.min(1, duration / scale)))
    bars.set(outcome, `${bars.get(outcome) ?? ''}M${x} ${base}v-${height}h${barWidth}v${height}z`)
    if (outcome === 'failed' || outcome === 'errored' || outcome === 'flaky') {
      const mark = outcome === 'flaky' ? 2 : markHeight
      marks.set(outcome, `${marks.get(outcome) ?? ''}M${x} 0h${barWidth}v${mark}h-${barWidth}z`)
    }
  })
  const path =
    (kind: string) =>
    ([outcome, d]: readonly [string, string]) =>
      markup`<path class="${kind} ${outcome}" d="${d}"/>`
  return markup`<svg class="bars" viewBox="0 0 ${shownRuns * step} ${base + 1}" role="img" aria-label="${trendWords(trend)}"><title>${trendWords(trend)}</title><path class="floor" d="M0 ${base + 0.5}H${shownRuns * step}"/>${[...bars].map(path('bar'))}${[...marks].map(path('mark'))}</svg>`
}

/** True where it passed at the first attempt whenever it ran. */
export function isCalm(trend: Trend): boolean {
  return trend.every(({ outcome }) => outcome === 'passed' || outcome === 'skipped')
}

/** True where it passed at the first attempt in some of the runs, and at a later one in others. */
export function isUnsteady(trend: Trend): boolean {
  return trend.some(({ outcome }) => outcome === 'flaky') && trend.some(({ outcome }) => outcome === 'passed')
}

/** Milliseconds of the tallest bar: one very slow run is not to make all others look alike. */
function scaleOf(trend: Trend): number {
  const ran = durationsOf(trend)
  return Math.max(1, Math.min(ran.at(-1) ?? 1, 3 * median(ran)))
}

function durationsOf(trend: Trend): readonly number[] {
  return trend
    .flatMap(({ outcome, duration }) => (outcome === 'skipped' ? [] : [duration]))
    .sort((a, b) => a - b)
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** `30 runs: usually 12 ms, from 9 ms to 40 ms; flaky in 2 (7 %), failed in 1 (3 %)`. */
export function trendWords(trend: Trend): string {
  const ran = durationsOf(trend)
  const [fastest, slowest] = [ran[0], ran.at(-1)]
  const times =
    fastest === undefined || slowest === undefined
      ? 'never run'
      : `usually ${formatDuration(median(ran))}, from ${formatDuration(fastest)} to ${formatDuration(slowest)}`
  const rates = (['flaky', 'failed', 'errored', 'skipped'] as const).flatMap(outcome => {
    const rate = rateOf(trend, outcome)
    return rate.count === 0 ? [] : [`${outcome} in ${rate.words}`]
  })
  return `${plural(trend.length, 'run')}: ${times}; ${rates.length === 0 ? 'always passed' : rates.join(', ')}`
}

/** In how many runs something ended so: `2 (7 %)`. */
export function rateOf(
  trend: Trend,
  outcome: Ending['outcome'],
): { readonly count: number; readonly words: string } {
  const count = trend.filter(one => one.outcome === outcome).length
  return { count, words: `${count} (${Math.round((100 * count) / Math.max(1, trend.length))} %)` }
}

/** The trend of a step, or of whatever else has a name. */
export interface NamedTrend {
  readonly name: string
  readonly trend: Trend
}

/** How steps of many rows went before, folded away; nothing without runs before this one. */
export function trendTable(trends: readonly NamedTrend[]): Markup | undefined {
  if (trends.length === 0) return undefined
  return markup`<details class="list history"><summary>The last runs of its steps</summary>${trendRows(trends)}</details>`
}

/** A line for each: name, chart and words. */
export function trendRows(trends: readonly NamedTrend[]): Markup {
  const rows = trends.map(
    ({ name, trend }) =>
      markup`<tr><th scope="row">${name}</th><td>${trendChart(trend)}</td><td>${trendWords(trend)}</td></tr>`,
  )
  return markup`<table class="trends"><tbody>${rows}</tbody></table>`
}
