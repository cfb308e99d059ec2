import type { Phases } from '../../model/exchange.ts'
import type { StepResult } from '../../model/result.ts'
import { formatDuration } from '../../util/quantity.ts'
import { markup, type Markup } from './markup.ts'

/** The phases of a request in the order they happen, with the words for them. */
export const phases = [
  ['dns', 'DNS'],
  ['connect', 'connect'],
  ['tls', 'TLS'],
  ['firstByte', 'first byte'],
  ['download', 'download'],
] as const satisfies readonly (readonly [keyof Phases, string])[]

/**
 * A step's bar on the time line of its file, which starts at `origin`. The page's style knows the length of the line
 * (`--span`), which is not known yet when the bar is made. The last request stands at the end of its step: what is
 * before it are earlier attempts and waits.
 */
export function waterfallBar(result: StepResult, origin: number): Markup {
  const at = Math.max(0, result.startedAt - origin)
  const { exchange, duration } = result
  const before = Math.max(0, duration - (exchange?.duration ?? duration))
  return markup`<span class="track" aria-hidden="true"><span class="bar" style="--at:${number(at)};--for:${number(duration)}">${
    exchange === undefined ? undefined : segments(exchange.phases, exchange.duration, before, duration)
  }</span></span>`
}

/** The phases of one request as a wide bar with its legend; nothing when they are not known. */
export function phaseBar(result: StepResult): Markup | undefined {
  const { exchange } = result
  const known = phases.filter(([phase]) => exchange?.phases?.[phase] !== undefined)
  if (exchange?.phases === undefined || known.length === 0) return undefined
  const { phases: times, duration } = exchange
  return markup`<div class="timing"><span class="track wide" aria-hidden="true"><span class="bar whole">${segments(times, duration, 0, duration)}</span></span>
<dl class="phases">${known.map(
    ([phase, words]) =>
      markup`<div><dt><i class="key ${phase}"></i>${words}</dt><dd>${tenths(times[phase] ?? 0)}</dd></div>`,
  )}<div><dt>in all</dt><dd>${tenths(duration)}</dd></div></dl></div>`
}

function segments(times: Phases | undefined, whole: number, offset: number, scale: number): Markup[] {
  const list: Markup[] = []
  let at = offset
  for (const [phase] of phases) {
    const time = times?.[phase]
    if (time === undefined || scale === 0) continue
    list.push(
      markup`<i class="${phase}" style="left:${percent(at, scale)};width:${percent(time, scale)}"></i>`,
    )
    at += time
  }
  if (list.length > 0 || scale === 0) return list
  return [markup`<i class="whole" style="left:${percent(offset, scale)};width:${percent(whole, scale)}"></i>`]
}

function percent(part: number, whole: number): string {
  return `${number((100 * part) / whole)}%`
}

/** A number as CSS writes it, short. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Phases are often shorter than a millisecond. */
function tenths(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : formatDuration(milliseconds)
}
