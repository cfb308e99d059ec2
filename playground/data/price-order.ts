import { fromCents, toCents } from './money.ts'
import type { Order, OrderItem, Product } from './records.ts'

const freeShippingFromCents = 5000
const shippingCents = 495

/** A product and how many of it are wanted. */
export interface OrderLine {
  readonly product: Product
  readonly quantity: number
}

/** Items and sums of an order; shipping is 4.95 below 50.00 and free above. */
export function priceOrder(
  lines: readonly OrderLine[],
): Pick<Order, 'items' | 'subtotal' | 'shipping' | 'total' | 'currency'> {
  const items = lines.map(priceLine)
  const subtotal = sumCents(items)
  const shipping = subtotal < freeShippingFromCents ? shippingCents : 0
  return {
    items,
    subtotal: fromCents(subtotal),
    shipping: fromCents(shipping),
    total: fromCents(subtotal + shipping),
    currency: 'EUR',
  }
}

/** The line at the product's price of now; the order keeps it when the product changes later. */
export function priceLine({ product, quantity }: OrderLine): OrderItem {
  return {
    productId: product.id,
    name: product.name,
    unitPrice: product.price,
    quantity,
    total: fromCents(toCents(product.price) * quantity),
  }
}

/** Adds up the items, in cents: sums of decimals would be off by fractions of a cent. */
export function sumCents(items: readonly OrderItem[]): number {
  return items.reduce((sum, item) => sum + toCents(item.total), 0)
}
