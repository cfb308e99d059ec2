import { randomUUID } from 'node:crypto'
import { BoundedMap } from '../data/bounded-map.ts'

/** How long a token is good for, in seconds. */
export const tokenLifetime = 3600

const keptTokens = 1000

/** The bearer tokens that were given out. */
export interface Sessions {
  /** A new token that stands for this user. */
  open(userId: number): string
  /** Whom the token stands for; nobody when it is unknown or has expired. */
  userOf(token: string): number | undefined
}

/** Sessions by the clock `now` (milliseconds). */
export function createSessions(now: () => number = Date.now): Sessions {
  const tokens = new BoundedMap<string, { userId: number; expires: number }>(keptTokens)
  return {
    open(userId) {
      const token = randomUUID()
      tokens.set(token, { userId, expires: now() + tokenLifetime * 1000 })
      return token
    },
    userOf(token) {
      const session = tokens.get(token)
      return session !== undefined && session.expires > now() ? session.userId : undefined
    },
  }
}
