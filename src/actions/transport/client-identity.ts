import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'

/** What of a `tls` says who the client is. */
const identity = ['certificate', 'key', 'pfx', 'passphrase'] as const

/** Whether a `tls` has a certificate of the client. */
export function hasIdentity(tls: JsonValue | undefined): boolean {
  return isObject(tls) && identity.some(key => Object.hasOwn(tls, key))
}

/** A `tls` that says whom to trust, and not who the client is. */
export function withoutCertificate(tls: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(tls).filter(([key]) => !identity.some(one => one === key)))
}
