import type { Order } from '../data/records.ts'

/** An event that other services of the shop are told of. */
export interface OrderEvent {
  readonly type: 'order.placed' | 'order.changed'
  readonly order: Order
}

/** A way to tell them. */
export interface Announcer {
  /** The broker it speaks to: `Kafka`. */
  readonly name: string
  /** Settles when the broker has the event; rejects when it does not take it. */
  announce(event: OrderEvent): Promise<void>
  close(): Promise<void>
}

/** The default topic of Kafka and exchange of RabbitMQ. */
export const usualTopic = 'orders'
