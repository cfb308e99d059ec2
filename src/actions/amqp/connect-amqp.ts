import { connect, type ChannelModel } from 'amqplib'
import { formatDuration } from '../../util/quantity.ts'
import { limitTime } from '../../util/time-limit.ts'
import type { ActionContext } from '../action.ts'
import { addressText, openBrokerSocket } from '../brokers/open-broker-socket.ts'
import { relayTo } from '../brokers/relay.ts'
import { failed, prepared, type Failed, type Prepared } from '../failure.ts'
import type { BrokerUrl } from './broker-url.ts'

/** A connection to a broker that answered. Nobody needs to listen for its errors. */
export interface AmqpConnection {
  readonly model: ChannelModel
  /** Settles with the reason when the connection is lost without having been closed here. */
  readonly lost: Promise<string>
  close(): Promise<void>
}

/** Connects, and logs in. */
export async function connectAmqp(
  broker: BrokerUrl,
  context: ActionContext,
): Promise<Prepared<AmqpConnection>> {
  const socket = await openBrokerSocket(broker.address, context)
  if (!socket.ok) return socket
  const relay = await relayTo(socket.value)
  const limit = limitTime(context.signal, context.timeout)
  limit.signal.addEventListener('abort', relay.close, { once: true })
  try {
    const { username, password, virtualHost, address } = broker
    const url = { protocol: 'amqp', hostname: address.host, username, password, vhost: escape(virtualHost) }
    const model = await connect(url, { path: relay.path, noDelay: true })
    return prepared(connectionOf(model, relay.close))
  } catch (error) {
    relay.close()
    if (limit.signal.aborted) return tooLate(broker, context)
    return loginFailure(error as Error, broker)
  } finally {
    limit.signal.removeEventListener('abort', relay.close)
    limit.release()
  }
}

/** The library undoes just what `encodeURIComponent` does. */
const escape = encodeURIComponent

function connectionOf(model: ChannelModel, hangUp: () => void): AmqpConnection {
  let isClosing = false
  const lost = new Promise<string>(resolve => {
    let reason = 'the broker closed the connection'
    // An error that nobody listens for would end the program.
    model.on('error', error => (reason = error.message))
    model.on('close', () => {
      if (!isClosing) resolve(reason)
    })
  })
  return {
    model,
    lost,
    close: async () => {
      isClosing = true
      await model.close().catch(() => undefined)
      hangUp()
    },
  }
}

function tooLate({ address }: BrokerUrl, { signal, timeout }: ActionContext): Failed {
  if (signal.aborted) return failed('Network Error', 'interrupted before the broker had answered')
  return failed(
    'Network Error',
    `${addressText(address)} did not answer within ${formatDuration(timeout)} (timeout)`,
    'Check that an AMQP broker listens there.',
  )
}

/** Why there is no connection, in words: what the library says is about frames. */
function loginFailure({ message }: Error, { address, username, virtualHost }: BrokerUrl): Failed {
  const place = addressText(address)
  if (message.includes('ACCESS_REFUSED') || message.includes('ACCESS-REFUSED'))
    return failed(
      'Auth Error',
      `${place} refused user "${username}" (403 ACCESS_REFUSED)`,
      'Check user name and password of the URL. A broker takes `guest` from its own machine only.',
    )
  if (message.startsWith('Expected ConnectionOpenOk'))
    return failed(
      'Auth Error',
      `${place} does not let user "${username}" into the virtual host "${virtualHost}"`,
      'Check that it exists and that the user has permissions for it; the end of the URL names it, / being %2F.',
    )
  // A broker that misses a certificate may reset the connection before its alert is read.
  if (/^Socket closed abruptly|\b(ECONNRESET|EPIPE)\b/.test(message))
    return failed(
      'Network Error',
      `${place} closed the connection during the AMQP handshake`,
      address.secure
        ? 'Check that an AMQP broker listens there, and whether it asks for a client certificate.'
        : 'Check that an AMQP broker listens there. If it wants TLS, write amqps.',
    )
  return failed('Network Error', `the AMQP handshake with ${place} failed: ${message}`)
}
