import { seedProduct } from '../data/seed-products.ts'
import { seedShop } from '../data/shop.ts'
import type { Schema } from '../http/answers.ts'
import { moneySchema } from '../http/shared-schemas.ts'
import { viewCart } from './cart.ts'
import { couponCodes } from './coupon.ts'

/** A cart as `viewCart` makes it: priced anew in each answer. */
export const cartSchema: Schema = {
  $id: 'Cart',
  type: 'object',
  required: ['id', 'items', 'itemCount', 'coupon', 'subtotal', 'discount', 'total', 'currency'],
  properties: {
    id: { type: 'string', description: 'For the next call.' },
    items: { type: 'array', items: { $ref: 'OrderItem#' } },
    itemCount: { type: 'integer', minimum: 0, description: 'Pieces in the cart.' },
    coupon: {
      type: ['object', 'null'],
      required: ['code', 'percent'],
      properties: { code: { type: 'string' }, percent: { type: 'integer', minimum: 0, maximum: 100 } },
    },
    subtotal: moneySchema('Sum of the items.'),
    discount: moneySchema('What the coupon takes off.'),
    total: moneySchema('`subtotal` less `discount`.'),
    currency: { type: 'string', enum: ['EUR'] },
  },
}

const cartId = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'Id from the answer to the first add.',
}
const productId = { type: 'integer', minimum: 1 }
const quantity = (minimum: number) => ({ type: 'integer', minimum, maximum: 1000 })

/** The body of add: without a cart's id, a new cart is made. */
export const addSchema = body(['productId', 'quantity'], { cartId, productId, quantity: quantity(1) }, [
  { productId: 1, quantity: 2 },
])

/** The body of update: a quantity of 0 takes the product out. */
export const updateSchema = body(
  ['cartId', 'productId', 'quantity'],
  { cartId, productId, quantity: quantity(0) },
  [{ cartId: 'cart-1', productId: 1, quantity: 3 }],
)

/** The body of remove: the product goes with all its pieces. */
export const removeSchema = body(['cartId', 'productId'], { cartId, productId }, [
  { cartId: 'cart-1', productId: 1 },
])

const code = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: `Such as ${couponCodes.join(', ')}.`,
}

/** The body of coupon; which codes there are is not for the schema to say, as a wrong one gets a 4xx of its own. */
export const couponSchema = body(['cartId', 'code'], { cartId, code }, [{ cartId: 'cart-1', code: 'SAVE10' }])

function body(required: readonly string[], properties: Schema, examples: readonly unknown[]): Schema {
  return { type: 'object', required, additionalProperties: false, properties, examples }
}

/** Two pieces of the first product with a coupon, priced as the shop does it. */
export const exampleCart = viewCart(seedShop('small'), {
  id: 'cart-1',
  quantities: new Map([[seedProduct(1).id, 2]]),
  coupon: { code: 'SAVE10', percent: 10 },
})
