/** The three sizes of the seed data. The records of a smaller set are the first records of a larger one. */
export const dataSizes = ['small', 'medium', 'large'] as const
/** The size that `POST /api/reset` asks for. */
export type DataSize = (typeof dataSizes)[number]

/** How many records each size holds; every user has placed three orders. */
export const recordCounts: Readonly<Record<DataSize, RecordCounts>> = {
  small: { users: 10, products: 20, orders: 30, categories: 8, notifications: 8 },
  medium: { users: 100, products: 200, orders: 300, categories: 8, notifications: 40 },
  large: { users: 1000, products: 2000, orders: 3000, categories: 8, notifications: 200 },
}

/** Numbers of records, by the name of their list; the answer to a reset shows them. */
export interface RecordCounts {
  readonly users: number
  readonly products: number
  readonly orders: number
  readonly categories: number
  readonly notifications: number
}

/** Most users are customers; see `seedUser`. */
export const userRoles = ['customer', 'staff', 'admin'] as const

/** A customer or a member of the shop's staff. `createdAt` is an ISO 8601 instant, here and below. */
export interface User {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: (typeof userRoles)[number]
  readonly phone: string
  readonly address: Address
  readonly createdAt: string
}

/** Where a user lives; `country` is a code of ISO 3166-1, two letters. */
export interface Address {
  readonly street: string
  readonly city: string
  readonly postalCode: string
  readonly country: string
}

/** An article of the shop; `price` is in euros with two decimals, `category` the id of a category. */
export interface Product {
  readonly id: number
  readonly sku: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly price: number
  readonly currency: 'EUR'
  readonly stock: number
  readonly rating: number
  readonly tags: readonly string[]
  readonly createdAt: string
}

/** How products are sorted; `id` is a readable word such as `books`, which products name. */
export interface Category {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** The states of an order. One placed by a caller goes through the first three; those of the seed data have any. */
export const orderStates = ['pending', 'paid', 'shipped', 'delivered', 'cancelled'] as const
/** One of `orderStates`; reading an order that was placed moves it on. */
export type OrderState = (typeof orderStates)[number]

/** An order of one user: names and prices are those of the day of the order. */
export interface Order {
  readonly id: number
  readonly userId: number
  readonly state: OrderState
  readonly items: readonly OrderItem[]
  readonly subtotal: number
  readonly shipping: number
  readonly total: number
  readonly currency: 'EUR'
  readonly createdAt: string
}

/** A line of an order or of a cart; `total` is `unitPrice` times `quantity`. */
export interface OrderItem {
  readonly productId: number
  readonly name: string
  readonly unitPrice: number
  readonly quantity: number
  readonly total: number
}

/** The subjects of notifications. */
export const notificationKinds = ['order', 'stock', 'offer', 'account'] as const

/** A message to the user with the id `userId`. */
export interface Notification {
  readonly id: number
  readonly userId: number
  readonly kind: (typeof notificationKinds)[number]
  readonly title: string
  readonly message: string
  readonly read: boolean
  readonly createdAt: string
}
