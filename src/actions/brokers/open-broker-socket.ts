import type { Socket } from 'node:net'
import { limitTime } from '../../util/time-limit.ts'
import type { ActionContext } from '../action.ts'
import { prepared, type Prepared } from '../failure.ts'
import { EngineError } from '../http/engine/engine-error.ts'
import type { Fault } from '../http/engine/wire.ts'
import { describeFault } from '../http/faults/describe-fault.ts'
import { openSocket, straightRoute } from '../transport/index.ts'
import { routeOf } from '../transport/route-of.ts'

/** Where a broker listens. */
export interface BrokerAddress {
  /** Such as `amqp` or `tls`: what stands before `://`. */
  readonly scheme: string
  readonly host: string
  readonly port: number
  readonly secure: boolean
}

/** As messages name it, without credentials: `amqps://127.0.0.1:5671`. */
export function addressText({ scheme, host, port }: BrokerAddress): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A socket to a broker by the way of the settings, with TLS where it speaks that; what goes wrong in the usual words. */
export async function openBrokerSocket(
  address: BrokerAddress,
  context: ActionContext,
): Promise<Prepared<Socket>> {
  const route = await routeOf(context)
  if (!route.ok) return route
  const limit = limitTime(context.signal, context.timeout)
  try {
    const opening = { times: {}, signal: limit.signal, protocols: [] }
    const socket = await openSocket(address, route.value ?? straightRoute, opening)
    socket.setNoDelay(true)
    return prepared(socket)
  } catch (error) {
    const late = new EngineError(context.signal.aborted ? 'INTERRUPTED' : 'TIMEOUT')
    const fault: Fault = {
      error: limit.signal.aborted ? late : (error as NodeJS.ErrnoException),
      stage: 'connecting',
      received: 0,
    }
    return { ok: false, failure: describeFault(fault, asRequest(address, context)) }
  } finally {
    limit.release()
  }
}

/** What the words for faults need to know. */
function asRequest(
  address: BrokerAddress,
  { timeout, signal }: ActionContext,
): Parameters<typeof describeFault>[1] {
  const nothing = { path: '', method: '', headers: [], wantsBody: false }
  return { origin: addressText(address), timeout, signal, ...nothing }
}
