import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { connect, credentials, type ChannelModel } from 'amqplib'
import { formatDuration } from '../../util/quantity.ts'
import { limitTime } from '../../util/time-limit.ts'
import type { ActionContext } from '../action.ts'
import { addressText, brokerFault, openBrokerSocket } from '../brokers/open-broker-socket.ts'
import { relayTo } from '../brokers/relay.ts'
import { failed, prepared, type Failed, type Prepared } from '../failure.ts'
import { guest, type BrokerUrl, type Mechanism } from './broker-url.ts'
import { HeaderFrames } from './header-frames.ts'

/** A connection to a broker that answered. Its errors need no listener. */
export interface AmqpConnection {
  readonly model: ChannelModel
  /** The headers of the messages that come. */
  readonly headers: HeaderFrames
  /** Settles with the reason when the connection is lost without having been closed here. */
  readonly lost: Promise<string>
  close(): Promise<void>
}

/**
 * Connects, and logs in: with a client certificate where the settings have one and the URL names no user. A broker that
 * does not take that is asked as guest, unless the URL wants nothing else.
 */
export async function connectAmqp(
  broker: BrokerUrl,
  context: ActionContext,
): Promise<Prepared<AmqpConnection>> {
  const connected = await logIn(broker, broker.mechanism, context)
  return connected.ok || connected !== notExternal ? connected : logIn(broker, 'PLAIN', context)
}

/** Says that nothing but a password is taken. */
const notExternal = failed('login-refused', { reason: 'no EXTERNAL' })

async function logIn(
  broker: BrokerUrl,
  wanted: Mechanism | undefined,
  context: ActionContext,
): Promise<Prepared<AmqpConnection>> {
  const socket = await openBrokerSocket(broker.address, context)
  if (!socket.ok) return socket
  let broken: Error | undefined
  socket.value.on('error', error => (broken = error))
  const mechanism =
    wanted ?? (broker.user === undefined && showsCertificate(socket.value) ? 'EXTERNAL' : 'PLAIN')
  const headers = new HeaderFrames()
  const relay = await relayTo(socket.value, chunk => {
    headers.read(chunk)
  })
  const limit = limitTime(context.signal, context.timeout)
  limit.signal.addEventListener('abort', relay.close, { once: true })
  try {
    const { virtualHost, address, user = guest } = broker
    const url = { protocol: 'amqp', hostname: address.host, vhost: escape(virtualHost) }
    const proof =
      mechanism === 'EXTERNAL' ? credentials.external() : credentials.plain(user.username, user.password)
    const model = await connect(url, { path: relay.path, noDelay: true, credentials: proof })
    return prepared(connectionOf(model, headers, relay.close))
  } catch (error) {
    relay.close()
    if (limit.signal.aborted) return tooLate(broker, context)
    // Such as an alert of TLS, which comes after its handshake.
    if (broken !== undefined && 'code' in broken && String(broken.code).startsWith('ERR_SSL'))
      return { ok: false, failure: brokerFault(broken, broker.address, context) }
    const { message } = error as Error
    if (mechanism !== wanted && message.startsWith('SASL mechanism EXTERNAL')) return notExternal
    return loginFailure(message, broker, mechanism)
  } finally {
    limit.signal.removeEventListener('abort', relay.close)
    limit.release()
  }
}

function showsCertificate(socket: Socket): boolean {
  return socket instanceof TLSSocket && Object.keys(socket.getCertificate() ?? {}).length > 0
}

/** The library undoes just what `encodeURIComponent` does. */
const escape = encodeURIComponent

function connectionOf(model: ChannelModel, headers: HeaderFrames, hangUp: () => void): AmqpConnection {
  let isClosing = false
  const lost = new Promise<string>(resolve => {
    let reason = 'the broker closed the connection'
    // An error without a listener would end the program.
    model.on('error', error => {
      if (error.message !== 'Unexpected close') reason = error.message
    })
    model.on('close', () => {
      if (!isClosing) resolve(reason)
    })
  })
  return {
    model,
    headers,
    lost,
    close: async () => {
      isClosing = true
      await model.close().catch(() => undefined)
      hangUp()
    },
  }
}

function tooLate({ address }: BrokerUrl, { signal, timeout }: ActionContext): Failed {
  if (signal.aborted) return failed('interrupted', { reason: 'interrupted before the broker had answered' })
  return failed('answer-late', {
    reason: `${addressText(address)} did not answer within ${formatDuration(timeout)} (timeout)`,
    hint: 'Check that an AMQP broker listens there.',
  })
}

/** Why there is no connection, in words: what the library says is about frames. */
function loginFailure(
  message: string,
  { address, user, virtualHost }: BrokerUrl,
  mechanism: Mechanism,
): Failed {
  const place = addressText(address)
  const asker = askerOf(user, mechanism)
  if (message.includes('ACCESS_REFUSED') || message.includes('ACCESS-REFUSED'))
    return failed('login-refused', {
      reason: `${place} refused ${asker} (403 ACCESS_REFUSED)`,
      hint: refusalHints[mechanism],
    })
  if (message.startsWith('SASL mechanism'))
    return failed('login-refused', {
      reason: `${place} does not take the SASL mechanism ${mechanism}`,
      hint: mechanismHints[mechanism],
    })
  if (message.startsWith('Expected ConnectionOpenOk'))
    return failed('login-refused', {
      reason: `${place} does not let ${asker} into the virtual host "${virtualHost}"`,
      hint: 'Check that it exists and that the user has permissions for it; the end of the URL names it, / being %2F.',
    })
  // A broker that misses a certificate may reset the connection before its alert is read.
  if (/^Socket closed abruptly|\b(ECONNRESET|EPIPE)\b/.test(message))
    return failed('other-protocol', {
      reason: `${place} closed the connection during the AMQP handshake`,
      hint: address.secure
        ? 'Check that an AMQP broker listens there, and whether it asks for a client certificate.'
        : 'Check that an AMQP broker listens there. If it wants TLS, write amqps.',
    })
  // Bytes that are not AMQP are read as if they were, and their letters as a size.
  if (message.startsWith('Frame size'))
    return failed('other-protocol', {
      reason: `${place} does not speak AMQP 0-9-1`,
      hint: 'Check the host and port of the URL: another service, or a broker of another version, seems to listen there.',
    })
  return failed('answer-unreadable', { reason: `the AMQP handshake with ${place} failed: ${message}` })
}

function askerOf(user: BrokerUrl['user'], mechanism: Mechanism): string {
  if (mechanism === 'EXTERNAL') return 'the user of the client certificate'
  return user === undefined ? `user "${guest.username}" (the URL names none)` : `user "${user.username}"`
}

const refusalHints: Readonly<Record<Mechanism, string>> = {
  PLAIN: 'Check user name and password of the URL. A broker takes `guest` from its own machine only.',
  EXTERNAL:
    'Check that the broker has a user of that name: the common name of the certificate, or all of its subject, as ssl_cert_login_from of the broker says.',
}

const mechanismHints: Readonly<Record<Mechanism, string>> = {
  PLAIN: 'If it takes client certificates, leave the user out of the URL, and name one with `tls`.',
  EXTERNAL:
    'It needs amqps, a client certificate (`tls`), and the plugin rabbitmq_auth_mechanism_ssl with EXTERNAL in auth_mechanisms of the broker.',
}
