import type { FastifyInstance, FastifyReply } from 'fastify'
import { jsonAnswer, jsonBodyProblems, problemAnswers } from '../http/answers.ts'
import { sendProblem } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { addToCart, findCart, removeFromCart, updateCart, viewCart, type CartResult } from './cart.ts'
import { applyCoupon } from './coupon.ts'
import { addSchema, couponSchema, exampleCart, removeSchema, updateSchema } from './schema.ts'

interface AddBody {
  readonly cartId?: string
  readonly productId: number
  readonly quantity: number
}

type UpdateBody = Required<AddBody>
type RemoveBody = Omit<UpdateBody, 'quantity'>

interface CouponBody {
  readonly cartId: string
  readonly code: string
}

/** `/shop/cart`: a cart by id, and the four ways to change one. Each answers with the whole cart. */
export function addShopRoutes(app: FastifyInstance, state: PlaygroundState): void {
  const answer = (reply: FastifyReply, result: CartResult) =>
    'problem' in result ? sendProblem(reply, result.problem) : reply.send(viewCart(state.shop, result.cart))
  app.get<{ Params: { id: string } }>('/shop/cart/:id', { schema: getCart }, (request, reply) =>
    answer(reply, findCart(state.shop, request.params.id)),
  )
  app.post<{ Body: AddBody }>('/shop/cart/add', { schema: addItem }, ({ body }, reply) =>
    answer(reply, addToCart(state.shop, body.cartId, body.productId, body.quantity)),
  )
  app.post<{ Body: UpdateBody }>('/shop/cart/update', { schema: updateItem }, ({ body }, reply) =>
    answer(reply, updateCart(state.shop, body.cartId, body.productId, body.quantity)),
  )
  app.post<{ Body: RemoveBody }>('/shop/cart/remove', { schema: removeItem }, ({ body }, reply) =>
    answer(reply, removeFromCart(state.shop, body.cartId, body.productId)),
  )
  app.post<{ Body: CouponBody }>('/shop/cart/coupon', { schema: coupon }, ({ body }, reply) =>
    answer(reply, applyCoupon(state.shop, body.cartId, body.code)),
  )
}

const tags = ['Shop']
const cart = jsonAnswer('The cart as it is now.', { $ref: 'Cart#' }, exampleCart)

const getCart = {
  operationId: 'getCart',
  tags,
  summary: 'Get a cart by id',
  params: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', description: 'Id of the cart.', examples: ['cart-1'] } },
  },
  response: { 200: cart, ...problemAnswers({ 404: 'There is no such cart.' }) },
}

const addItem = {
  operationId: 'addToCart',
  tags,
  summary: 'Add an item to the cart',
  description: 'Without cartId a new cart is made; its id is in the answer.',
  body: addSchema,
  response: {
    200: cart,
    ...jsonBodyProblems,
    ...problemAnswers({
      404: 'There is no such cart or product.',
      409: 'There are not enough pieces in stock.',
    }),
  },
}

const updateItem = {
  operationId: 'updateCartItem',
  tags,
  summary: 'Update an item quantity',
  description: 'A quantity of 0 removes the item.',
  body: updateSchema,
  response: {
    200: cart,
    ...jsonBodyProblems,
    ...problemAnswers({
      404: 'There is no such cart or item.',
      409: 'There are not enough pieces in stock.',
    }),
  },
}

const removeItem = {
  operationId: 'removeFromCart',
  tags,
  summary: 'Remove an item from the cart',
  body: removeSchema,
  response: { 200: cart, ...jsonBodyProblems, ...problemAnswers({ 404: 'There is no such cart or item.' }) },
}

const coupon = {
  operationId: 'applyCoupon',
  tags,
  summary: 'Apply a coupon',
  description:
    'SAVE10 takes 10 % off, WELCOME20 20 %. EXPIRED and MAXEDOUT are always rejected. A cart takes one coupon.',
  body: couponSchema,
  response: {
    200: cart,
    ...jsonBodyProblems,
    ...problemAnswers({
      404: 'There is no such cart.',
      409: 'The coupon is used up (MAXEDOUT), or the cart has another one.',
      410: 'The coupon has expired (EXPIRED).',
      422: 'There is no such coupon.',
    }),
  },
}
