import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { objectAt, textAt, textOf } from '../parts.ts'
import { postmanText } from '../template.ts'

/** `auth` of a step or of settings as an authentication of a collection; undefined where it is inherited. */
export function writeAuth(auth: JsonValue | undefined): JsonObject | undefined {
  if (auth === 'none') return { type: 'noauth' }
  if (!isObject(auth)) return undefined
  const [kind = ''] = Object.keys(auth)
  const write = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (write === undefined) return undefined
  const { type, parameters } = write(auth[kind] ?? null)
  return { type, [type]: written(parameters) }
}

interface WrittenAuth {
  readonly type: string
  readonly parameters: Readonly<Record<string, string | undefined>>
}

const kinds: Readonly<Record<string, (value: JsonValue) => WrittenAuth>> = {
  bearer: value => ({
    type: 'bearer',
    parameters: { token: textOf(value) },
  }),
  basic: value => ({
    type: 'basic',
    parameters: { password: textAt(value, 'password'), username: textAt(value, 'username') },
  }),
  'api-key': writeApiKey,
  oauth2: writeOAuth2,
  digest: value => ({
    type: 'digest',
    parameters: { password: textAt(value, 'password'), username: textAt(value, 'username') },
  }),
  aws: value => ({
    type: 'awsv4',
    parameters: {
      sessionToken: textAt(value, 'session-token'),
      service: textAt(value, 'service'),
      region: textAt(value, 'region'),
      secretKey: textAt(value, 'secret-access-key'),
      accessKey: textAt(value, 'access-key-id'),
    },
  }),
}

function writeApiKey(value: JsonValue): WrittenAuth {
  const query = textAt(value, 'query')
  const key = query ?? textAt(value, 'header')
  return {
    type: 'apikey',
    parameters: { value: textAt(value, 'value'), key, in: query === undefined ? 'header' : 'query' },
  }
}

/** The grants that Postman has, by its own names. */
const grantTypes: Readonly<Record<string, string>> = {
  'client-credentials': 'client_credentials',
  password: 'password_credentials',
}

/** Tells of an `oauth2` that Postman cannot fetch a token with. */
export function reportAuth(auth: JsonValue | undefined, log: ConversionLog): void {
  const oauth2 = isObject(auth) ? objectAt(auth, 'oauth2') : {}
  const grant = textAt(oauth2, 'grant') ?? 'client-credentials'
  const why = 'Postman has it not; a token is stored there by hand'
  if (!Object.hasOwn(grantTypes, grant)) log.lose(`auth oauth2 grant ${grant}`, why)
  if (oauth2['client-assertion'] !== undefined) log.lose('auth oauth2 client-assertion', why)
  if (oauth2['credentials'] === 'tls') log.lose('auth oauth2 credentials tls', why)
}

/** Postman's runner fetches no token: it is there to be fetched in Postman itself. */
function writeOAuth2(value: JsonValue): WrittenAuth {
  return {
    type: 'oauth2',
    parameters: {
      grant_type: grantTypes[textAt(value, 'grant') ?? 'client-credentials'],
      username: textAt(value, 'username'),
      password: textAt(value, 'password'),
      accessTokenUrl: textAt(value, 'token-url'),
      clientId: textAt(value, 'client-id'),
      clientSecret: textAt(value, 'client-secret'),
      scope: textAt(value, 'scope'),
      client_authentication: textAt(value, 'credentials') === 'basic' ? 'header' : 'body',
      audience: textAt(objectAt(value, 'parameters'), 'audience'),
      addTokenTo: 'header',
    },
  }
}

function written(parameters: WrittenAuth['parameters']): readonly JsonObject[] {
  return Object.entries(parameters).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: postmanText(value), type: 'string' }],
  )
}
