import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { memberAt, textAt, withoutUndefined } from '../parts.ts'
import { templateOf } from '../template.ts'

/** Parameters of an authentication by name. */
type Parameters = (name: string) => string

/** Turns the parameters of one kind of authentication into `auth`; undefined when Postman sends nothing for them. */
type ReadKind = (parameter: Parameters, log: ConversionLog) => JsonValue | undefined

/** `auth` of a step or of settings; undefined where it is inherited. */
export function readAuth(auth: JsonValue | undefined, log: ConversionLog): JsonValue | undefined {
  const type = isObject(auth) ? memberAt(auth, 'type') : undefined
  if (typeof type !== 'string' || type === 'type') return undefined
  if (type === 'noauth') return 'none'
  const read = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (read === undefined) {
    log.lose(`auth ${type}`, 'suites have no such authentication, so nothing is sent')
    return 'none'
  }
  const values = parametersOf(memberAt(auth, type))
  return read(name => templateOf(values.get(name) ?? ''), log) ?? 'none'
}

/** Parameters are a list of keys and values, in collections of version 2.0 an object. Of the same key the last counts. */
function parametersOf(parameters: JsonValue | undefined): ReadonlyMap<string, string> {
  if (parameters === undefined || parameters === null) return new Map()
  if (isList(parameters))
    return new Map(parameters.map(item => [textAt(item, 'key') ?? '', textAt(item, 'value') ?? '']))
  return new Map(
    isObject(parameters) ? Object.keys(parameters).map(key => [key, textAt(parameters, key) ?? '']) : [],
  )
}

const kinds: Readonly<Record<string, ReadKind>> = {
  bearer: parameter => (parameter('token') === '' ? undefined : { bearer: parameter('token') }),
  basic: parameter => ({ basic: basicOf(parameter) }),
  apikey: readApiKey,
  oauth2: readOAuth2,
  digest: parameter => ({
    digest: { username: parameter('username'), password: parameter('password') },
  }),
  awsv4: readAws,
}

/** A colon ends the user name of RFC 7617, so what stands behind it is part of the password. */
function basicOf(parameter: Parameters): JsonObject {
  const username = parameter('username')
  const password = parameter('password')
  const colon = username.includes('{{') ? -1 : username.indexOf(':')
  return colon === -1
    ? { username, password }
    : { username: username.slice(0, colon), password: `${username.slice(colon + 1)}:${password}` }
}

function readApiKey(parameter: Parameters): JsonValue | undefined {
  const key = parameter('key')
  if (key === '') return undefined
  return { 'api-key': { [parameter('in') === 'query' ? 'query' : 'header']: key, value: parameter('value') } }
}

/** A token that is stored with the collection is sent; without one, one is fetched where that needs no browser. */
function readOAuth2(parameter: Parameters, log: ConversionLog): JsonValue | undefined {
  const token = parameter('accessToken')
  if (token !== '') return storedToken(token, parameter)
  const fetched = fetchedToken(parameter)
  if (fetched === undefined) log.lose('auth oauth2', 'the collection stores no token, so nothing is sent')
  return fetched
}

function storedToken(token: string, parameter: Parameters): JsonValue | undefined {
  if (parameter('tokenType').toLowerCase() === 'mac') return undefined
  if (parameter('addTokenTo') === 'queryParams') return { 'api-key': { query: 'access_token', value: token } }
  const prefix = parameter('headerPrefix').trim()
  return prefix === '' || prefix === 'Bearer'
    ? { bearer: token }
    : { 'api-key': { header: 'Authorization', value: `${prefix} ${token}` } }
}

/** The grants of Postman that need no browser, with the keys of theirs. */
const grants: Readonly<Record<string, (parameter: Parameters) => JsonObject | undefined>> = {
  client_credentials: parameter => (parameter('clientSecret') === '' ? undefined : {}),
  password_credentials: parameter =>
    parameter('username') === ''
      ? undefined
      : { grant: 'password', username: parameter('username'), password: parameter('password') },
}

function fetchedToken(parameter: Parameters): JsonValue | undefined {
  const grant = parameter('grant_type')
  const own = Object.hasOwn(grants, grant) ? grants[grant]?.(parameter) : undefined
  if (own === undefined || ['accessTokenUrl', 'clientId'].some(name => parameter(name) === ''))
    return undefined
  const [audience, secret, scope] = ['audience', 'clientSecret', 'scope'].map(parameter)
  const isBasic = secret !== '' && parameter('client_authentication') !== 'body'
  return {
    oauth2: withoutUndefined({
      'token-url': parameter('accessTokenUrl'),
      ...own,
      'client-id': parameter('clientId'),
      'client-secret': secret === '' ? undefined : secret,
      scope: scope === '' ? undefined : scope,
      credentials: isBasic ? 'basic' : undefined,
      parameters: audience === '' ? undefined : { audience: audience ?? '' },
    }),
  }
}

function readAws(parameter: Parameters, log: ConversionLog): JsonValue {
  if (parameter('addAuthDataToQuery') === 'true')
    log.lose('auth awsv4 in the query', 'suites sign in headers')
  const token = parameter('sessionToken')
  return {
    aws: withoutUndefined({
      'access-key-id': parameter('accessKey'),
      'secret-access-key': parameter('secretKey'),
      'session-token': token === '' ? undefined : token,
      region: parameter('region') === '' ? 'us-east-1' : parameter('region'),
      service: parameter('service') === '' ? 'execute-api' : parameter('service'),
    }),
  }
}

/** Where credentials go: a header by its name in lower case, or a query parameter. */
export function placeOf(auth: JsonValue | undefined): { readonly header?: string; readonly query?: string } {
  if (!isObject(auth)) return {}
  if (!Object.hasOwn(auth, 'api-key')) return { header: 'authorization' }
  const header = textAt(auth['api-key'], 'header')
  const query = textAt(auth['api-key'], 'query')
  return header === undefined ? (query === undefined ? {} : { query }) : { header: header.toLowerCase() }
}
