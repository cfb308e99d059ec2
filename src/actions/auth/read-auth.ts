import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { scalarText } from '../scalars.ts'
import type { Auth } from './auth.ts'
import { basicCredentials, bearerCredentials, keyCredentials, type Credentials } from './credentials.ts'
import { readOAuth2 } from './oauth2/read-oauth2.ts'
import { defined } from '../../util/defined.ts'

/** Reads `auth` of a step or of the settings; `none` and nothing give no credentials. */
export function readAuth(auth: JsonValue | undefined): Prepared<Auth | undefined> {
  if (auth === undefined || auth === null || auth === 'none') return prepared(undefined)
  const [kind = '', value = null] = (isObject(auth) ? Object.entries(auth)[0] : undefined) ?? []
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined
  return read === undefined ? badAuth() : read(value)
}

const readers: Readonly<Record<string, (value: JsonValue) => Prepared<Auth>>> = {
  bearer: readBearer,
  basic: value => readBasic(members(value)),
  'api-key': value => readApiKey(members(value)),
  oauth2: value => readOAuth2(members(value)),
  digest: value => readDigest(members(value)),
  aws: value => readAws(members(value)),
}

function readBearer(value: JsonValue): Prepared<Auth> {
  const token = scalarText(value)
  return token === undefined ? badAuth() : fixed(bearerCredentials(token))
}

function readBasic({ username: given, password }: JsonObject): Prepared<Auth> {
  const username = scalarText(given)
  if (username === undefined) return unfit('auth basic needs a username and a password')
  if (username.includes(':')) return unfit(`the username "${username}" of auth basic may not contain a colon`)
  return fixed(basicCredentials(username, scalarText(password) ?? ''))
}

function readApiKey({ value: given, ...names }: JsonObject): Prepared<Auth> {
  const value = scalarText(given)
  const header = scalarText(names['header'])
  const name = header ?? scalarText(names['query'])
  if (name === undefined || value === undefined)
    return unfit('auth api-key needs a header or query name, and a value')
  return fixed(keyCredentials(header === undefined ? 'query' : 'header', name, value))
}

function readDigest(given: JsonObject): Prepared<Auth> {
  const texts = required('digest', given, ['username', 'password'])
  if (!texts.ok) return texts
  const [username, password] = texts.value
  return prepared({ kind: 'digest', user: { username, password } })
}

function readAws(given: JsonObject): Prepared<Auth> {
  const texts = required('aws', given, ['access-key-id', 'secret-access-key', 'region', 'service'])
  if (!texts.ok) return texts
  const [accessKeyId, secretAccessKey, region, service] = texts.value
  const sessionToken = scalarText(given['session-token'])
  const keys = defined({ accessKeyId, secretAccessKey, sessionToken, region, service })
  return prepared({ kind: 'aws', keys })
}

/** The texts under these names, all of which have to be there. */
function required<const Names extends readonly string[]>(
  kind: string,
  given: JsonObject,
  names: Names,
): Prepared<{ readonly [Index in keyof Names]: string }> {
  const texts = names.map(name => scalarText(given[name]))
  const missing = names.find((_, index) => texts[index] === undefined)
  if (missing !== undefined) return unfit(`auth ${kind} needs ${missing}`)
  return prepared(texts as unknown as { readonly [Index in keyof Names]: string })
}

function fixed(credentials: Credentials): Prepared<Auth> {
  return prepared({ kind: 'fixed', credentials })
}

function badAuth(): Prepared<never> {
  return unfit(
    'auth must be bearer, basic, api-key, oauth2, digest, aws or none',
    'Write it as `auth: { bearer: "{{token}}" }`.',
  )
}

function members(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}
