import { headerValue } from '../../../model/header-value.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Settings } from '../../../model/settings.ts'
import { longestTimer } from '../../../util/duration.ts'
import type { ActionContext } from '../../action.ts'
import type { ActionFailure, Prepared } from '../../failure.ts'
import type { WireRequest } from '../../http/engine/wire.ts'
import { describeFault } from '../../http/faults/describe-fault.ts'
import { prepareRequest } from '../../http/prepare-request.ts'
import { encodePairs } from '../../http/query.ts'
import { sendOverRoute } from '../../http/send/send-once.ts'
import type { OAuth2Client } from '../auth.ts'
import { basicCredentials } from '../credentials.ts'
import { readToken, type Token } from './read-token.ts'
import { defined } from '../../../util/defined.ts'

/**
 * Asks the token server, over the same route as the request that needs the token, until `signal` is aborted. Headers,
 * cookies, redirects and the HTTP version of the settings are not for it.
 */
export async function fetchToken(
  client: OAuth2Client,
  context: ActionContext,
  signal: AbortSignal,
): Promise<Prepared<Token>> {
  const { input, secrets } = tokenRequest(client)
  for (const secret of secrets) context.hide(secret)
  const surroundings = {
    ...context,
    settings: settingsFor(context),
    signal,
    timeout: longestTimer,
    wantsBody: true,
  }
  const request = await prepareRequest(input, surroundings)
  // Such as a token-url that is no URL.
  if (!request.ok) return ofToken('OAuth2 token request', request.failure)
  const sent = await sendOverRoute(request.value, surroundings)
  if (!sent.ok) return ofToken('OAuth2 token request', sent.failure)
  const { wire, answer } = sent.value
  // The token server cannot be reached, as little as any other: the same words, and whose they are.
  if (!answer.ok) return ofToken('OAuth2 token request failed', describeFault(answer.fault, wire))
  const { status, headers, body } = answer.response
  const location = headerValue(headers, 'location')
  const token = readToken({ url: wire.origin + pathnameOf(wire), status, location, body }, context.mask)
  if (token.ok) context.hide(token.value.value)
  return token
}

/** A failure of the token request: its own words, and whose they are. */
function ofToken(about: string, { code, parts }: ActionFailure): Prepared<never> {
  return { ok: false, failure: { code, parts, about } }
}

/** The way to the server. What it is that listens there is another question than for the API. */
function settingsFor({ settings: { transport } }: ActionContext): Settings {
  if (transport === undefined) return {}
  const { 'http-version': _, ...way } = transport
  return { transport: way }
}

/** Without the query, which is of no use in a message. */
function pathnameOf({ path }: WireRequest): string {
  return path.replace(/\?.*$/, '')
}

/** A token request as the input of a step, and the texts in it that no output may show. */
interface TokenRequest {
  readonly input: JsonObject
  readonly secrets: readonly string[]
}

/** Asks for a token with the client credentials grant (RFC 6749 section 4.4.2). */
function tokenRequest(client: OAuth2Client): TokenRequest {
  const { tokenUrl, id, secret, scope, placement, parameters } = client
  // Section 2.3.1: both are encoded like a form before they are put together.
  const basic = basicCredentials(encodeFormText(id), encodeFormText(secret))
  const form = defined({
    grant_type: 'client_credentials',
    ...(placement === 'body' ? { client_id: id, client_secret: secret } : {}),
    scope,
    ...parameters,
  })
  const headers = {
    accept: 'application/json',
    ...(placement === 'basic' ? { [basic.name]: basic.value } : {}),
  }
  return {
    input: { request: `POST ${tokenUrl}`, auth: 'none', headers, form },
    secrets: [secret, ...(placement === 'basic' ? basic.secrets : [])],
  }
}

function encodeFormText(text: string): string {
  return encodePairs([['', text]]).slice(1)
}
