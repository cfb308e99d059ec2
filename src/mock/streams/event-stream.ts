import { problemText } from '../../template/render-problem.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { aborted } from '../../util/aborted.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Delay, MockEvent, MockEvents } from '../../model/mock.ts'
import { renderValue } from '../../template/render.ts'
import type { Scope } from '../../template/scope.ts'
import { parseDuration } from '../../util/duration.ts'
import { valueText } from '../../util/value-text.ts'
import { delayTime } from '../delay.ts'

/** An event stream that can be sent, or why it cannot. */
export type MadeStream =
  | { readonly ok: true; readonly pieces: readonly Piece[] }
  | { readonly ok: false; readonly reason: string }

/** Text that is sent at once. */
interface Piece {
  readonly text: string
  readonly delay?: Delay
}

/**
 * The events of an answer as the WHATWG HTML standard writes them (section 9.2.5), filled in when the call comes. For a client that
 * comes again only those after the last one it had, where that is among them.
 */
export function makeEvents({ events }: MockEvents, scope: Scope): MadeStream {
  const lastId = scope.find('headers.last-event-id')?.value
  const pieces: Piece[] = []
  for (const [index, { delay, ...written }] of events.entries()) {
    const rendered = renderValue(written, scope)
    if (!rendered.ok) return { ok: false, reason: problemText(rendered.problems) }
    const text = eventText(rendered.value as MockEvent)
    if (text === undefined) return { ok: false, reason: `event ${index + 1} cannot be written in lines` }
    const { id } = rendered.value as MockEvent
    if (id !== undefined && lastId !== undefined && lastId !== '' && valueText(id) === lastId)
      pieces.length = 0
    else pieces.push({ text, ...(delay === undefined ? {} : { delay }) })
  }
  return { ok: true, pieces }
}

/** Undefined where something that is one line has several, or a time is none. */
function eventText({ event, data, id, retry, comment }: MockEvent): string | undefined {
  const waits = retry === undefined ? undefined : retryTime(retry)
  const single = [event, id].filter(value => value !== undefined).map(valueText)
  if (single.some(text => /[\r\n\0]/.test(text)) || Number.isNaN(waits)) return undefined
  return [
    ...linesOf('', comment),
    ...linesOf('event', event),
    ...linesOf('id', id),
    ...linesOf('retry', waits),
    ...linesOf('data', data),
    '\n',
  ].join('')
}

function linesOf(name: string, value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return []
  return valueText(value)
    .split(/\r\n|\r|\n/)
    .map(line => `${name}: ${line}\n`)
}

/** Milliseconds; NaN for what is no time. */
function retryTime(value: JsonValue): number {
  const text = valueText(value)
  return /^\d+$/.test(text) ? Number(text) : Math.round(parseDuration(text) ?? NaN)
}

/** A comment, which clients pass over. */
const heartbeatText = ':\n\n'

/** The pieces to send, each at its time, until the signal is aborted. */
export async function* playEvents(
  pieces: readonly Piece[],
  { staysOpen, heartbeat = Infinity }: MockEvents,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const { text, delay } of pieces) {
    if (delay !== undefined) yield* pause(delayTime(delay, Math.random), heartbeat, signal)
    if (signal.aborted) return
    yield text
  }
  if (staysOpen) yield* pause(Infinity, heartbeat, signal)
}

/** Waits, with heartbeats. */
async function* pause(time: number, heartbeat: number, signal: AbortSignal): AsyncGenerator<string> {
  for (let left = time; left > 0 && !signal.aborted; left -= heartbeat) {
    const next = Math.min(left, heartbeat)
    await (next === Infinity
      ? aborted(signal)
      : wait(next, undefined, { signal, ref: false }).catch(() => undefined))
    if (left > heartbeat) yield heartbeatText
  }
}
