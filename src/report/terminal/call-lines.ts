import type { CallRecord, CallSource } from '../../model/call-record.ts'
import { cutText } from '../../util/cut-text.ts'
import { oneLine } from '../text/printable.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { exchangeLines } from './exchange-lines.ts'
import { inOutcomeColor, type Palette, symbols } from './palette.ts'
import { defined } from '../../util/defined.ts'

/** One line per call, in columns: `3f2a91c  2026-11-03 11:15:02  ✓ 200   12 ms  GET http://...  users.apitest.yaml:14`. */
export function callList(calls: readonly CallRecord[], colors: Palette): string[] {
  return calls.map(({ id, time, source, request, response, duration, outcome }) => {
    const status = `${symbols[outcome]} ${String(response?.status ?? '').padStart(3)}`
    return [
      colors.cyan(id),
      colors.dim(localTime(time)),
      inOutcomeColor(outcome, status, colors),
      formatDuration(duration).padStart(8),
      cutText(oneLine(titleOf(request)), 200),
      colors.dim(oneLine(placeOf(source))),
    ].join('  ')
  })
}

/** Everything that is known of a call. */
export function callDetails(call: CallRecord, colors: Palette): string[] {
  const { id, time, source, outcome, reason, attempts, phases, request, response, duration } = call
  const exchange = defined({ request: { ...request, summary: titleOf(request) }, response, duration })
  return [
    `${colors.cyan(id)}  ${localTime(time)}  ${inOutcomeColor(outcome, `${symbols[outcome]} ${outcome}`, colors)}`,
    `${colors.dim('from')} ${oneLine(sentence(source, attempts))}`,
    ...(phases === undefined ? [] : [`${colors.dim('took')} ${phaseList(phases)}`]),
    ...(reason === undefined ? [] : [`${colors.dim('why ')} ${oneLine(reason)}`]),
    '',
    ...exchangeLines(exchange, { colors, everything: true }),
  ]
}

function titleOf({ method, url }: CallRecord['request']): string {
  return method === undefined ? url : `${method} ${url}`
}

function placeOf(source: CallSource): string {
  return source.kind === 'suite' ? `${source.file}:${source.line}` : `apitest ${source.kind}`
}

function sentence(source: CallSource, attempts: number): string {
  return [
    source.kind === 'suite' ? `${placeOf(source)}  ${source.step}` : placeOf(source),
    ...(source.kind === 'suite' && source.row !== undefined ? [`row ${source.row}`] : []),
    ...(attempts > 1 ? [plural(attempts, 'attempt')] : []),
  ].join(', ')
}

function phaseList(phases: NonNullable<CallRecord['phases']>): string {
  const names = { dns: 'dns', connect: 'connect', tls: 'tls', firstByte: 'first byte', download: 'download' }
  return Object.entries(names)
    .flatMap(([key, name]) => {
      const value = phases[key as keyof typeof names]
      return value === undefined ? [] : [`${name} ${value.toFixed(1)} ms`]
    })
    .join(', ')
}

/** `2026-11-03 11:15:02`, by the clock of the reader. */
function localTime(time: string): string {
  const moment = new Date(time)
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}
