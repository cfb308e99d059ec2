import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { memberAt, objectAt, textAt, withoutUndefined } from '../parts.ts'

/** Keys of `protocolProfileBehavior` that are carried over here or where bodies and headers are read. */
const known = new Set([
  'followRedirects',
  'maxRedirects',
  'strictSSL',
  'disableCookies',
  'disableBodyPruning',
  'disabledSystemHeaders',
  'protocolVersion',
])

/**
 * How requests travel, as keys of a step or of settings: what the item itself says in `own`, with what it inherits in
 * `behavior` where one depends on the other.
 */
export function readBehavior(own: JsonObject, behavior: JsonObject, log: ConversionLog): JsonObject {
  for (const key of Object.keys(own))
    if (!known.has(key)) log.lose(`protocolProfileBehavior ${key}`, 'suites have no such setting')
  return withoutUndefined({
    'follow-redirects': readRedirects(own, behavior),
    cookies: readFlag(own, 'disableCookies', true),
    'http-version': readVersion(own),
    tls: readVerification(own),
  })
}

function readRedirects(own: JsonObject, behavior: JsonObject): JsonValue | undefined {
  if (!Object.hasOwn(own, 'followRedirects') && !Object.hasOwn(own, 'maxRedirects')) return undefined
  if (memberAt(behavior, 'followRedirects') === false) return false
  const most = memberAt(behavior, 'maxRedirects')
  return typeof most === 'number' && Number.isInteger(most) && most >= 1 && most <= 50 ? most : most !== 0
}

function readFlag(own: JsonObject, key: string, negated: boolean): boolean | undefined {
  const flag = memberAt(own, key)
  return typeof flag === 'boolean' ? flag !== negated : undefined
}

function readVersion(own: JsonObject): JsonValue | undefined {
  const version = textAt(own, 'protocolVersion')
  return version === 'http1' ? '1.1' : version === 'http2' ? '2' : version === 'auto' ? 'auto' : undefined
}

function readVerification(own: JsonObject): JsonValue | undefined {
  const verify = readFlag(own, 'strictSSL', false)
  return verify === undefined ? undefined : { verify }
}

/** Headers that apitest sends of itself, and that can be left out. */
const ownHeaders = ['User-Agent', 'Accept', 'Accept-Encoding', 'Content-Type']

/** Headers that Postman adds unless the request disables them; they are left out in `headers`. */
export function leftOutHeaders(behavior: JsonObject): JsonObject {
  const disabled = objectAt(behavior, 'disabledSystemHeaders')
  const names = Object.keys(disabled)
    .filter(name => disabled[name] === true)
    .map(name => name.toLowerCase())
  return Object.fromEntries(
    ownHeaders.filter(name => names.includes(name.toLowerCase())).map(name => [name, null]),
  )
}
