import type { Terms } from '../faults/terms.ts'
import type { Socket } from 'node:net'
import { limitTime } from '../../util/time-limit.ts'
import type { ActionContext } from '../action.ts'
import { type ActionFailure, prepared, type Prepared } from '../failure.ts'
import { EngineError } from '../http/engine/engine-error.ts'
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
    return {
      ok: false,
      failure: brokerFault(limit.signal.aborted ? late : (error as Error), address, context),
    }
  } finally {
    limit.release()
  }
}

/** Explains a fault of a connection to a broker to the user, in the usual words. */
export function brokerFault(error: Error, address: BrokerAddress, context: ActionContext): ActionFailure {
  const fault = { error, stage: 'connecting', received: 0 } as const
  return { ...describeFault(fault, asRequest(address, context)), terms: termsOf(address) }
}

/** The schemes with and without TLS. */
const schemes = [
  ['amqps', 'amqp'],
  ['tls', 'kafka'],
] as const

function termsOf({ scheme }: BrokerAddress): Terms {
  const [secure, plain] = schemes.find(names => names.some(name => name === scheme)) ?? schemes[0]
  return {
    address: 'broker',
    secure: place => `${secure}://${place}`,
    withTls: place => `If the broker speaks TLS there, write ${secure}://${place}.`,
    withoutTls: place => `If the broker speaks no TLS there, write ${plain}://${place}.`,
  }
}

/** The address in the form that the words for faults need; they are made for HTTP. */
function asRequest(
  address: BrokerAddress,
  { timeout, signal }: ActionContext,
): Parameters<typeof describeFault>[1] {
  const nothing = { path: '', method: '', headers: [], wantsBody: false }
  const scheme = address.secure ? 'https' : 'http'
  return { origin: addressText({ ...address, scheme }), timeout, signal, ...nothing }
}
