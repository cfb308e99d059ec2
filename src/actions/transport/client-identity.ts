import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'

/** The keys of a `tls` that identify the client. */
const identity = ['certificate', 'key', 'pfx', 'passphrase'] as const

/** True where a `tls` has a certificate of the client. */
export function hasIdentity(tls: JsonValue | undefined): boolean {
  return isObject(tls) && identity.some(key => Object.hasOwn(tls, key))
}

/** Settings whose `tls` says whom to trust, and not who the client is. */
export function withoutIdentity(settings: JsonObject): JsonObject {
  const { tls } = settings
  if (!isObject(tls)) return settings
  const trust = Object.entries(tls).filter(([key]) => !identity.some(one => one === key))
  return { ...settings, tls: Object.fromEntries(trust) }
}
