import { userRoles } from '../data/records.ts'
import type { Schema } from '../http/answers.ts'
import { instantSchema } from '../http/shared-schemas.ts'

const addressSchema: Schema = {
  type: 'object',
  required: ['street', 'city', 'postalCode', 'country'],
  properties: {
    street: { type: 'string' },
    city: { type: 'string' },
    postalCode: { type: 'string' },
    country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166 code of two letters.' },
  },
}

/** A user with orders, as every endpoint answers it. */
export const userSchema: Schema = {
  $id: 'User',
  type: 'object',
  description: 'Somebody who buys or works at the shop, with all orders.',
  required: ['id', 'name', 'email', 'role', 'phone', 'address', 'createdAt', 'orders'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    role: { type: 'string', enum: userRoles },
    phone: { type: 'string' },
    address: addressSchema,
    createdAt: instantSchema,
    orders: {
      type: 'array',
      items: { $ref: 'Order#' },
      description: 'The orders of this user, oldest first.',
    },
  },
}
