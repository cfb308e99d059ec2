import { hoursAfterOpening } from './dates.ts'
import { seededRandom, type Random } from './random.ts'
import type { Address, User } from './records.ts'
import { cities, firstNames, lastNames, streets } from './words.ts'

/** User number `id`. User 1 is a customer and user 2 an administrator: the accounts one can sign in with. */
export function seedUser(id: number): User {
  const random = seededRandom(`user ${id}`)
  const firstName = random.pick(firstNames)
  const lastName = random.pick(lastNames)
  return {
    id,
    name: `${firstName} ${lastName}`,
    email: `${firstName}.${lastName}.${id}@example.com`.toLowerCase(),
    role: id === 2 ? 'admin' : id % 7 === 0 ? 'staff' : 'customer',
    phone: `+49 30 555 ${String(1000 + id).padStart(4, '0')}`,
    address: seedAddress(random),
    createdAt: hoursAfterOpening(id * 5),
  }
}

function seedAddress(random: Random): Address {
  return {
    street: `${random.between(1, 199)} ${random.pick(streets)}`,
    postalCode: String(random.between(10_000, 99_999)),
    ...random.pick(cities),
  }
}
