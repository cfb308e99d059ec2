import { orderStates } from '../data/records.ts'
import { seedOrder } from '../data/seed-orders.ts'
import type { Schema } from '../http/answers.ts'
import { instantSchema, moneySchema } from '../http/shared-schemas.ts'

/** An order as every endpoint answers it. */
export const orderSchema: Schema = {
  $id: 'Order',
  type: 'object',
  description: 'What one user bought.',
  required: ['id', 'userId', 'state', 'items', 'subtotal', 'shipping', 'total', 'currency', 'createdAt'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    userId: { type: 'integer', minimum: 1 },
    state: { type: 'string', enum: orderStates },
    items: { type: 'array', items: { $ref: 'OrderItem#' } },
    subtotal: moneySchema('Sum of the items.'),
    shipping: moneySchema('4.95 below a subtotal of 50.00, free above.'),
    total: moneySchema('`subtotal` plus `shipping`.'),
    currency: { type: 'string', enum: ['EUR'] },
    createdAt: instantSchema,
  },
}

/** The order that a caller may place at once: up to 50 lines of up to 100 pieces. */
export const newOrderSchema: Schema = {
  type: 'object',
  description: 'Who orders what.',
  required: ['userId', 'items'],
  additionalProperties: false,
  properties: {
    userId: { type: 'integer', minimum: 1 },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        type: 'object',
        required: ['productId', 'quantity'],
        additionalProperties: false,
        properties: {
          productId: { type: 'integer', minimum: 1 },
          quantity: { type: 'integer', minimum: 1, maximum: 100 },
        },
      },
    },
  },
  examples: [{ userId: 1, items: [{ productId: 1, quantity: 2 }] }],
}

/** The first order of the seed data, which every data set has. */
export const exampleOrder = seedOrder(1)
