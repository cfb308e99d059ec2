import type { Channel, ConsumeMessage } from 'amqplib'
import type { Message } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import { plural } from '../../util/quantity.ts'
import type { ActionContext } from '../action.ts'
import { addressText } from '../brokers/open-broker-socket.ts'
import { failed, type ActionFailure, prepared, type Prepared } from '../failure.ts'
import { keptMessages, type Listener, type ListenerFacts } from '../listeners/listener.ts'
import { listenersOf } from '../listeners/listeners.ts'
import { messageOf } from '../messages/message.ts'
import type { BrokerUrl } from './broker-url.ts'
import { ChannelErrors } from './channel-errors.ts'
import { connectAmqp, type AmqpConnection } from './connect-amqp.ts'
import { fieldText, readFieldTable } from './field-values.ts'
import { propertiesOf } from './message-properties.ts'

/** The source that is listened to. */
export type Source =
  | {
      readonly kind: 'exchange'
      readonly name: string
      readonly routingKey: string
      /** Arguments of the binding, as they were written, and as the library takes them. */
      readonly written: JsonObject
      readonly table: Record<string, unknown>
    }
  | {
      readonly kind: 'queue'
      readonly name: string
      /** Arguments of the consumer. */
      readonly table: Record<string, unknown>
    }

/** Where to listen, and what the listener is called. */
export interface Listening {
  readonly broker: BrokerUrl
  readonly source: Source
  readonly name: string
}

/** As messages name it: `events #`, `queue orders`. */
export function sourceText(source: Source): string {
  if (source.kind === 'queue') return `queue ${source.name}`
  const { name, routingKey, written } = source
  return [name, routingKey, ...(Object.keys(written).length === 0 ? [] : [JSON.stringify(written)])].join(' ')
}

/**
 * Opens a listener; once the broker has confirmed the consumer nothing is missed. On an exchange it has a queue of its
 * own, so that real consumers still receive their messages: the broker makes up its name, no other client can read it, and it
 * is gone with the connection. From a queue that is there it takes what steps collect; all else goes back when it ends.
 */
export async function listen(listening: Listening, context: ActionContext): Promise<Prepared<JsonObject>> {
  const connected = await connectAmqp(listening.broker, context)
  if (!connected.ok) return connected
  const connection = connected.value
  const { name, source, broker } = listening
  const early: Message[] = []
  const opened: { listener?: Listener; lost?: ActionFailure } = {}
  const lose = (failure: ActionFailure): void => {
    opened.lost ??= failure
    opened.listener?.fail(failure)
  }
  const consumer = await consume(connection, source, message => {
    // The broker ends a consumer without a word more: its queue was deleted, or its node went away.
    if (message === undefined) lose(withoutQueue(broker, source))
    else if (opened.listener === undefined) early.push(message)
    else opened.listener.push(message)
  })
  if (!consumer.ok) {
    await connection.close()
    return consumer
  }
  const { facts, entry } = consumer.value
  const subject = `${source.kind === 'exchange' ? 'exchange ' : ''}${sourceText(source)} on ${addressText(broker.address)}`
  const listener = await listenersOf(context.session).add({
    ...facts,
    name,
    subject,
    close: async () => {
      await facts.close()
      await connection.close()
    },
  })
  opened.listener = listener
  for (const message of early) listener.push(message)
  if (opened.lost !== undefined) listener.fail(opened.lost)
  void connection.lost.then(reason => {
    const message = `the connection to ${addressText(broker.address)} was lost: ${reason}`
    lose(failed('connection-lost', { reason: message, hint: lossHints[source.kind] }).failure)
  })
  return prepared({ listener: name, ...entry })
}

const lossHints: Readonly<Record<Source['kind'], string>> = {
  exchange:
    'What came before is kept; what was published since cannot be had, because the queue went with the connection.',
  queue: 'What came before is kept; what was not collected is back in the queue.',
}

function withoutQueue({ address }: BrokerUrl, { kind, name }: Source): ActionFailure {
  const reason = `${addressText(address)} took the queue ${kind === 'queue' ? `"${name}"` : 'of the listener'} away`
  const hint =
    'What came before is kept. Somebody deleted the queue, or the node of the cluster that had it went away.'
  return failed('connection-lost', { reason, hint }).failure
}

/** A consumer that is ready: what the listener needs to know of it, and what reports and `$` show. */
interface Consumer {
  readonly facts: Omit<ListenerFacts, 'name' | 'subject'>
  readonly entry: JsonObject
}

/** Reads an exchange or a queue, undefined being the end of it. */
async function consume(
  { model, headers }: AmqpConnection,
  source: Source,
  take: (message: Message | undefined) => void,
): Promise<Prepared<Consumer>> {
  const channel = await model.createChannel()
  const errors = new ChannelErrors(channel)
  const read = (delivery: ConsumeMessage | null): Message | undefined =>
    delivery === null ? undefined : messageFrom(delivery, readFieldTable(headers.next()))
  try {
    return source.kind === 'exchange'
      ? await consumeExchange(channel, source, delivery => {
          take(read(delivery))
        })
      : await consumeQueue(channel, source, read, take)
  } catch (error) {
    return errors.failure(error, `${source.kind} "${source.name}"`)
  }
}

async function consumeExchange(
  channel: Channel,
  { name, routingKey, table }: Source & { kind: 'exchange' },
  take: (delivery: ConsumeMessage | null) => void,
): Promise<Prepared<Consumer>> {
  // To assert an exchange would make one of a misspelt name.
  if (name !== '') await channel.checkExchange(name)
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true })
  if (name !== '') await channel.bindQueue(queue, name, routingKey, table)
  await channel.consume(queue, take, { noAck: true })
  const close = (): Promise<void> => Promise.resolve()
  return prepared({ facts: { close }, entry: { exchange: name, 'routing-key': routingKey } })
}

/** Consumes a queue. Messages that are not acknowledged when the channel closes go back to their place in the queue. */
async function consumeQueue(
  channel: Channel,
  { name, table }: Source & { kind: 'queue' },
  read: (delivery: ConsumeMessage | null) => Message | undefined,
  take: (message: Message | undefined) => void,
): Promise<Prepared<Consumer>> {
  const { messageCount, consumerCount } = await channel.checkQueue(name)
  const unacknowledged = new Map<Message, ConsumeMessage>()
  let isClosed = false
  channel.on('close', () => (isClosed = true))
  await channel.prefetch(keptMessages)
  await channel.consume(
    name,
    delivery => {
      const message = read(delivery)
      if (message !== undefined && delivery !== null) unacknowledged.set(message, delivery)
      take(message)
    },
    { noAck: false, arguments: table },
  )
  const facts: Consumer['facts'] = {
    readsPast: true,
    position: () =>
      consumerCount === 0
        ? undefined
        : `${plural(consumerCount, 'other consumer')} of the queue ${consumerCount === 1 ? 'gets' : 'get'} messages, too`,
    taken: message => {
      const delivery = unacknowledged.get(message)
      if (delivery === undefined) return
      unacknowledged.delete(message)
      // Without a connection it is back in the queue already.
      if (!isClosed) channel.ack(delivery)
    },
    close: () => channel.close().catch(() => undefined),
  }
  return prepared({ facts, entry: { queue: name, messages: messageCount, consumers: consumerCount } })
}

/** Header values are what they are on the wire; the target `header NAME` sees them as text, and no text where one is null. */
function messageFrom({ content, fields, properties }: ConsumeMessage, headers: JsonObject): Message {
  const { routingKey, exchange } = fields
  const contentType: unknown = properties.contentType
  return messageOf(content, {
    contentType: typeof contentType === 'string' ? contentType : undefined,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === null ? [] : [[name, fieldText(value)] as const],
    ),
    fields: { 'routing-key': routingKey },
    entry: value => ({
      'routing-key': routingKey,
      exchange,
      headers,
      properties: propertiesOf(properties),
      value,
    }),
  })
}
