import { priceOrder, type OrderLine } from '../data/price-order.ts'
import type { Order } from '../data/records.ts'
import { placedAt, type Shop } from '../data/shop.ts'
import type { ProblemInput } from '../http/problem.ts'

/** The body of `POST /api/orders`; the same product may stand in it twice. */
export interface NewOrder {
  readonly userId: number
  readonly items: readonly { readonly productId: number; readonly quantity: number }[]
}

/** Takes the pieces from the stock and keeps the order, or says why that is impossible and changes nothing. */
export function placeOrder(
  shop: Shop,
  { userId, items }: NewOrder,
): { readonly order: Order } | { readonly problem: ProblemInput } {
  if (!shop.users.has(userId)) return { problem: unknown('user', userId) }
  const lines: OrderLine[] = []
  for (const [productId, quantity] of addUp(items)) {
    const product = shop.products.get(productId)
    if (product === undefined) return { problem: unknown('product', productId) }
    if (product.stock < quantity) return { problem: outOfStock(product.name, product.stock, quantity) }
    lines.push({ product, quantity })
  }
  for (const { product, quantity } of lines)
    shop.products.set(product.id, { ...product, stock: product.stock - quantity })
  return { order: keepOrder(shop, userId, lines) }
}

/** The problem of wanting more than there is. */
export function outOfStock(name: string, stock: number, quantity: number): ProblemInput {
  const left = stock === 0 ? `${name} is out of stock` : `Only ${stock} of ${name} are left`
  return {
    status: 409,
    code: 'out-of-stock',
    title: 'Out of stock',
    detail: `${left}; ${quantity} were asked for.`,
  }
}

function keepOrder(shop: Shop, userId: number, lines: readonly OrderLine[]): Order {
  const id = shop.nextNumber('order')
  const order: Order = { id, userId, state: 'pending', ...priceOrder(lines), createdAt: placedAt(id) }
  shop.placedOrders.set(id, { order, reads: 0 })
  return order
}

/** The same product twice is one line with both quantities. */
function addUp(items: NewOrder['items']): Map<number, number> {
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of items)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  return quantities
}

function unknown(kind: string, id: number): ProblemInput {
  return {
    status: 422,
    code: `unknown-${kind}`,
    title: `Unknown ${kind}`,
    detail: `There is no ${kind} ${id}.`,
  }
}
