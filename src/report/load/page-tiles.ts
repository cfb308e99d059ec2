import type { LoadFigures, LoadResult } from '../../model/load-test.ts'
import { type Content, type Markup, markup } from '../html/markup.ts'
import { latencyText, percent, perSecond } from './load-lines.ts'

/** The figures that are looked for first, each with what belongs to it. */
export function tiles(result: LoadResult): Markup {
  const { all, lag, wait } = result
  const { requests, errors, errorRate, throughput, latency } = all
  const waited = hasWaited(result)
  return markup`<section class="tiles" aria-label="Figures">
${tile('Requests', requests, `${perSecond(throughput)} in a second`)}
${tile('Errors', errors, `${percent(errorRate)} of all`, errors === 0 ? '' : 'failed')}
${tile('Half were answered within', latencyText(latency.p50), `95 % within ${latencyText(latency.p95)}${waited ? ', with the wait' : ''}`)}
${tile('99 % within', latencyText(latency.p99), `the slowest after ${latencyText(latency.max)}`)}
${waited ? tile('Waited for a caller', latencyText(wait.p99), 'or less, 99 % of the time; all times count it') : undefined}
${tile('This machine was late by', latencyText(lag.p99), 'or less, 99 % of the time')}
${statusTile(all)}
</section>`
}

/** True where iterations of a rate had to wait for a free caller for long enough to be seen in their times. */
export function hasWaited({ scenarios, wait, all }: LoadResult): boolean {
  const hasRate = scenarios.some(({ profile }) => profile.model === 'rate')
  return hasRate && wait.p99 >= Math.max(1, 0.05 * all.latency.p99)
}

function tile(name: string, value: Content, more: Content, tone = ''): Markup {
  return markup`<div class="tile"><h2>${name}</h2><b class="${tone}">${value}</b><p>${more}</p></div>`
}

/** Statuses, those that tell of trouble before the others. */
function statusTile({ statuses, errors }: LoadFigures): Markup {
  const [first, ...others] = Object.entries(statuses).toSorted(
    ([one, many], [other, more]) => troubleOf(other) - troubleOf(one) || more - many,
  )
  if (first === undefined) return tile('Statuses', 'none', '')
  const text = ([status, count]: readonly [string, number]): Markup =>
    markup`<span class="status">${status} &times;${count}</span>`
  const more = others.map((one, index) => markup`${index === 0 ? '' : ', '}${text(one)}`)
  return tile('Statuses', text(first), more, errors > 0 && troubleOf(first[0]) >= 3 ? 'failed' : '')
}

/** How much a status is to be seen: no answer most, then errors of the server, other refusals, and last what went well. */
function troubleOf(status: string): number {
  if (status === 'none') return 4
  if (/^5\d\d$/.test(status)) return 3
  if (/^[13]\d\d$/.test(status)) return 1
  return /^2\d\d$|^OK$/.test(status) ? 0 : 2
}
