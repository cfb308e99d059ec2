import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { objectAt, objectOf, textOf } from '../parts.ts'

/** `protocolProfileBehavior` of what keys of a step or of settings say; undefined where they say nothing. */
export function writeBehavior(
  keys: JsonObject,
  more: Readonly<Record<string, JsonValue | undefined>> = {},
): JsonObject | undefined {
  const { cookies } = keys
  const verify = objectAt(keys, 'tls')['verify']
  return objectOf({
    ...redirects(keys['follow-redirects']),
    disableCookies: typeof cookies === 'boolean' ? !cookies : undefined,
    protocolVersion: version(keys['http-version']),
    strictSSL: typeof verify === 'boolean' ? verify : undefined,
    ...more,
  })
}

function redirects(follow: JsonValue | undefined): JsonObject {
  if (follow === undefined) return {}
  return typeof follow === 'number'
    ? { followRedirects: true, maxRedirects: follow }
    : { followRedirects: follow === true }
}

function version(httpVersion: JsonValue | undefined): string | undefined {
  const text = textOf(httpVersion ?? '')
  return text === '1.1' ? 'http1' : text === '2' ? 'http2' : text === 'auto' ? 'auto' : undefined
}
