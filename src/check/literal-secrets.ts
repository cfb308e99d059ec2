import type { JsonObject, JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import type { YamlSource } from '../document/index.ts'
import { isSecretCommand } from '../parse/secret-commands.ts'
import { isCredentialField, Secrets, sessionCookies, urlPasswords } from '../secrets/index.ts'
import { isCollection } from '../util/is-json.ts'
import { isNumber, type Numeric } from '../util/exact-number.ts'

/** The keys under `auth` that hold no secret: names, not credentials. */
const openKeys = new Set<string | number>([
  'username',
  'header',
  'query',
  'token-url',
  'client-id',
  'scope',
  'credentials',
  'grant',
  'algorithm',
  'key-id',
  'claims',
  'subject-token-type',
  'actor-token-type',
  'requested-token-type',
  'access-key-id',
  'region',
  'service',
])

/**
 * The passwords, tokens and keys that a file has in clear: under `secrets`, as the credentials of `auth`, `tls`, `proxy`,
 * `sasl` and URLs, in columns of data rows that are called so, and in the cookies of headers that are sent or expected.
 */
export function literalSecrets(source: YamlSource): Secrets {
  const secrets = new Secrets()
  for (const { path, text } of credentialsIn(source.value, [], false)) {
    secrets.add(text)
    if (path.length > 0) secrets.add(writtenAt(source, path))
  }
  return secrets
}

/** True where a key says that its value, with everything in it, is secret. */
function opensSecret(parent: string | number | undefined, key: string | number): boolean {
  if (parent === 'tls') return key === 'passphrase'
  if (parent === 'proxy' || parent === 'sasl') return key === 'password'
  return key === 'secrets' || key === 'auth'
}

/** True where this is a column of data rows that is called like a credential. */
function isColumn(path: DocumentPath, key: string | number): boolean {
  return path.includes('data') && typeof key === 'string' && isCredentialField(key)
}

interface Credential {
  /** Where it stands alone; empty for a part of a text. */
  readonly path: DocumentPath
  readonly text: string
}

function* credentialsIn(value: unknown, path: DocumentPath, isSecret: boolean): Generator<Credential> {
  if (isCollection(value)) {
    for (const [key, inside] of Object.entries<JsonValue>(value as JsonObject)) {
      const part = Array.isArray(value) ? Number(key) : key
      if (isSecret && path.includes('auth') && openKeys.has(part)) continue
      // A command is no secret: what it prints is.
      if (path.at(-1) === 'secrets' && isSecretCommand(inside)) continue
      yield* credentialsIn(
        inside,
        [...path, part],
        isSecret || opensSecret(path.at(-1), part) || isColumn(path, part),
      )
    }
  } else {
    const parts = typeof value === 'string' ? [...urlPasswords(value), ...cookiesIn(path.at(-1), value)] : []
    for (const text of parts) if (isLiteral(text)) yield { path: [], text }
    if ((isSecret || isPrivateKey(value)) && isLiteral(value)) yield { path, text: String(value) }
  }
}

/** The sessions in a cookie header, as a name of `headers` or a target: `Cookie`, `header set-cookie`. */
function cookiesIn(key: string | number | undefined, value: string): readonly string[] {
  return typeof key === 'string' ? sessionCookies(key.replace(/^header /, ''), value) : []
}

/** A private key is a secret wherever it stands. */
function isPrivateKey(value: unknown): boolean {
  return typeof value === 'string' && /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(value)
}

/** A text or number that is no placeholder, nor a word of the language: `auth: bearer` is a slip, and no secret. */
function isLiteral(value: unknown): value is string | Numeric {
  return isNumber(value) || (typeof value === 'string' && !words.has(value) && !value.includes('{{'))
}

/** `none`, the kinds of credentials, and the places they may be in. */
const words = new Set([
  ...['none', 'bearer', 'basic', 'api-key', 'oauth2', 'digest', 'aws'],
  ...['header', 'query', 'body', 'cookie'],
])

/** How a value on one line is written, without its quotes; that of a number or an escaped text differs from the value. */
function writtenAt(source: YamlSource, path: DocumentPath): string {
  const { start, end } = source.spanOf(path)
  if (start.line !== end.line) return ''
  return source
    .lineText(start.line)
    .slice(start.column - 1, end.column - 1)
    .replace(/^(["'])(.*)\1$/, '$2')
}
