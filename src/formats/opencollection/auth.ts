import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { brunoText } from './write-values.ts'

/** Credentials of OpenCollection as a collection of Postman has them; undefined where they are inherited. */
export function postmanAuth(auth: JsonValue | undefined): JsonObject | undefined {
  if (auth === 'inherit') return undefined
  if (!isObject(auth ?? null)) return { type: 'noauth' }
  const { type, ...values } = mapping(auth)
  const kind = valueText(type ?? '')
  if (kind === 'apikey')
    return withParameters(kind, {
      key: values['key'],
      value: values['value'],
      in: /^query/.test(valueText(values['placement'] ?? '')) ? 'query' : 'header',
    })
  if (kind === 'awsv4')
    return withParameters(kind, {
      accessKey: values['accessKeyId'],
      secretKey: values['secretAccessKey'],
      sessionToken: values['sessionToken'],
      service: values['service'],
      region: values['region'],
    })
  if (kind === 'oauth2') return withParameters(kind, oauthParameters(values))
  return withParameters(kind, values)
}

function oauthParameters({ flow, ...values }: JsonObject): Readonly<Record<string, JsonValue | undefined>> {
  const credentials = mapping(values['credentials'])
  const owner = mapping(values['resourceOwner'])
  const grant =
    flow === 'resource_owner_password_credentials' || flow === 'password' ? 'password_credentials' : flow
  return {
    grant_type: grant,
    accessTokenUrl: values['accessTokenUrl'],
    clientId: credentials['clientId'],
    clientSecret: credentials['clientSecret'],
    client_authentication: credentials['placement'] === 'basic_auth_header' ? 'header' : 'body',
    username: owner['username'],
    password: owner['password'],
    scope: values['scope'],
  }
}

function withParameters(type: string, values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const parameters = Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: valueText(value) }],
  )
  return { type, [type]: parameters }
}

/** Parts of credentials that no request here has. */
export function lostOfAuth(auth: JsonValue | undefined): readonly string[] {
  const { type, tokenConfig, additionalParameters, profileName } = mapping(auth)
  const { header, query } = mapping(mapping(tokenConfig)['placement'])
  return [
    ...(type === 'oauth2' && query !== undefined ? ['auth oauth2: the token in the query'] : []),
    ...(type === 'oauth2' && header !== undefined && !/^(?:Bearer)?$/.test(valueText(header))
      ? ['auth oauth2: the prefix of the token']
      : []),
    ...(type === 'oauth2' && Object.keys(mapping(additionalParameters)).length > 0
      ? ['auth oauth2: additional parameters']
      : []),
    ...(type === 'awsv4' && valueText(profileName ?? '') !== ''
      ? ['auth awsv4: a profile of the machine']
      : []),
  ]
}

/** Credentials of a suite as OpenCollection has them; undefined for those that it has no word for. */
export function openAuth(auth: JsonValue | undefined): JsonValue | undefined {
  const [[kind, value] = ['', null]] = Object.entries(mapping(auth))
  const text = (key: string): string => brunoText(valueText(mapping(value)[key] ?? ''))
  if (kind === 'bearer') return { type: kind, token: brunoText(valueText(value)) }
  if (kind === 'basic' || kind === 'digest')
    return { type: kind, username: text('username'), password: text('password') }
  if (kind === 'api-key') {
    const placement = mapping(value)['query'] === undefined ? 'header' : 'query'
    return { type: 'apikey', key: text(placement), value: text('value'), placement }
  }
  if (kind === 'aws')
    return {
      type: 'awsv4',
      accessKeyId: text('access-key-id'),
      secretAccessKey: text('secret-access-key'),
      ...(text('session-token') === '' ? {} : { sessionToken: text('session-token') }),
      service: text('service'),
      region: text('region'),
    }
  const { grant, parameters, ...others } = mapping(value)
  const isSayable =
    parameters === undefined && [undefined, 'client_credentials', 'password'].includes(grant as string)
  if (kind !== 'oauth2' || !isSayable) return undefined
  return {
    type: kind,
    flow: grant === 'password' ? 'resource_owner_password_credentials' : 'client_credentials',
    accessTokenUrl: text('token-url'),
    credentials: {
      clientId: text('client-id'),
      clientSecret: text('client-secret'),
      placement: others['credentials'] === 'basic' ? 'basic_auth_header' : 'body',
    },
    ...(grant === 'password'
      ? { resourceOwner: { username: text('username'), password: text('password') } }
      : {}),
    ...(text('scope') === '' ? {} : { scope: text('scope') }),
    tokenConfig: { placement: { header: 'Bearer' } },
  }
}
