import type { ConsumeMessage } from 'amqplib'
import type { ActionFailure, HeaderList, Message } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import { addressText } from '../brokers/open-broker-socket.ts'
import { prepared, type Prepared } from '../failure.ts'
import type { Listener } from '../listeners/listener.ts'
import { listenersOf } from '../listeners/listeners.ts'
import { messageOf } from '../messages/message.ts'
import type { BrokerUrl } from './broker-url.ts'
import { ChannelErrors } from './channel-errors.ts'
import { connectAmqp, type AmqpConnection } from './connect-amqp.ts'
import { propertiesOf } from './message-properties.ts'

/** Where to listen, and what the listener is called. */
export interface Listening {
  readonly broker: BrokerUrl
  readonly exchange: string
  readonly routingKey: string
  readonly name: string
}

/**
 * Opens a listener on a queue of its own, so that real consumers still receive what is theirs: the broker makes up its
 * name, nobody else can read it, and it is gone with the connection. Once the broker has confirmed the consumer nothing
 * is missed.
 */
export async function listen(listening: Listening, context: ActionContext): Promise<Prepared<Listener>> {
  const connected = await connectAmqp(listening.broker, context)
  if (!connected.ok) return connected
  const connection = connected.value
  const { name, exchange, broker } = listening
  const early: Message[] = []
  const opened: { listener?: Listener; lost?: ActionFailure } = {}
  const lose = (failure: ActionFailure): void => {
    opened.lost ??= failure
    opened.listener?.fail(failure)
  }
  const failure = await consume(connection, listening, message => {
    // The broker ends a consumer without a word more: its queue was deleted, or its node went away.
    if (message === undefined) lose(withoutQueue(broker))
    else if (opened.listener === undefined) early.push(message)
    else opened.listener.push(message)
  })
  if (failure !== undefined) {
    await connection.close()
    return failure
  }
  const subject = `exchange ${exchange} with ${listening.routingKey} on ${addressText(broker.address)}`
  const listener = await listenersOf(context.session).add({ name, subject, close: () => connection.close() })
  opened.listener = listener
  for (const message of early) listener.push(message)
  if (opened.lost !== undefined) listener.fail(opened.lost)
  void connection.lost.then(reason => {
    lose({
      kind: 'Network Error',
      message: `the connection to ${addressText(broker.address)} was lost: ${reason}`,
      hint: 'What came before is kept; what was published since cannot be had, because the queue went with the connection.',
    })
  })
  return prepared(listener)
}

function withoutQueue({ address }: BrokerUrl): ActionFailure {
  return {
    kind: 'Network Error',
    message: `${addressText(address)} took the queue of the listener away`,
    hint: 'What came before is kept. Somebody deleted the queue, or the node of the cluster that had it went away.',
  }
}

/** Binds a private queue and reads it, undefined being its end; the failure when the broker does not want that. */
async function consume(
  { model }: AmqpConnection,
  { exchange, routingKey }: Listening,
  take: (message: Message | undefined) => void,
): Promise<Prepared<never> | undefined> {
  const channel = await model.createChannel()
  const errors = new ChannelErrors(channel)
  try {
    // To assert an exchange would make one of a misspelt name.
    if (exchange !== '') await channel.checkExchange(exchange)
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true })
    if (exchange !== '') await channel.bindQueue(queue, exchange, routingKey)
    await channel.consume(
      queue,
      delivery => {
        take(delivery === null ? undefined : messageFrom(delivery))
      },
      { noAck: true },
    )
    return undefined
  } catch (error) {
    return errors.failure(error, exchange)
  }
}

function messageFrom({ content, fields, properties }: ConsumeMessage): Message {
  const headers = headersOf(properties.headers)
  const { routingKey, exchange } = fields
  return messageOf(content, {
    headers,
    fields: { 'routing-key': routingKey },
    entry: value => ({
      'routing-key': routingKey,
      exchange,
      headers: Object.fromEntries(headers),
      properties: propertiesOf(properties),
      value,
    }),
  })
}

/** Header values as text: they can be of many types, tables and byte strings among them. */
function headersOf(headers: Readonly<Record<string, unknown>> = {}): HeaderList {
  return Object.entries(headers).map(([name, value]) => [name, headerText(value)])
}

function headerText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return value.toString('base64')
  return value === undefined ? '' : JSON.stringify(value)
}

/** What reports and `$` show of a listener that is ready. */
export function readyEntry({ name, routingKey, exchange }: Listening): JsonObject {
  const entry: Record<string, JsonValue> = { listener: name, exchange, 'routing-key': routingKey }
  return entry
}
