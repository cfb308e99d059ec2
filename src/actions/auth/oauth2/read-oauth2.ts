import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { defined } from '../../../util/defined.ts'
import { isObject } from '../../../util/is-json.ts'
import { mapping } from '../../../util/read-values.ts'
import { prepared, type Prepared, unfit } from '../../failure.ts'
import { scalarText } from '../../scalars.ts'
import type { Assertion, Auth, ClientProof, OAuth2Client } from '../auth.ts'
import { fieldsOf, grants, oauth2Mistakes, refusableKeys, usualGrant } from './grants.ts'

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
    grant: { type: grant.type, ...fieldsOf(grant, given) },
    assertion: assertionOf(given['assertion']),
    scope: scalarText(given['scope']),
    parameters: mapping(given['parameters']),
    keys: refusableKeys(grant).filter(key => given[key] !== undefined),
  })
  return prepared({ kind: 'oauth2', client })
}

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
