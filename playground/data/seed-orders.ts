import { hoursAfterOpening } from './dates.ts'
import { priceOrder } from './price-order.ts'
import { seededRandom } from './random.ts'
import { orderStates, type Order } from './records.ts'
import { seedProduct } from './seed-products.ts'

const ordersPerUser = 3
const productsPerUser = 2

/** Order number `id`: user 1 placed the orders 1 to 3, user 2 the orders 4 to 6, and so on. */
export function seedOrder(id: number): Order {
  const random = seededRandom(`order ${id}`)
  const userId = Math.ceil(id / ordersPerUser)
  const productIds = new Set(
    Array.from({ length: random.between(1, 3) }, () => random.between(1, productsKnownTo(userId))),
  )
  const lines = [...productIds].map(productId => ({
    product: seedProduct(productId),
    quantity: random.between(1, 3),
  }))
  return {
    id,
    userId,
    state: orderStates[(id + userId) % orderStates.length] ?? 'paid',
    ...priceOrder(lines),
    createdAt: hoursAfterOpening(userId * 5 + id),
  }
}

/** The products of the smallest data set that has this user, so that an order is the same in every size. */
function productsKnownTo(userId: number): number {
  const usersInSet = userId <= 10 ? 10 : userId <= 100 ? 100 : 1000
  return usersInSet * productsPerUser
}
