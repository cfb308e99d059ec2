import { headerValue } from '../../../model/header-value.ts'
import type { Settings } from '../../../model/settings.ts'
import { longestTimer } from '../../../util/duration.ts'
import type { ActionContext } from '../../action.ts'
import { type ActionFailure, type Prepared, unfit } from '../../failure.ts'
import type { WireRequest } from '../../http/engine/wire.ts'
import { describeFault } from '../../http/faults/describe-fault.ts'
import { prepareRequest } from '../../http/prepare-request.ts'
import { sendOverRoute } from '../../http/send/send-once.ts'
import type { OAuth2Client } from '../auth.ts'
import { readToken, type Token } from './read-token.ts'
import { tokenRequest } from './token-request.ts'
import { mapping } from '../../../util/read-values.ts'

/**
 * Asks the token server, over the same route as the request that needs the token, until `signal` is aborted. Headers,
 * cookies, redirects and the HTTP version of the settings are not for it.
 */
export async function fetchToken(
  client: OAuth2Client,
  context: ActionContext,
  signal: AbortSignal,
): Promise<Prepared<Token>> {
  const asked = tokenRequest(client)
  if (!asked.ok) return asked
  if (client.proof?.kind === 'tls' && !hasCertificate(context)) return withoutCertificate
  for (const secret of asked.value.secrets) context.hide(secret)
  const surroundings = {
    ...context,
    settings: settingsFor(context),
    signal,
    timeout: longestTimer,
    wantsBody: true,
  }
  const request = await prepareRequest(asked.value.input, surroundings)
  // Such as a token-url that is no URL.
  if (!request.ok) return ofToken('OAuth2 token request', request.failure)
  const sent = await sendOverRoute(request.value, surroundings)
  if (!sent.ok) return ofToken('OAuth2 token request', sent.failure)
  const { wire, answer } = sent.value
  // The token server cannot be reached, as little as any other: the same words, and whose they are.
  if (!answer.ok) return ofToken('OAuth2 token request failed', describeFault(answer.fault, wire))
  const { status, headers, body } = answer.response
  const location = headerValue(headers, 'location')
  const { keys } = client
  const token = readToken({ url: wire.origin + pathnameOf(wire), status, location, body, keys }, context.mask)
  if (token.ok)
    for (const text of [token.value.value, token.value.refresh]) if (text !== undefined) context.hide(text)
  return token
}

/** True where the way to the server has a certificate of the client. */
function hasCertificate({ settings: { transport } }: ActionContext): boolean {
  const { certificate, pfx } = mapping(transport?.['tls'])
  return certificate !== undefined || pfx !== undefined
}

const withoutCertificate = unfit(
  'auth oauth2 with credentials: tls needs the certificate of the client',
  'Name it under `tls`: certificate and key, or pfx.',
)

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
