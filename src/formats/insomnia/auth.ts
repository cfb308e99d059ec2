import type { JsonObject, JsonValue } from '../../model/json.ts'
import { mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Around } from './templates.ts'

/** Credentials as a collection of Postman has them; undefined where those of the folder count, as where they are switched off. */
export function postmanAuth(auth: JsonValue | undefined, around: Around): JsonObject | undefined {
  const given = mapping(auth)
  const kind = text(given['type']) ?? ''
  if (kind === '' || given['disabled'] === true) return undefined
  if (kind === 'none') return { type: 'noauth' }
  const values = new Map(
    Object.entries(given).map(([key, one]) => [key, around.templates.text(valueText(one), around)]),
  )
  const [type, parameters] = parametersOf(kind, key => values.get(key) ?? '', around)
  return { type, [type]: Object.entries(parameters).map(([key, value]) => ({ key, value })) }
}

/** The kind of credentials in Postman, and its parameters. */
type Parameters = readonly [type: string, parameters: Readonly<Record<string, string>>]

function parametersOf(kind: string, value: (key: string) => string, { tell }: Around): Parameters {
  const same = (...keys: readonly string[]) => Object.fromEntries(keys.map(key => [key, value(key)]))
  if (kind === 'bearer') return bearerOf(value('token'), value('prefix').trim(), tell.note)
  if (kind === 'basic' || kind === 'digest') return [kind, same('username', 'password')]
  if (kind === 'apikey' && value('addTo') === 'cookie')
    return [kind, { key: 'Cookie', value: `${value('key')}=${value('value')}` }]
  if (kind === 'apikey')
    return [kind, { ...same('key', 'value'), in: value('addTo') === 'queryParams' ? 'query' : 'header' }]
  if (kind === 'iam') {
    const keys = { accessKey: value('accessKeyId'), secretKey: value('secretAccessKey') }
    return ['awsv4', { ...keys, ...same('sessionToken', 'region', 'service') }]
  }
  if (kind !== 'oauth2') return [kind, {}]
  const prefix = value('tokenPrefix')
  if (value('accessToken') === '' && prefix !== '' && prefix !== 'Bearer')
    tell.lose(`auth oauth2: prefix ${prefix}`, 'a token that is fetched is sent as Bearer')
  return [
    kind,
    {
      ...same(
        'accessTokenUrl',
        'clientId',
        'clientSecret',
        'username',
        'password',
        'scope',
        'audience',
        'accessToken',
      ),
      grant_type: value('grantType') === 'password' ? 'password_credentials' : value('grantType'),
      client_authentication: value('credentialsInBody') === 'true' ? 'body' : 'header',
      headerPrefix: prefix,
    },
  ]
}

function bearerOf(token: string, prefix: string, note: Around['tell']['note']): Parameters {
  if (prefix === '' || prefix === 'Bearer') return ['bearer', { token }]
  note(`prefix ${prefix}`, 'an api-key in the header Authorization says it')
  return ['apikey', { key: 'Authorization', value: prefix === 'NO_PREFIX' ? token : `${prefix} ${token}` }]
}
