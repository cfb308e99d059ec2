import type { JsonObject } from '../../../model/json.ts'
import { encodePairs } from '../../http/query.ts'
import type { OAuth2Client } from '../auth.ts'
import { basicCredentials } from '../credentials.ts'

/** A token request as the input of a step, and the texts in it that no output may show. */
export interface TokenRequest {
  readonly input: JsonObject
  readonly secrets: readonly string[]
}

/** Asks for a token with the client credentials grant (RFC 6749 section 4.4.2). */
export function tokenRequest(client: OAuth2Client): TokenRequest {
  const { tokenUrl, id, secret, scope, placement, parameters } = client
  // Section 2.3.1: both are encoded like a form before they are put together.
  const basic = basicCredentials(encodeFormText(id), encodeFormText(secret))
  const form = {
    grant_type: 'client_credentials',
    ...(placement === 'body' ? { client_id: id, client_secret: secret } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...parameters,
  }
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
