import type { Order } from '../data/records.ts'
import type { PlaygroundState } from '../state.ts'
import { type NewOrder, placeOrder } from './place-order.ts'
import { findOrder, readOrder } from './read-order.ts'

/** Places an order as `placeOrder` does, and tells all who listen. */
export function placeAndTell(
  { shop, orderFeed }: PlaygroundState,
  wanted: NewOrder,
): ReturnType<typeof placeOrder> {
  const placed = placeOrder(shop, wanted)
  if ('order' in placed) orderFeed.publish('order-placed', placed.order)
  return placed
}

/** Reads an order as `readOrder` does, and tells all who listen when that has moved it on. */
export function readAndTell({ shop, orderFeed }: PlaygroundState, id: number): Order | undefined {
  const before = findOrder(shop, id)
  const order = readOrder(shop, id)
  if (order !== undefined && order.state !== before?.state) orderFeed.publish('order-changed', order)
  return order
}
