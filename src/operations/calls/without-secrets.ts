import { environmentName } from '../../compile/environment-names.ts'
import { isDisabled } from '../../model/disabled.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isCredentialField, isCredentialLine } from '../../secrets/index.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** The variable of the environment that stands for each credential of a step. */
const variables: Readonly<Record<string, string>> = {
  bearer: 'API_TOKEN',
  password: 'API_PASSWORD',
  value: 'API_KEY',
  'client-secret': 'CLIENT_SECRET',
  'access-key-id': 'AWS_ACCESS_KEY_ID',
  'secret-access-key': 'AWS_SECRET_ACCESS_KEY',
  'session-token': 'AWS_SESSION_TOKEN',
  passphrase: 'CERTIFICATE_PASSPHRASE',
}

/** Keys whose URL may have a password in it. */
const addresses = new Set(['request', 'websocket', 'sse', 'url'])

/** A step that may be written to a file: credentials that were typed in clear have become placeholders. */
export function withoutSecrets(step: JsonObject): {
  readonly step: JsonObject
  readonly notes: readonly string[]
} {
  const used = new Set<string>()
  const placeholder = (name: string): string => {
    used.add(name)
    return `{{env.${name}}}`
  }
  const hide = (value: JsonValue, key: string): JsonValue => {
    if (isObject(value)) return mapMembers(value, hide)
    const variable = variables[key]
    return variable === undefined || !isLiteral(value) ? value : placeholder(variable)
  }
  const hideProxy = (value: JsonValue): JsonValue => {
    if (isObject(value))
      return mapMembers(value, (inner, key) =>
        key === 'password' && isLiteral(inner)
          ? placeholder('PROXY_PASSWORD')
          : key === 'url'
            ? hideProxy(inner)
            : inner,
      )
    return hidePasswordIn(value, () => placeholder('PROXY_PASSWORD'))
  }
  const changed = mapMembers(step, (value, key) => {
    if (key === 'auth' || key === 'tls' || key === 'sasl') return hide(value, '')
    if (key === 'proxy') return hideProxy(value)
    if ((key === 'headers' || key === 'metadata') && isObject(value))
      return mapMembers(value, (line, name) => hideHeader(line, name, placeholder))
    if (bodies.has(key)) return hideFields(value, placeholder)
    if (!addresses.has(key)) return value
    return hideQuery(
      hidePasswordIn(value, () => placeholder('API_PASSWORD')),
      placeholder,
    )
  })
  const notes = [...used].map(name => `credentials are not saved: set the environment variable ${name}`)
  return { step: changed, notes }
}

/** Keys that hold named values, some of which may be credentials. */
const bodies = new Set(['query', 'form', 'multipart', 'json'])

/** Fields whose names say that they hold a credential, however deep. */
function hideFields(value: JsonValue, placeholder: (name: string) => string): JsonValue {
  if (isList(value)) return value.map(item => hideFields(item, placeholder))
  if (!isObject(value)) return value
  return mapMembers(value, (inner, name) =>
    isCredentialField(name) && isLiteral(inner)
      ? placeholder(environmentName(name))
      : hideFields(inner, placeholder),
  )
}

/** Parameters of a URL whose names say that they hold a credential. */
function hideQuery(value: JsonValue, placeholder: (name: string) => string): JsonValue {
  if (typeof value !== 'string') return value
  return value.replace(
    /([?&])([^=&#{}\s]+)=([^&#\s]+)/g,
    (whole, before: string, name: string, given: string) =>
      isCredentialLine(name) && isLiteral(given)
        ? `${before}${name}=${placeholder(environmentName(name))}`
        : whole,
  )
}

function mapMembers(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}

function isLiteral(value: JsonValue): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('{{')
}

/** Headers that carry credentials whatever the service is. */
function hideHeader(value: JsonValue, name: string, placeholder: (name: string) => string): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map(item => hideHeader(item, name, placeholder))
  if (isDisabled(value)) return { disabled: hideHeader(value.disabled, name, placeholder) }
  const telling = /^(proxy-)?authorization$|^cookie$|token|secret|api-?key|password/i.test(name)
  if (!telling || typeof value !== 'string' || !isLiteral(value)) return value
  const [, scheme = ''] = /^(\w+ )(?=\S)/.exec(value) ?? []
  return `${scheme}${placeholder(environmentName(name))}`
}

function hidePasswordIn(value: JsonValue, placeholder: () => string): JsonValue {
  if (typeof value !== 'string') return value
  return value.replace(
    /(:\/\/[^/?#@:]*:)([^/?#@]+)(@)/,
    (whole, before: string, password: string, at: string) =>
      password.includes('{{') ? whole : `${before}${placeholder()}${at}`,
  )
}
