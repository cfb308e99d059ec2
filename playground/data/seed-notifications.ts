import { hoursAfterOpening } from './dates.ts'
import { seededRandom } from './random.ts'
import { notificationKinds, type Notification } from './records.ts'
import { seedProduct } from './seed-products.ts'

/** Notification number `id`; the kinds take turns. */
export function seedNotification(id: number): Notification {
  const random = seededRandom(`notification ${id}`)
  const kind = notificationKinds[id % notificationKinds.length] ?? 'account'
  return {
    id,
    userId: random.between(1, 10),
    kind,
    ...words[kind](random.between(1, 20)),
    read: random.between(1, 3) === 1,
    createdAt: hoursAfterOpening(100 + id),
  }
}

type Words = (subject: number) => { readonly title: string; readonly message: string }

const words: Readonly<Record<Notification['kind'], Words>> = {
  order: id => ({ title: 'Order on its way', message: `Order ${id} has left our warehouse.` }),
  stock: id => ({ title: 'Back in stock', message: `${seedProduct(id).name} is available again.` }),
  offer: id => ({ title: 'Today only', message: `${seedProduct(id).name} with free shipping.` }),
  account: () => ({ title: 'New sign-in', message: 'Your account was used on a new device.' }),
}
