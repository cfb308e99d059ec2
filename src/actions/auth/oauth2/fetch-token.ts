import { longestTimer } from '../../../util/duration.ts'
import { ReceivedBody } from '../../body/received-body.ts'
import type { ActionContext } from '../../action.ts'
import { failed, type Prepared } from '../../failure.ts'
import { headerValue } from '../../http/engine/header-list.ts'
import { engineOf } from '../../http/engine/engine.ts'
import type { Fault } from '../../http/engine/wire.ts'
import { describeFault } from '../../http/faults/describe-fault.ts'
import { prepareRequest } from '../../http/prepare-request.ts'
import type { PreparedRequest } from '../../http/prepared-request.ts'
import { charsetOf } from '../../body/charset.ts'
import type { OAuth2Client } from '../auth.ts'
import { readToken, type Token } from './read-token.ts'
import { tokenRequest } from './token-request.ts'

/**
 * Asks the token server, over the same route as the request that needs the token, until `signal` is aborted. Headers,
 * cookies and redirects of the settings are not for it.
 */
export async function fetchToken(
  client: OAuth2Client,
  context: ActionContext,
  signal: AbortSignal,
): Promise<Prepared<Token>> {
  const { input, secrets } = tokenRequest(client)
  for (const secret of secrets) context.hide(secret)
  const { transport } = context.settings
  const settings = transport === undefined ? {} : { transport }
  const request = await prepareRequest(input, {
    ...context,
    settings,
    signal,
    timeout: longestTimer,
    wantsBody: true,
  })
  if (!request.ok) return unsendable(request.failure)
  const answer = await engineOf(context.resources).send(request.value.wire)
  if (!answer.ok) return unreachable(answer.fault, request.value)
  const { status, headers, chunks, size, complete } = answer.response
  const body = new ReceivedBody(chunks, size, complete, charsetOf(headerValue(headers, 'content-type')))
  const token = readToken(status, body, context.mask)
  if (token.ok) context.hide(token.value.value)
  return token
}

/** Such as a token-url that is no URL. */
function unsendable({ kind, message, hint }: PreparedFailure): Prepared<never> {
  return failed(kind, `OAuth2 token request: ${message}`, hint)
}

type PreparedFailure = ReturnType<typeof failed>['failure']

/** The token server cannot be reached, as little as any other: the same words, and whose they are. */
function unreachable(fault: Fault, { wire }: PreparedRequest): Prepared<never> {
  const { kind, message, hint } = describeFault(fault, wire)
  return failed(kind, `OAuth2 token request failed: ${message}`, hint)
}
