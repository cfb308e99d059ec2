import type { Phases } from '../../../model/exchange.ts'
import type { ConnectTimes } from '../../transport/connect-times.ts'

/**
 * Milliseconds of each part, from points on the clock of `monotonicTime()`. A part that did not happen, or has not
 * ended, is absent; `times` is undefined for a connection used again.
 */
export function phasesOf(
  startedAt: number,
  times: ConnectTimes | undefined,
  sentAt: number | undefined,
  firstByteAt: number | undefined,
  endedAt: number,
): Phases {
  const phases: { -readonly [Part in keyof Phases]: number } = {}
  if (times !== undefined) {
    const { lookedUp, connected, secured } = times
    if (lookedUp !== undefined) phases.dns = lookedUp - startedAt
    if (connected !== undefined) phases.connect = connected - (lookedUp ?? startedAt)
    if (connected !== undefined && secured !== undefined) phases.tls = secured - connected
  }
  if (sentAt !== undefined && firstByteAt !== undefined) {
    phases.firstByte = firstByteAt - sentAt
    phases.download = endedAt - firstByteAt
  }
  return phases
}
