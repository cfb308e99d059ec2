import { BoundedMap } from './bounded-map.ts'
import { hoursAfterOpening } from './dates.ts'
import {
  recordCounts,
  type Category,
  type DataSize,
  type Notification,
  type Order,
  type Product,
  type User,
} from './records.ts'
import { seedCategories } from './seed-categories.ts'
import { seedNotification } from './seed-notifications.ts'
import { seedOrder } from './seed-orders.ts'
import { seedProduct } from './seed-products.ts'
import { seedUser } from './seed-users.ts'

/** How much of what callers create is kept; older records make room. */
const keptRecords = { orders: 1000, carts: 1000, files: 100 } as const

/** Everything one playground knows. A reset replaces the whole of it. */
export interface Shop {
  readonly size: DataSize
  readonly users: ReadonlyMap<number, User>
  readonly products: Map<number, Product>
  readonly categories: readonly Category[]
  readonly notifications: readonly Notification[]
  readonly seedOrders: ReadonlyMap<number, Order>
  readonly placedOrders: Map<number, PlacedOrder>
  readonly carts: Map<string, Cart>
  readonly files: Map<string, UploadedFile>
  /** The next number of a series: 1, 2, 3, ... The same calls get the same ids after every reset. */
  nextNumber(series: 'cart' | 'file' | 'order'): number
}

/** An order placed through the API; its state depends on how often it was read. */
interface PlacedOrder {
  readonly order: Order
  readonly reads: number
}

/** Product ids with quantities, in the order in which they were added, and at most one coupon. */
export interface Cart {
  readonly id: string
  readonly quantities: ReadonlyMap<number, number>
  readonly coupon?: Coupon
}

/** A coupon as a cart holds it; `percent` is what it takes off the subtotal, 0 to 100. */
export interface Coupon {
  readonly code: string
  readonly percent: number
}

/** The record of an uploaded file; `size` is in bytes. */
export interface UploadedFile {
  readonly id: string
  readonly field: string
  readonly name: string
  readonly size: number
  readonly contentType: string
  readonly sha256: string
}

/** The seed data of one size: the same at every call. */
export function seedShop(size: DataSize): Shop {
  const counts = recordCounts[size]
  const numbers = { cart: 0, file: 0, order: counts.orders }
  return {
    size,
    users: byId(counts.users, seedUser),
    products: byId(counts.products, seedProduct),
    categories: seedCategories(),
    notifications: [...byId(counts.notifications, seedNotification).values()],
    seedOrders: byId(counts.orders, seedOrder),
    placedOrders: new BoundedMap(keptRecords.orders),
    carts: new BoundedMap(keptRecords.carts),
    files: new BoundedMap(keptRecords.files),
    nextNumber: series => ++numbers[series],
  }
}

function byId<Value>(count: number, seed: (id: number) => Value): Map<number, Value> {
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, seed(index + 1)]))
}

/** Orders of the seed data and those placed since, by id. */
export function allOrders(shop: Shop): Order[] {
  return [...shop.seedOrders.values(), ...[...shop.placedOrders.values()].map(placed => placed.order)]
}

/** When an order with this id was placed, on the shop's own calendar. */
export function placedAt(orderId: number): string {
  return hoursAfterOpening(20_000 + orderId)
}
