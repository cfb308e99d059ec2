import type { Order, OrderState } from '../data/records.ts'
import type { Shop } from '../data/shop.ts'

const statesByRead: readonly OrderState[] = ['pending', 'paid', 'shipped']

/**
 * The order as its next reader sees it. An order of the seed data stays as it is; one that was placed is `pending` at
 * the first read, `paid` at the second and `shipped` from the third on, so that polling can be practised.
 */
export function readOrder(shop: Shop, id: number): Order | undefined {
  const placed = shop.placedOrders.get(id)
  if (placed === undefined) return shop.seedOrders.get(id)
  const order = { ...placed.order, state: statesByRead[placed.reads] ?? 'shipped' }
  shop.placedOrders.set(id, { order, reads: placed.reads + 1 })
  return order
}

/** The order as its last reader saw it. */
export function findOrder(shop: Shop, id: number): Order | undefined {
  return shop.placedOrders.get(id)?.order ?? shop.seedOrders.get(id)
}
