import { encodeQueryText } from '../http/query.ts'

/** The credentials that prove who sends a request. */
export interface Credentials {
  readonly placement: 'header' | 'query'
  readonly name: string
  readonly value: string
  /** Texts that no output may show. */
  readonly secrets: readonly string[]
}

/** `Authorization: Basic` with the encoded name and password (RFC 7617, UTF-8). */
export function basicCredentials(username: string, password: string): Credentials {
  const encoded = Buffer.from(`${username}:${password}`).toString('base64')
  return authorization(`Basic ${encoded}`, [encoded, password])
}

/** `Authorization: Bearer` (RFC 6750). */
export function bearerCredentials(token: string): Credentials {
  return authorization(`Bearer ${token}`, [token])
}

/** A key under a name of the API's own. */
export function keyCredentials(placement: 'header' | 'query', name: string, value: string): Credentials {
  return { placement, name, value, secrets: [value, encodeQueryText(value)] }
}

function authorization(value: string, secrets: readonly string[]): Credentials {
  return { placement: 'header', name: 'authorization', value, secrets }
}
