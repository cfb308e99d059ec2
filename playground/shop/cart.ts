import { fromCents } from '../data/money.ts'
import { priceLine, sumCents } from '../data/price-order.ts'
import type { OrderItem } from '../data/records.ts'
import type { Cart, Coupon, Shop } from '../data/shop.ts'
import type { ProblemInput } from '../http/problem.ts'
import { outOfStock } from '../orders/place-order.ts'

/** A cart as the API answers it. */
export interface CartView {
  readonly id: string
  readonly items: readonly OrderItem[]
  readonly itemCount: number
  readonly coupon: Coupon | null
  readonly subtotal: number
  readonly discount: number
  readonly total: number
  readonly currency: 'EUR'
}

/** The changed cart, or why it stays as it was. */
export type CartResult = { readonly cart: Cart } | { readonly problem: ProblemInput }

/** Puts pieces of a product into a cart, a new one when no id is given. */
export function addToCart(
  shop: Shop,
  cartId: string | undefined,
  productId: number,
  quantity: number,
): CartResult {
  const found = cartId === undefined ? undefined : findCart(shop, cartId)
  if (found !== undefined && 'problem' in found) return found
  const already = found?.cart.quantities.get(productId) ?? 0
  const problem = stockProblem(shop, productId, already + quantity)
  if (problem !== undefined) return { problem }
  const cart = found?.cart ?? { id: `cart-${shop.nextNumber('cart')}`, quantities: new Map() }
  return keep(shop, withQuantity(cart, productId, already + quantity))
}

/** Sets how many pieces of a product are in the cart; none takes it out. */
export function updateCart(shop: Shop, cartId: string, productId: number, quantity: number): CartResult {
  if (quantity === 0) return removeFromCart(shop, cartId, productId)
  const found = findItem(shop, cartId, productId)
  if ('problem' in found) return found
  const problem = stockProblem(shop, productId, quantity)
  return problem === undefined ? keep(shop, withQuantity(found.cart, productId, quantity)) : { problem }
}

/** Takes a product out of a cart, all pieces of it. A product that is not in it is a problem (404). */
export function removeFromCart(shop: Shop, cartId: string, productId: number): CartResult {
  const found = findItem(shop, cartId, productId)
  if ('problem' in found) return found
  const quantities = new Map(found.cart.quantities)
  quantities.delete(productId)
  return keep(shop, { ...found.cart, quantities })
}

/** The cart with its items priced as the products are now. A product that was deleted is no longer in it. */
export function viewCart(shop: Shop, cart: Cart): CartView {
  const items = [...cart.quantities].flatMap(([productId, quantity]) => {
    const product = shop.products.get(productId)
    return product === undefined ? [] : [priceLine({ product, quantity })]
  })
  const subtotal = sumCents(items)
  const discount = Math.round((subtotal * (cart.coupon?.percent ?? 0)) / 100)
  return {
    id: cart.id,
    items,
    itemCount: items.reduce((sum, item) => sum + item.quantity, 0),
    coupon: cart.coupon ?? null,
    subtotal: fromCents(subtotal),
    discount: fromCents(discount),
    total: fromCents(subtotal - discount),
    currency: 'EUR',
  }
}

/** The cart, or that there is none with this id (404). */
export function findCart(shop: Shop, cartId: string): CartResult {
  const cart = shop.carts.get(cartId)
  return cart === undefined ? { problem: { status: 404, detail: `There is no cart ${cartId}.` } } : { cart }
}

/** Puts a cart in place of the one with its id; the oldest of more than 1000 carts is forgotten. */
export function keep(shop: Shop, cart: Cart): CartResult {
  shop.carts.set(cart.id, cart)
  return { cart }
}

function findItem(shop: Shop, cartId: string, productId: number): CartResult {
  const found = findCart(shop, cartId)
  if ('problem' in found || found.cart.quantities.has(productId)) return found
  return { problem: { status: 404, detail: `Product ${productId} is not in cart ${cartId}.` } }
}

function stockProblem(shop: Shop, productId: number, quantity: number): ProblemInput | undefined {
  const product = shop.products.get(productId)
  if (product === undefined) return { status: 404, detail: `There is no product ${productId}.` }
  return product.stock < quantity ? outOfStock(product.name, product.stock, quantity) : undefined
}

function withQuantity(cart: Cart, productId: number, quantity: number): Cart {
  return { ...cart, quantities: new Map(cart.quantities).set(productId, quantity) }
}
