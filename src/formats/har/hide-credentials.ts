import type { JsonValue } from '../../model/json.ts'
import { literalText } from '../../compile/literal-text.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { isCredentialField, looksLikeCredential } from '../../secrets/index.ts'
import type { RecordedSecrets } from './recorded-secrets.ts'

/** A recorded JSON value as a suite writes it: credentials are placeholders, and other braces are literal. */
export function hideInJson(value: JsonValue, secrets: RecordedSecrets, name = ''): JsonValue {
  if (typeof value === 'string') return hideInField(name, value, secrets)
  if (typeof value === 'number' && isCredentialField(name)) return secrets.placeholder(name, String(value))
  if (isList(value)) return value.map(item => hideInJson(item, secrets, name))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [literalText(key), hideInJson(inside, secrets, key)]),
  )
}

/** The value of a recorded field as a suite writes it. */
export function hideInField(name: string, value: string, secrets: RecordedSecrets): string {
  const isSecret = value !== '' && (isCredentialField(name) || looksLikeCredential(value))
  return isSecret ? secrets.placeholder(name, value) : literalText(value)
}

/** A recorded text as a suite writes it: members of JSON, arguments of GraphQL and elements of XML are looked at. */
export function hideInText(text: string, secrets: RecordedSecrets): string {
  const hide = (whole: string, before: string, name: string, between: string, value: string, end: string) =>
    isCredentialField(name) && value !== ''
      ? `${before}${name}${between}${secrets.placeholder(name, value)}${end}`
      : whole
  return literalText(text)
    .replace(/(["']?)([\w.-]+)(\1\s*:\s*")((?:[^"\\]|\\.)*)(")/g, hide)
    .replace(/(<(?:[\w.-]+:)?)([\w.-]+)((?:\s[^<>]*)?>)([^<>]+)(<\/)/g, hide)
}
