import type { JsonObject } from '../model/json.ts'

/** The `auth` that sends the same Authorization header: bearer or basic; undefined for any other. */
export function authOfHeader(value: string): JsonObject | undefined {
  const [, scheme = '', credentials = ''] = /^(\w+)\s+(.+)$/.exec(value) ?? []
  if (scheme === 'Bearer') return { bearer: credentials }
  if (scheme !== 'Basic') return undefined
  const decoded = Buffer.from(credentials, 'base64').toString()
  const [, username, password] = /^([^:]*):(.*)$/s.exec(decoded) ?? []
  const isExact = Buffer.from(decoded).toString('base64') === credentials
  return isExact && username !== undefined && password !== undefined
    ? { basic: { username, password } }
    : undefined
}
