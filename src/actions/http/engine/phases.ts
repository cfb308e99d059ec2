import type { Phases } from '../../../model/exchange.ts'
import type { ConnectTimes } from './plain-socket.ts'

/**
 * Milliseconds of each part, from points on the clock of `performance.now()`. A part that did not happen, or has not
 * ended, is absent; `times` is undefined for a connection used again.
 */
export function phasesOf(
  startedAt: number,
  times: ConnectTimes | undefined,
  sentAt: number | undefined,
  firstByteAt: number | undefined,
): Phases {
  const { lookedUp, connected, secured } = times ?? {}
  return {
    ...(lookedUp === undefined ? {} : { dns: lookedUp - startedAt }),
    ...(connected === undefined ? {} : { connect: connected - (lookedUp ?? startedAt) }),
    ...(secured === undefined || connected === undefined ? {} : { tls: secured - connected }),
    ...(sentAt === undefined || firstByteAt === undefined ? {} : { firstByte: firstByteAt - sentAt }),
    ...(firstByteAt === undefined ? {} : { download: performance.now() - firstByteAt }),
  }
}
