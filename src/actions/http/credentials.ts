import type { JsonValue } from '../../model/json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { encodeQueryText } from './query.ts'
import { isObject } from '../../util/is-json.ts'

/** What proves who sends the request. */
export interface Credentials {
  readonly placement: 'header' | 'query'
  readonly name: string
  readonly value: string
  /** Texts that no output may show. */
  readonly secrets: readonly string[]
}

/**
 * Reads `auth` of a step or of the settings: `{ bearer }`, `{ basic: { username, password } }`, `{ api-key: { header or
 * query, value } }`; `none` and nothing are no credentials.
 */
export function readAuth(auth: JsonValue | undefined): Prepared<Credentials | undefined> {
  if (auth === undefined || auth === null || auth === 'none') return prepared(undefined)
  if (!isObject(auth)) return badAuth()
  const bearer = textOf(auth['bearer'])
  if (bearer !== undefined) return prepared(bearerCredentials(bearer))
  const { basic, 'api-key': apiKey } = auth
  if (isObject(basic)) return readBasic(basic)
  if (isObject(apiKey)) return readApiKey(apiKey)
  return badAuth()
}

/** `Authorization: Basic` with the encoded name and password (RFC 7617, UTF-8). */
export function basicCredentials(username: string, password: string): Credentials {
  const encoded = Buffer.from(`${username}:${password}`).toString('base64')
  return authorization(`Basic ${encoded}`, [encoded, password])
}

function bearerCredentials(token: string): Credentials {
  return authorization(`Bearer ${token}`, [token])
}

function readBasic(basic: Readonly<Record<string, JsonValue>>): Prepared<Credentials> {
  const username = textOf(basic['username'])
  if (username === undefined) return failed('Request Error', 'auth basic needs a username and a password')
  if (username.includes(':'))
    return failed('Request Error', `the username "${username}" of auth basic may not contain a colon`)
  return prepared(basicCredentials(username, textOf(basic['password']) ?? ''))
}

function readApiKey(apiKey: Readonly<Record<string, JsonValue>>): Prepared<Credentials> {
  const value = textOf(apiKey['value'])
  const header = textOf(apiKey['header'])
  const name = header ?? textOf(apiKey['query'])
  if (name === undefined || value === undefined)
    return failed('Request Error', 'auth api-key needs a header or query name, and a value')
  const placement = header === undefined ? 'query' : 'header'
  return prepared({ placement, name, value, secrets: [value, encodeQueryText(value)] })
}

function authorization(value: string, secrets: readonly string[]): Credentials {
  return { placement: 'header', name: 'authorization', value, secrets }
}

function badAuth(): Prepared<never> {
  return failed(
    'Request Error',
    'auth must be bearer, basic, api-key or none',
    'Write it as `auth: { bearer: "{{token}}" }`.',
  )
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
