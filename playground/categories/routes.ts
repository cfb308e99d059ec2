import type { FastifyInstance } from 'fastify'
import { seedCategories } from '../data/seed-categories.ts'
import { emptyAnswer, jsonAnswer, listOf, toList, type Schema } from '../http/answers.ts'
import type { PlaygroundState } from '../state.ts'

/** A category with the number of its products, which is counted at each call and not kept. */
export const categorySchema: Schema = {
  $id: 'Category',
  type: 'object',
  required: ['id', 'name', 'description', 'productCount'],
  properties: {
    id: { type: 'string', description: 'What the `category` of a product says.' },
    name: { type: 'string' },
    description: { type: 'string' },
    productCount: { type: 'integer', minimum: 0, description: 'How many products the category has now.' },
  },
}

/** `GET /api/categories`, with an entity tag. */
export function addCategoryRoutes(app: FastifyInstance, state: PlaygroundState): void {
  const schema = listCategories
  app.get('/api/categories', { schema, config: { entityTag: true } }, () => {
    const products = [...state.shop.products.values()]
    return toList(
      state.shop.categories.map(category => ({
        ...category,
        productCount: products.filter(product => product.category === category.id).length,
      })),
    )
  })
}

const listCategories = {
  operationId: 'listCategories',
  tags: ['Categories'],
  summary: 'List product categories',
  response: {
    200: jsonAnswer(
      'All categories.',
      listOf('Category'),
      toList(seedCategories().map(category => ({ ...category, productCount: 3 }))),
    ),
    304: emptyAnswer('Nothing has changed since the answer with the entity tag in If-None-Match.'),
  },
}
