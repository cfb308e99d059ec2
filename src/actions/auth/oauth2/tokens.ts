import { limitTime } from '../../../util/time-limit.ts'
import type { ActionContext } from '../../action.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import type { RunResources } from '../../resources.ts'
import type { OAuth2Client } from '../auth.ts'
import { fetchToken } from './fetch-token.ts'
import type { Token } from './read-token.ts'
import { SharedWait } from './shared-wait.ts'
import { defined } from '../../../util/defined.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** The tokens of a run, or of all runs of a session. */
export function tokensOf({ shared }: RunResources): Tokens {
  return shared.get('oauth2 tokens', () => ({ value: new Tokens() }))
}

/** The token that a request needs. */
interface Wanted {
  /** Milliseconds it may take to fetch one. */
  readonly timeLeft: number
  /** Not this one: a server has just answered 401 to it. */
  readonly refused?: string
}

/** A token, and until when it is used, on the clock of `monotonicTime()`. */
interface CachedToken {
  readonly value: string
  readonly goodUntil: number
  /** The refresh token that the server gave with it, in place of the one before. */
  readonly refresh?: string
}

/** A token of somebody who calls for another thread, too. */
export interface KnownToken extends CachedToken {
  readonly identity: string
}

/**
 * The tokens of a run or a session, one for each identity: files that run side by side share it, and wait together for the one
 * request that fetches it.
 */
export class Tokens {
  readonly #cached = new Map<string, CachedToken>()
  readonly #fetching = new Map<string, SharedWait<Prepared<Token>>>()

  /** The tokens that have been fetched; the clock is that of all threads. */
  get known(): readonly KnownToken[] {
    return [...this.#cached].map(([identity, token]) => ({ identity, ...token }))
  }

  /** Takes those that another thread has fetched. */
  add(known: readonly KnownToken[]): void {
    for (const { identity, ...token } of known) this.#cached.set(identity, token)
  }

  /** A token of this client: the cached one while it is good, otherwise a fresh one. */
  async take(
    client: OAuth2Client,
    context: ActionContext,
    { timeLeft, refused }: Wanted,
  ): Promise<Prepared<string>> {
    const identity = identityOf(client, context)
    const cached = this.#cached.get(identity)
    if (cached !== undefined && cached.value !== refused && monotonicTime() < cached.goodUntil) {
      // It may have been fetched by another caller.
      context.hide(cached.value)
      return prepared(cached.value)
    }
    const fetching = this.#fetching.get(identity) ?? this.#fetch(identity, client, context)
    const limit = limitTime(context.signal, timeLeft)
    const token = await fetching.wait(limit.signal)
    limit.release()
    if (fetching.abandoned && this.#fetching.get(identity) === fetching) this.#fetching.delete(identity)
    if (token === undefined) return tooLate(client, context)
    if (!token.ok) return token
    context.hide(token.value.value)
    return prepared(token.value.value)
  }

  #fetch(identity: string, client: OAuth2Client, context: ActionContext): SharedWait<Prepared<Token>> {
    const asked = monotonicTime()
    const fetching = new SharedWait<Prepared<Token>>(async signal => {
      const token = await fetchToken(withRefresh(client, this.#cached.get(identity)), context, signal)
      if (this.#fetching.get(identity) === fetching) this.#fetching.delete(identity)
      if (token.ok) {
        const { value, lifetime = Infinity } = token.value
        const refresh = token.value.refresh ?? this.#cached.get(identity)?.refresh
        const goodUntil = asked + lifetime - marginOf(lifetime)
        this.#cached.set(identity, defined({ value, goodUntil, refresh }))
      }
      return token
    })
    this.#fetching.set(identity, fetching)
    return fetching
  }
}

/** The client with the refresh token that it was given last: many servers take each of them once. */
function withRefresh(client: OAuth2Client, cached: CachedToken | undefined): OAuth2Client {
  const { grant } = client
  if (cached?.refresh === undefined || !('refresh_token' in grant.fields)) return client
  return { ...client, grant: { ...grant, fields: { ...grant.fields, refresh_token: cached.refresh } } }
}

/** How long before its end a token is no longer used, so that it does not expire on the way: at most half a minute. */
function marginOf(lifetime: number): number {
  return lifetime === Infinity ? 0 : Math.min(30_000, lifetime / 10)
}

/** The settings that lead a token request to another server, or there with other credentials. */
const routeKeys = ['tls', 'proxy', 'resolve', 'unix-socket']

/** Equal for requests that may share a token. */
function identityOf(client: OAuth2Client, { settings: { transport = {} } }: ActionContext): string {
  return JSON.stringify([client, routeKeys.map(key => transport[key])])
}

function tooLate({ tokenUrl }: OAuth2Client, { signal, timeout }: ActionContext): Prepared<never> {
  if (signal.aborted) return failed('interrupted', { reason: 'interrupted before there was an OAuth2 token' })
  return failed('token-late', { timeout, url: tokenUrl.replace(/\?.*$/, '') })
}
