import { randomBytes } from 'node:crypto'
import type { RunResources } from '../../resources.ts'
import type { DigestUser } from '../auth.ts'
import type { DigestChallenge } from './challenge.ts'

/**
 * The challenges that are being answered. They last for one pass over a suite, whose requests go one after the other: a
 * strict server refuses counts that do not come in order.
 */
export function digestSessionsOf(session: RunResources): DigestSessions {
  return session.get('digest', () => ({ value: new DigestSessions() }))
}

/** A challenge, and how often it has been answered. */
export interface DigestSession {
  readonly challenge: DigestChallenge
  /** One for the whole session, because an algorithm with -sess takes it in (RFC 7616 section 3.4.2). */
  readonly clientNonce: string
  count: number
}

/** Sessions by origin and user. */
export class DigestSessions {
  readonly #sessions = new Map<string, DigestSession>()

  find(origin: string, user: DigestUser): DigestSession | undefined {
    return this.#sessions.get(keyOf(origin, user))
  }

  begin(origin: string, user: DigestUser, challenge: DigestChallenge): void {
    const clientNonce = randomBytes(16).toString('hex')
    this.#sessions.set(keyOf(origin, user), { challenge, clientNonce, count: 0 })
  }

  end(origin: string, user: DigestUser): void {
    this.#sessions.delete(keyOf(origin, user))
  }
}

function keyOf(origin: string, user: DigestUser): string {
  return JSON.stringify([origin, user])
}
