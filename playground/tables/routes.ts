import type { FastifyInstance } from 'fastify'
import type { Product } from '../data/records.ts'
import { emptyAnswer, jsonAnswer, jsonBodyProblems, problemAnswers } from '../http/answers.ts'
import { sendInvalid } from '../http/handle-errors.ts'
import { idParameter, type IdParameter } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { exampleProduct, productFields } from '../products/schema.ts'
import type { PlaygroundState } from '../state.ts'
import { queryTable, tableQuerySchema, type TableQuery } from './query.ts'

const tags = ['Tables']

/** The table shows the products of the shop: what is changed here is changed in /api/products, too. */
export function addTableRoutes(app: FastifyInstance, state: PlaygroundState): void {
  app.get<{ Querystring: TableQuery }>('/tables/data', { schema: listTableRows }, request =>
    queryTable(state.shop.products.values(), request.query),
  )
  app.put<IdParameter & { Body: Partial<Product> }>(
    '/tables/data/:id',
    { schema: updateTableRow },
    (request, reply) => {
      const { id } = request.params
      const row = state.shop.products.get(id)
      if (row === undefined) return notFound(reply, 'row', id)
      if (request.body.id !== undefined && request.body.id !== id)
        return sendInvalid(reply, [{ pointer: '/id', message: `must be ${id}, as in the path` }])
      const changed = { ...row, ...request.body }
      state.shop.products.set(id, changed)
      return changed
    },
  )
  app.delete<IdParameter>('/tables/data/:id', { schema: deleteTableRow }, (request, reply) =>
    state.shop.products.delete(request.params.id)
      ? reply.code(204).send()
      : notFound(reply, 'row', request.params.id),
  )
}

const count = { type: 'integer', minimum: 0 }

const listTableRows = {
  operationId: 'listTableRows',
  tags,
  summary: 'Server-side paginated data',
  description: 'Rows are products. A page after the last one has no rows.',
  querystring: tableQuerySchema,
  response: {
    200: jsonAnswer(
      'One page.',
      {
        type: 'object',
        required: ['rows', 'total', 'page', 'pageSize', 'pages'],
        properties: {
          rows: { type: 'array', items: { $ref: 'Product#' } },
          total: { ...count, description: 'Rows that match, on all pages.' },
          page: count,
          pageSize: count,
          pages: { ...count, description: 'Pages of this size.' },
        },
      },
      { rows: [exampleProduct], total: 20, page: 1, pageSize: 1, pages: 20 },
    ),
    ...problemAnswers({ 400: 'A parameter is not valid; `errors` names it.' }),
  },
}

const updateTableRow = {
  operationId: 'updateTableRow',
  tags,
  summary: 'Update a product row',
  description: 'Send the fields to change, or the whole row. The id cannot be changed.',
  params: idParameter('row'),
  body: {
    type: 'object',
    description: 'The fields to change.',
    minProperties: 1,
    additionalProperties: false,
    properties: { id: { type: 'integer', description: 'Must be the id of the path.' }, ...productFields },
    examples: [{ price: 12.5, stock: 7 }],
  },
  response: {
    200: jsonAnswer(
      'The row as it is now.',
      { $ref: 'Product#' },
      { ...exampleProduct, price: 12.5, stock: 7 },
    ),
    ...jsonBodyProblems,
    ...problemAnswers({ 404: 'There is no such row.' }),
  },
}

const deleteTableRow = {
  operationId: 'deleteTableRow',
  tags,
  summary: 'Delete a product row',
  params: idParameter('row', 3),
  response: {
    204: emptyAnswer('The row is gone until the next reset.'),
    ...problemAnswers({ 400: 'The id is not a number.', 404: 'There is no such row.' }),
  },
}
