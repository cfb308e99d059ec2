import { status } from '@grpc/grpc-js'
import type { Order, Product } from '../data/records.ts'
import { placeOrder } from '../orders/place-order.ts'
import { readOrder } from '../orders/read-order.ts'
import type { PlaygroundState } from '../state.ts'
import type { RpcCall, RpcHandler, RpcMessage } from './add-service.ts'
import { RpcError } from './rpc-error.ts'

/** The methods of shop.proto over the same data as the HTTP API. */
export function shopHandlers(state: PlaygroundState): Readonly<Record<string, RpcHandler>> {
  return {
    GetProduct: each(({ id }) => productMessage(productOf(state, Number(id)))),
    ListProducts: call => listProducts(call, state),
    GetOrder: each(({ id }) => {
      const order = readOrder(state.shop, Number(id))
      if (order === undefined) throw new RpcError(status.NOT_FOUND, `There is no order ${Number(id)}.`)
      return orderMessage(order)
    }),
    PlaceOrder: call => placeOrderOf(call, state),
    CheckStock: each(({ productId }) => {
      const { id, stock } = productOf(state, Number(productId))
      return { productId: id, pieces: stock }
    }),
  }
}

/** Answers every message with one. */
function each(answer: (request: RpcMessage) => RpcMessage): RpcHandler {
  return async function* ({ requests }) {
    for await (const request of requests) yield answer(request)
  }
}

async function* listProducts({ requests }: RpcCall, state: PlaygroundState): AsyncIterable<RpcMessage> {
  for await (const { category, limit } of requests) {
    const products = [...state.shop.products.values()].filter(
      product => category === '' || product.category === category,
    )
    const count = Number(limit) > 0 ? Number(limit) : products.length
    for (const product of products.slice(0, count)) yield productMessage(product)
  }
}

async function* placeOrderOf({ requests }: RpcCall, state: PlaygroundState): AsyncIterable<RpcMessage> {
  let userId: number | undefined
  const items: { productId: number; quantity: number }[] = []
  for await (const item of requests) {
    userId ??= Number(item['userId'])
    items.push({ productId: Number(item['productId']), quantity: Number(item['quantity']) })
  }
  if (items.length === 0) throw new RpcError(status.INVALID_ARGUMENT, 'An order needs at least one item.')
  if (items.some(({ quantity }) => quantity < 1))
    throw new RpcError(status.INVALID_ARGUMENT, 'quantity must be at least 1.')
  const placed = placeOrder(state.shop, { userId: userId ?? 0, items })
  if ('order' in placed) yield orderMessage(placed.order)
  else
    throw new RpcError(
      placed.problem.status === 409 ? status.FAILED_PRECONDITION : status.NOT_FOUND,
      placed.problem.detail,
    )
}

function productOf({ shop }: PlaygroundState, id: number): Product {
  const product = shop.products.get(id)
  if (product === undefined) throw new RpcError(status.NOT_FOUND, `There is no product ${id}.`)
  return product
}

function productMessage({ price, createdAt, ...product }: Product): RpcMessage {
  return { ...product, priceCents: Math.round(price * 100), createdAt: timestamp(createdAt) }
}

function orderMessage({ id, userId, state, items, total, createdAt }: Order): RpcMessage {
  return {
    id,
    userId,
    state: state.toUpperCase(),
    items: items.map(item => ({ ...item, totalCents: Math.round(item.total * 100) })),
    totalCents: Math.round(total * 100),
    createdAt: timestamp(createdAt),
  }
}

function timestamp(instant: string): { readonly seconds: number } {
  return { seconds: Math.floor(Date.parse(instant) / 1000) }
}
