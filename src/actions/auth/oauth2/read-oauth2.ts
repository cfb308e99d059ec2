import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { defined } from '../../../util/defined.ts'
import { isObject } from '../../../util/is-json.ts'
import { mapping } from '../../../util/read-values.ts'
import { prepared, type Prepared, unfit } from '../../failure.ts'
import { scalarText } from '../../scalars.ts'
import type { Assertion, Auth, ClientProof, OAuth2Client } from '../auth.ts'
import { grants, oauth2Mistakes, tokenTypeUri, usualGrant } from './grants.ts'

/** Reads `oauth2` of an `auth`. */
export function readOAuth2(given: JsonObject): Prepared<Auth> {
  const [mistake] = oauth2Mistakes(given)
  if (mistake !== undefined) return unfit(mistake.message, mistake.hint)
  const name = scalarText(given['grant']) ?? usualGrant
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
  if (grant === undefined)
    return unfit(`auth oauth2 has no grant "${name}"`, `There are ${Object.keys(grants).join(', ')}.`)
  const client: OAuth2Client = defined({
    tokenUrl: scalarText(given['token-url']) ?? '',
    id: scalarText(given['client-id']),
    proof: proofOf(given),
    grant: { type: grant.type, fields: fieldsOf(given) },
    assertion: assertionOf(given['assertion']),
    scope: scalarText(given['scope']),
    parameters: mapping(given['parameters']),
    keys: credentialKeys.filter(key => given[key] !== undefined),
  })
  return prepared({ kind: 'oauth2', client })
}

/** The keys whose values a server may refuse. */
const credentialKeys = [
  ...['client-id', 'client-secret', 'client-assertion', 'username', 'password', 'refresh-token', 'assertion'],
  ...['subject-token', 'actor-token'],
]

function proofOf(given: JsonObject): ClientProof | undefined {
  const assertion = assertionOf(given['client-assertion'])
  if (assertion !== undefined) return { kind: 'assertion', assertion }
  if (given['credentials'] === 'tls') return { kind: 'tls' }
  const secret = scalarText(given['client-secret'])
  if (secret === undefined) return undefined
  return { kind: given['credentials'] === 'basic' ? 'basic' : 'body', secret }
}

function assertionOf(value: JsonValue | undefined): Assertion | undefined {
  if (!isObject(value)) return scalarText(value)
  return defined({
    key: value['private-key'] ?? '',
    keyId: scalarText(value['key-id']),
    algorithm: scalarText(value['algorithm']) ?? 'RS256',
    claims: mapping(value['claims']),
  })
}

/** The fields of a grant; RFC 8693 wants the type of each token that it is about. */
function fieldsOf(given: JsonObject): JsonObject {
  const subject = scalarText(given['subject-token'])
  const actor = scalarText(given['actor-token'])
  return defined({
    username: scalarText(given['username']),
    password: scalarText(given['password']),
    refresh_token: scalarText(given['refresh-token']),
    subject_token: subject,
    subject_token_type: subject === undefined ? undefined : tokenType(given['subject-token-type']),
    actor_token: actor,
    actor_token_type: actor === undefined ? undefined : tokenType(given['actor-token-type']),
    requested_token_type:
      given['requested-token-type'] === undefined ? undefined : tokenType(given['requested-token-type']),
  })
}

/** `id-token` stands for the URN of RFC 8693 section 3. */
function tokenType(value: JsonValue | undefined): string {
  return tokenTypeUri(scalarText(value) ?? 'access-token')
}
