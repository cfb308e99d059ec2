import { credentialKeys } from '../actions/auth/credential-keys.ts'
import type { JsonValue } from '../model/json.ts'
import type { Secrets } from '../secrets/index.ts'

/** Keeps what an `auth`, a `tls` or a `proxy` carries out of every output. What is no secret in it stays. */
export function hideCredentials(auth: JsonValue | undefined, secrets: Secrets): void {
  if (auth === null || typeof auth !== 'object') return
  for (const [key, value] of Object.entries(auth)) {
    if (typeof value === 'object') hideCredentials(value, secrets)
    else if (credentialKeys.has(key)) secrets.add(String(value))
  }
}
