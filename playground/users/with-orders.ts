import type { Order, User } from '../data/records.ts'
import { allOrders, type Shop } from '../data/shop.ts'

/** A user as the API answers. */
export interface UserWithOrders extends User {
  readonly orders: readonly Order[]
}

/** One user with the orders of now, looked for among all; for many users see `usersWithOrders`. */
export function withOrders(shop: Shop, user: User): UserWithOrders {
  return { ...user, orders: allOrders(shop).filter(order => order.userId === user.id) }
}

/** All users; the orders are looked through once, not once per user. */
export function usersWithOrders(shop: Shop): UserWithOrders[] {
  const ordersByUser = new Map<number, Order[]>()
  for (const order of allOrders(shop)) {
    const orders = ordersByUser.get(order.userId)
    if (orders === undefined) ordersByUser.set(order.userId, [order])
    else orders.push(order)
  }
  return [...shop.users.values()].map(user => ({ ...user, orders: ordersByUser.get(user.id) ?? [] }))
}
