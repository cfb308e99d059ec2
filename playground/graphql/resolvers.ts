import { GraphQLError } from 'graphql'
import type { Order, OrderState, Product } from '../data/records.ts'
import { allOrders } from '../data/shop.ts'
import { findOrder } from '../orders/read-order.ts'
import { addToCart, viewCart, type CartView } from '../shop/cart.ts'
import type { PlaygroundState } from '../state.ts'
import { usersWithOrders, withOrders, type UserWithOrders } from '../users/with-orders.ts'

interface First {
  readonly first?: number
}

interface Id {
  readonly id: string
}

/** The root value: one function per field of Query and Mutation. Reading an order here does not make it proceed. */
export function createResolvers(state: PlaygroundState) {
  return {
    users: ({ first }: First): UserWithOrders[] => usersWithOrders(state.shop).slice(0, limit(first)),
    user: ({ id }: Id): UserWithOrders | undefined => {
      const user = state.shop.users.get(Number(id))
      return user === undefined ? undefined : withOrders(state.shop, user)
    },
    products: ({ category, first }: First & { category?: string }): Product[] =>
      [...state.shop.products.values()]
        .filter(product => category === undefined || product.category === category)
        .slice(0, limit(first)),
    product: ({ id }: Id): Product | undefined => state.shop.products.get(Number(id)),
    orders: (wanted: First & { state?: OrderState }): Order[] =>
      allOrders(state.shop)
        .filter(order => wanted.state === undefined || order.state === wanted.state)
        .slice(0, limit(wanted.first)),
    order: ({ id }: Id): Order | undefined => findOrder(state.shop, Number(id)),
    addToCart: ({
      cartId,
      productId,
      quantity,
    }: {
      cartId?: string
      productId: string
      quantity: number
    }): CartView => addOrThrow(state, cartId, Number(productId), quantity),
  }
}

/** Adds a product to a cart. An error thrown here becomes an entry of the response's `errors`, as GraphQL wants it. */
function addOrThrow(
  state: PlaygroundState,
  cartId: string | undefined,
  productId: number,
  quantity: number,
): CartView {
  if (quantity < 1)
    throw new GraphQLError('quantity must be at least 1.', { extensions: { code: 'BAD_USER_INPUT' } })
  const result = addToCart(state.shop, cartId, productId, quantity)
  if ('cart' in result) return viewCart(state.shop, result.cart)
  const { status, detail } = result.problem
  throw new GraphQLError(detail, { extensions: { code: status === 404 ? 'NOT_FOUND' : 'OUT_OF_STOCK' } })
}

function limit(first: number | undefined): number {
  return first === undefined ? Infinity : Math.max(0, first)
}
