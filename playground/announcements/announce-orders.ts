import { reasonOf } from '../../src/util/reason-of.ts'
import type { OrderFeed } from '../feed/order-feed.ts'
import { type Announcer, type OrderEvent, usualTopic } from './announcer.ts'
import { amqpAnnouncer } from './amqp-announcer.ts'
import { kafkaAnnouncer } from './kafka-announcer.ts'

/** The brokers that are told of orders. */
export interface AnnouncementPlaces {
  /** `host:port` of brokers of one Kafka. */
  readonly kafka?: readonly string[]
  /** `amqp://user:password@host:port` of a RabbitMQ. */
  readonly amqp?: string
  /** Topic and exchange; `orders` (default). */
  readonly topic?: string
}

/** The announcements of orders to brokers, until they are closed. */
export interface Announcements {
  /** Resolves when what has happened before is told, and the connections are closed. */
  close(): Promise<void>
}

/**
 * Tells brokers what happens to orders, one event after the other, as the service of a real shop would. `complain` gets
 * a line for an event that a broker did not take. Rejects, with a line for the user, when a broker cannot be reached.
 */
export async function announceOrders(
  feed: OrderFeed,
  places: AnnouncementPlaces,
  complain: (line: string) => void,
): Promise<Announcements> {
  const ends: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    await Promise.all(ends.map(end => end()))
  }
  try {
    for (const open of openers(places)) ends.push(tell(await open(), feed, complain))
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

function openers({ kafka, amqp, topic = usualTopic }: AnnouncementPlaces): (() => Promise<Announcer>)[] {
  return [
    ...(kafka === undefined ? [] : [() => reached('Kafka', kafkaAnnouncer(kafka, topic))]),
    ...(amqp === undefined ? [] : [() => reached('RabbitMQ', amqpAnnouncer(amqp, topic))]),
  ]
}

function reached(name: string, opening: Promise<Announcer>): Promise<Announcer> {
  return opening.catch((error: unknown) => {
    throw new Error(`${name} cannot be told of orders: ${reasonOf(error)}`, { cause: error })
  })
}

/** Passes every change on; what it gives ends that. */
function tell(announcer: Announcer, feed: OrderFeed, complain: (line: string) => void): () => Promise<void> {
  let told = Promise.resolve()
  const announce = async (event: OrderEvent): Promise<void> => {
    try {
      await announcer.announce(event)
    } catch (error) {
      complain(`${announcer.name} was not told ${event.type} of order ${event.order.id}: ${reasonOf(error)}`)
    }
  }
  const stop = feed.listen(({ event, order }) => {
    const type = event === 'order-placed' ? 'order.placed' : 'order.changed'
    told = told.then(() => announce({ type, order }))
  })
  return async () => {
    stop()
    await told
    await announcer.close().catch(() => undefined)
  }
}
