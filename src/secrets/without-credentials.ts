import { isObject } from '../util/is-json.ts'
import type { JsonValue } from '../util/json-value.ts'
import { isCredentialField, isCredentialLine, looksLikeCredential } from './credential-names.ts'
import { maskUrlPasswords } from './url-passwords.ts'

/**
 * The value with `***` for what looks like a credential by its name or its text. Placeholders stay, and so do paths into an
 * answer: `token: $.access_token` says where one will be found.
 */
export function withoutCredentials(value: JsonValue, key = ''): JsonValue {
  if (typeof value === 'string') {
    const isPlain = value === '' || value.includes('{{') || value.startsWith('$')
    return !isPlain && (isCredential(key) || looksLikeCredential(value)) ? '***' : maskUrlPasswords(value)
  }
  if (Array.isArray(value)) return value.map(one => withoutCredentials(one as JsonValue, key))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withoutCredentials(inner, isCredential(key) ? key : name),
    ]),
  )
}

function isCredential(key: string): boolean {
  return key !== 'request' && (isCredentialField(key) || isCredentialLine(key) || key === 'secrets')
}
