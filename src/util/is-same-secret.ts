import { timingSafeEqual } from 'node:crypto'

/** True where a given text is the secret, in a time that does not tell how much of it is right. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
