import type { FastifyInstance } from 'fastify'
import { emptyAnswer, jsonAnswer, listOf, problemAnswers, toList } from '../http/answers.ts'
import { idParameter, type IdParameter } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { exampleProduct } from './schema.ts'

/** Lists of products and orders stop here. */
export const listLimit = 50

const tags = ['Products']
const config = { entityTag: true }

/** `/api/products`: the first 50, and one; both with an entity tag. */
export function addProductRoutes(app: FastifyInstance, state: PlaygroundState): void {
  app.get('/api/products', { schema: listProducts, config }, () =>
    toList([...state.shop.products.values()], listLimit),
  )
  app.get<IdParameter>(
    '/api/products/:id',
    { schema: getProduct, config },
    (request, reply) =>
      state.shop.products.get(request.params.id) ?? notFound(reply, 'product', request.params.id),
  )
}

const listProducts = {
  operationId: 'listProducts',
  tags,
  summary: 'List products (first 50 only)',
  description: '`meta.total` says how many there are. Use /tables/data to page through all of them.',
  response: {
    200: jsonAnswer('The first 50 products.', listOf('Product'), toList([exampleProduct])),
    304: emptyAnswer('Nothing has changed since the answer with the entity tag in If-None-Match.'),
  },
}

const getProduct = {
  operationId: 'getProduct',
  tags,
  summary: 'Get one product by id',
  params: idParameter('product'),
  response: {
    200: jsonAnswer('The product.', { $ref: 'Product#' }, exampleProduct),
    304: emptyAnswer('Nothing has changed since the answer with the entity tag in If-None-Match.'),
    ...problemAnswers({ 400: 'The id is not a number.', 404: 'There is no such product.' }),
  },
}
