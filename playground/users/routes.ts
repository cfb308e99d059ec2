import type { FastifyInstance } from 'fastify'
import { emptyAnswer, jsonAnswer, listOf, problemAnswers, toList } from '../http/answers.ts'
import { idParameter, type IdParameter } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { usersWithOrders, withOrders } from './with-orders.ts'

const tags = ['Users']
const config = { entityTag: true }

/** `/api/users`: all of them, and one, each with the orders placed so far. */
export function addUserRoutes(app: FastifyInstance, state: PlaygroundState): void {
  app.get('/api/users', { schema: listUsers, config }, () => toList(usersWithOrders(state.shop)))
  app.get<IdParameter>('/api/users/:id', { schema: getUser, config }, (request, reply) => {
    const user = state.shop.users.get(request.params.id)
    return user === undefined ? notFound(reply, 'user', request.params.id) : withOrders(state.shop, user)
  })
}

const listUsers = {
  operationId: 'listUsers',
  tags,
  summary: 'List all users',
  response: {
    200: jsonAnswer('All users with their orders.', listOf('User')),
    304: emptyAnswer('Nothing has changed since the answer with the entity tag in If-None-Match.'),
  },
}

const getUser = {
  operationId: 'getUser',
  tags,
  summary: 'Get one user by id',
  params: idParameter('user'),
  response: {
    200: jsonAnswer('The user with all orders.', { $ref: 'User#' }),
    304: emptyAnswer('Nothing has changed since the answer with the entity tag in If-None-Match.'),
    ...problemAnswers({ 400: 'The id is not a number.', 404: 'There is no such user.' }),
  },
}
