import type { DocumentPath } from '../model/span.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { Secrets } from '../util/secrets.ts'

/** What stands under `auth` and is no secret: names, not credentials. */
const openKeys = new Set<string | number>([
  'username',
  'header',
  'query',
  'token-url',
  'client-id',
  'scope',
  'credentials',
  'access-key-id',
  'region',
  'service',
])

/** The passwords, tokens and keys that a file has in clear: under `secrets`, and as the credentials of `auth`. */
export function literalSecrets(source: YamlSource): Secrets {
  const secrets = new Secrets()
  for (const { path, text } of credentialsIn(source.value, [], false)) {
    secrets.add(text)
    secrets.add(writtenAt(source, path))
  }
  return secrets
}

interface Credential {
  readonly path: DocumentPath
  readonly text: string
}

function* credentialsIn(value: unknown, path: DocumentPath, isSecret: boolean): Generator<Credential> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inside] of Object.entries(value)) {
      const part = Array.isArray(value) ? Number(key) : key
      if (isSecret && path.includes('auth') && openKeys.has(part)) continue
      yield* credentialsIn(inside, [...path, part], isSecret || part === 'secrets' || part === 'auth')
    }
  } else if (isSecret && isLiteral(value)) yield { path, text: String(value) }
}

/** A text or number that is no placeholder, nor the word that sends no credentials. */
function isLiteral(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== 'none' && !value.includes('{{'))
}

/** How a value on one line is written, without its quotes; that of a number or an escaped text differs from the value. */
function writtenAt(source: YamlSource, path: DocumentPath): string {
  const { start, end } = source.spanOf(path)
  if (start.line !== end.line) return ''
  return source
    .lineText(start.line)
    .slice(start.column - 1, end.column - 1)
    .replace(/^(["'])(.*)\1$/, '$2')
}
