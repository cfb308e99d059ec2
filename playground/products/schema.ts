import { seedProduct } from '../data/seed-products.ts'
import { categoryIds } from '../data/seed-categories.ts'
import type { Schema } from '../http/answers.ts'
import { instantSchema, moneySchema } from '../http/shared-schemas.ts'

/** The fields of a product that a caller may change, with what they may be. */
export const productFields: Readonly<Record<string, Schema>> = {
  sku: { type: 'string', minLength: 1, maxLength: 40, description: 'Stock keeping unit.' },
  name: { type: 'string', minLength: 1, maxLength: 120 },
  description: { type: 'string', maxLength: 2000 },
  category: { type: 'string', enum: categoryIds, description: 'Id of the category.' },
  price: { ...moneySchema('Price of one piece in euros.'), maximum: 1_000_000 },
  currency: { type: 'string', enum: ['EUR'] },
  stock: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'Pieces in stock.' },
  rating: { type: 'number', minimum: 0, maximum: 5, description: 'Mean of all reviews.' },
  tags: { type: 'array', maxItems: 20, items: { type: 'string', minLength: 1, maxLength: 40 } },
  createdAt: instantSchema,
}

/** A product with all its fields; `productFields` alone are what a row of the table may change. */
export const productSchema: Schema = {
  $id: 'Product',
  type: 'object',
  description: 'An article of the shop; the rows of the table are products, too.',
  required: ['id', ...Object.keys(productFields)],
  properties: { id: { type: 'integer', minimum: 1 }, ...productFields },
}

/** The first product of the seed data, which every data set has. */
export const exampleProduct = seedProduct(1)
