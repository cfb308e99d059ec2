import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { Misuse } from '../../../template/functions/misuse.ts'
import { signedToken } from '../../../template/functions/tokens.ts'
import { defined } from '../../../util/defined.ts'
import { isObject } from '../../../util/is-json.ts'
import { jsonIn } from '../../../util/json-in.ts'
import { randomUuid } from '../../../util/random-name.ts'
import { prepared, type Prepared, unfit } from '../../failure.ts'
import { scalarText } from '../../scalars.ts'
import { encodePairs } from '../../http/query.ts'
import type { Assertion, OAuth2Client } from '../auth.ts'
import { basicCredentials } from '../credentials.ts'

/** A token request as the input of a step, and the texts in it that no output may show. */
interface TokenRequest {
  readonly input: JsonObject
  readonly secrets: readonly string[]
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Asks for a token with the grant of a client. Assertions are signed for this request alone. */
export function tokenRequest(client: OAuth2Client): Prepared<TokenRequest> {
  const { tokenUrl, id, proof, grant, scope, parameters } = client
  const secrets = grant.secret.flatMap(field => scalarText(grant.fields[field]) ?? [])
  const assertion = assertionText(client.assertion, 'assertion', client)
  const proving = assertionText(
    proof?.kind === 'assertion' ? proof.assertion : undefined,
    'client-assertion',
    client,
  )
  if (!assertion.ok) return assertion
  if (!proving.ok) return proving
  for (const text of [assertion.value, proving.value]) if (text !== undefined) secrets.push(text)
  const form: JsonObject = defined({
    grant_type: grant.type,
    client_id: proof?.kind === 'basic' ? undefined : id,
    client_secret: proof?.kind === 'body' ? proof.secret : undefined,
    ...(proving.value === undefined
      ? {}
      : { client_assertion_type: assertionType, client_assertion: proving.value }),
    ...grant.fields,
    assertion: assertion.value,
    scope,
    ...parameters,
  })
  const headers: Record<string, JsonValue> = { accept: 'application/json' }
  if (proof?.kind === 'body') secrets.push(proof.secret)
  if (proof?.kind === 'basic') {
    // Section 2.3.1: both are encoded like a form before they are put together.
    const basic = basicCredentials(encodeFormText(id ?? ''), encodeFormText(proof.secret))
    headers[basic.name] = basic.value
    secrets.push(proof.secret, ...basic.secrets)
  }
  return prepared({ input: { request: `POST ${tokenUrl}`, auth: 'none', headers, form }, secrets })
}

/** Seconds that an assertion is good for: it is sent at once. */
const lifetime = 300

/** An assertion as it is sent. Its own claims win over the usual ones: who asks, whom, and until when. */
function assertionText(
  assertion: Assertion | undefined,
  name: string,
  { id, tokenUrl }: OAuth2Client,
): Prepared<string | undefined> {
  if (assertion === undefined || typeof assertion === 'string') return prepared(assertion)
  const { key, keyId, algorithm, claims } = assertion
  const now = Math.floor(Date.now() / 1000)
  const usual = defined({ iss: id, sub: id, aud: tokenUrl, iat: now, exp: now + lifetime, jti: randomUuid() })
  const signed = signedToken({ ...usual, ...claims }, algorithm, keyOf(key), keyId)
  if (!(signed instanceof Misuse)) return prepared(signed)
  return unfit(`${name} of auth oauth2 cannot be signed: ${signed.message}`, signed.hint)
}

/** A JWK may come as text; a PEM of an environment variable often has its ends of lines written out. */
function keyOf(key: JsonValue): JsonValue {
  if (typeof key !== 'string') return key
  if (key.trimStart().startsWith('{')) {
    const jwk = jsonIn(key)
    return isObject(jwk) ? jwk : key
  }
  return key.includes('-----BEGIN') ? key.replaceAll(String.raw`\n`, '\n') : key
}

function encodeFormText(text: string): string {
  return encodePairs([['', text]]).slice(1)
}
