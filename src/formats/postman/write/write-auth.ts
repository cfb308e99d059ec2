import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
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

/** Postman's runner fetches no token: it is there to be fetched in Postman itself. */
function writeOAuth2(value: JsonValue): WrittenAuth {
  return {
    type: 'oauth2',
    parameters: {
      grant_type: 'client_credentials',
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
