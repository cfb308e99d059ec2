import type { FastifyInstance } from 'fastify'
import { allOrders } from '../data/shop.ts'
import { jsonAnswer, jsonBodyProblems, listOf, problemAnswers, toList } from '../http/answers.ts'
import { idParameter, type IdParameter } from '../http/parameters.ts'
import { notFound, sendProblem } from '../http/problem.ts'
import { listLimit } from '../products/routes.ts'
import type { PlaygroundState } from '../state.ts'
import type { NewOrder } from './place-order.ts'
import { findOrder } from './read-order.ts'
import { exampleOrder, newOrderSchema } from './schema.ts'
import { placeAndTell, readAndTell } from './tell-orders.ts'

const tags = ['Orders']

/** `/api/orders`: the first 50, one, and placing one. A HEAD reads an order without moving its state on. */
export function addOrderRoutes(app: FastifyInstance, state: PlaygroundState): void {
  app.get('/api/orders', { schema: listOrders }, () => toList(allOrders(state.shop), listLimit))
  app.get<IdParameter>('/api/orders/:id', { schema: getOrder }, (request, reply) => {
    const before = findOrder(state.shop, request.params.id)
    if (before === undefined) return notFound(reply, 'order', request.params.id)
    return request.method === 'HEAD' ? before : readAndTell(state, request.params.id)
  })
  app.post<{ Body: NewOrder }>('/api/orders', { schema: createOrder }, (request, reply) => {
    const placed = placeAndTell(state, request.body)
    if ('problem' in placed) return sendProblem(reply, placed.problem)
    return reply.code(201).header('location', `/api/orders/${placed.order.id}`).send(placed.order)
  })
}

const listOrders = {
  operationId: 'listOrders',
  tags,
  summary: 'List orders (first 50 only)',
  response: { 200: jsonAnswer('The first 50 orders.', listOf('Order'), toList([exampleOrder])) },
}

const getOrder = {
  operationId: 'getOrder',
  tags,
  summary: 'Get one order by id',
  description:
    'Good for polling: an order that was placed with POST is `pending` at the first read, `paid` at the second and ' +
    '`shipped` from the third on.',
  params: idParameter('order'),
  response: {
    200: jsonAnswer('The order.', { $ref: 'Order#' }, exampleOrder),
    ...problemAnswers({ 400: 'The id is not a number.', 404: 'There is no such order.' }),
  },
}

const createOrder = {
  operationId: 'createOrder',
  tags,
  summary: 'Place an order',
  description:
    'Takes the pieces from the stock. The order starts as `pending`; read it again to see it proceed.',
  body: newOrderSchema,
  response: {
    201: jsonAnswer(
      'The order, with its address in the Location header.',
      { $ref: 'Order#' },
      {
        ...exampleOrder,
        state: 'pending',
      },
    ),
    ...jsonBodyProblems,
    ...problemAnswers({ 409: 'A product is out of stock.', 422: 'There is no such user or product.' }),
  },
}
