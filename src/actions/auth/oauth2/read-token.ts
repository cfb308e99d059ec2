import type { Body } from '../../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { cutText } from '../../../util/cut-text.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { headerProblem } from '../../http/header-lines.ts'

/** A token as a server gave it. */
export interface Token {
  readonly value: string
  /** How many milliseconds it is good for; absent when the server does not say. */
  readonly lifetime?: number
}

/** Reads the answer to a token request (RFC 6749 sections 5.1 and 5.2). `mask` keeps secrets out of the hint. */
export function readToken(status: number, body: Body, mask: (text: string) => string): Prepared<Token> {
  const json = body.json()
  const answer = json.ok && isObject(json.value) ? json.value : undefined
  if (status < 200 || status > 299) return rejected(`HTTP ${status}`, refusalHint(answer, mask))
  if (!json.ok) return rejected(`HTTP ${status}, but ${json.reason}`, wrongUrlHint)
  const { access_token: token, token_type: type = 'Bearer', expires_in: seconds } = answer ?? {}
  if (typeof token !== 'string' || token === '')
    return rejected(`HTTP ${status}, but the answer has no access_token`, wrongUrlHint)
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    return rejected(
      `the token is of type ${mask(cutText(JSON.stringify(type), 40))}, not Bearer`,
      'Only bearer tokens can be sent.',
    )
  if (headerProblem('authorization', `Bearer ${token}`) !== undefined)
    return rejected('the access_token has characters in it that a header cannot carry')
  const lifetime = lifetimeOf(seconds)
  return prepared({ value: token, ...(lifetime === undefined ? {} : { lifetime }) })
}

const wrongUrlHint = 'Look at token-url: it may lead to a page instead of the token endpoint.'

function rejected(reason: string, hint?: string): Prepared<never> {
  return failed('Auth Error', `OAuth2 token request failed: ${reason}`, hint)
}

function refusalHint(answer: JsonObject | undefined, mask: (text: string) => string): string {
  const texts = [answer?.['error'], answer?.['error_description']].filter(text => typeof text === 'string')
  const said = mask(texts.join(': ')).replaceAll(/\s+/g, ' ').trim()
  return said === ''
    ? 'Look at token-url, client-id and client-secret.'
    : `The token server says "${cutText(said, 200)}".`
}

/** Some servers write the seconds as text. */
function lifetimeOf(seconds: JsonValue | undefined): number | undefined {
  if (typeof seconds !== 'number' && (typeof seconds !== 'string' || seconds.trim() === '')) return undefined
  const milliseconds = Number(seconds) * 1000
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
