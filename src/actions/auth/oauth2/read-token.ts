import type { Body } from '../../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { listed } from '../../../util/listed.ts'
import { cutText } from '../../../util/cut-text.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { headerProblem } from '../../http/header-lines.ts'
import { defined } from '../../../util/defined.ts'
import { isNumber } from '../../../util/exact-number.ts'

/** A token as a server gave it. */
export interface Token {
  readonly value: string
  /** How many milliseconds it is good for; absent when the server does not say. */
  readonly lifetime?: number
  /** The refresh token to ask with from now on, where the server gives one. */
  readonly refresh?: string
}

/** The response of a token server. */
export interface TokenAnswer {
  /** Where it was asked. */
  readonly url: string
  readonly status: number
  /** Where a redirect leads. */
  readonly location: string | undefined
  readonly body: Body
  /** The keys of the credentials that it was asked with. */
  readonly keys: readonly string[]
}

/** Reads the answer to a token request (RFC 6749 sections 5.1 and 5.2). `mask` keeps secrets out of the hint. */
export function readToken(given: TokenAnswer, mask: (text: string) => string): Prepared<Token> {
  const { url, status, body } = given
  const json = body.json()
  const answer = json.ok && isObject(json.value) ? json.value : undefined
  const said = wordsOf(answer, mask)
  if (status < 200 || status > 299)
    return rejected(`HTTP ${status}`, said ? saying(url, said) : refusalHint(given))
  if (!json.ok) return rejected(`HTTP ${status}, but ${json.reason}`, wrongUrlHint(url))
  const {
    access_token: token,
    token_type: type = 'Bearer',
    expires_in: seconds,
    refresh_token: next,
  } = answer ?? {}
  if (typeof token !== 'string' || token === '')
    return rejected(
      `HTTP ${status}, but the answer has no access_token`,
      said ? saying(url, said) : wrongUrlHint(url),
    )
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    return rejected(
      `the token is of type ${cutText(mask(JSON.stringify(type)), 40)}, not Bearer`,
      'Only bearer tokens can be sent.',
    )
  if (headerProblem('authorization', `Bearer ${token}`) !== undefined)
    return rejected('the access_token has characters in it that a header cannot carry')
  const lifetime = lifetimeOf(seconds)
  const refresh = typeof next === 'string' && next !== '' ? next : undefined
  return prepared(defined({ value: token, lifetime, refresh }))
}

function wrongUrlHint(url: string): string {
  return `Look at token-url: ${url} may be a page instead of the token endpoint.`
}

function rejected(reason: string, hint?: string): Prepared<never> {
  return failed('token-refused', { reason, hint })
}

/** Says what to do about a status when the server gives no reason itself. */
function refusalHint({ url, status, location, keys }: TokenAnswer): string {
  if (status >= 500) return `Look into the log of the token server: the error is at ${url}.`
  if (status >= 300 && status < 400)
    return `Look at token-url: ${url} redirects${location === undefined ? '' : ` to ${location}`}, which is not followed.`
  return status === 404 || status === 405
    ? `Look at token-url: ${url} gives out no tokens.`
    : `Look at ${listed([`token-url (${url})`, ...keys])}.`
}

/** The server's own words on an error, on one line; empty when it has none. */
function wordsOf(answer: JsonObject | undefined, mask: (text: string) => string): string {
  const texts = [answer?.['error'], answer?.['error_description']].filter(text => typeof text === 'string')
  return cutText(mask(texts.join(': ')).replaceAll(/\s+/g, ' ').trim(), 200)
}

function saying(url: string, words: string): string {
  return `The token server at ${url} says "${words}".`
}

/** Some servers write the seconds as text. */
function lifetimeOf(seconds: JsonValue | undefined): number | undefined {
  if (!isNumber(seconds) && (typeof seconds !== 'string' || seconds.trim() === '')) return undefined
  const milliseconds = Number(seconds) * 1000
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
