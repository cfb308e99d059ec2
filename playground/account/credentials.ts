import { createHmac } from 'node:crypto'

/**
 * The accounts that may sign in: user 1, a customer, and user 2, an administrator. They are made up, and printed on the
 * home page.
 */
export const demoAccounts = [
  { username: 'demo', password: 'demo-password', userId: 1 },
  { username: 'admin', password: 'admin-password', userId: 2 },
] as const

/** The client of OAuth2 client credentials; it acts for user 1. */
export const demoClient = { id: 'demo-client', secret: 'demo-secret', userId: 1 } as const

/** The API key, for the header or the query. */
export const demoApiKey = 'demo-key'

/** The id of the user with this name and password. */
export function userIdFor(username: string, password: string): number | undefined {
  return demoAccounts.find(account => account.username === username && account.password === password)?.userId
}

/** The user a client with this secret acts for. */
export function userIdForClient(id: string, secret: string): number | undefined {
  return id === demoClient.id && secret === demoClient.secret ? demoClient.userId : undefined
}

/** The user that an assertion speaks for (RFC 7523), which the client has signed with its secret. */
export function userIdOfAssertion(assertion: string): number | undefined {
  const [header = '', payload = '', signature] = assertion.split('.')
  const signed = createHmac('sha256', demoClient.secret).update(`${header}.${payload}`).digest('base64url')
  if (signature !== signed) return undefined
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  if (!(Number(exp) > Date.now() / 1000)) return undefined
  return demoAccounts.find(({ username }) => username === sub)?.userId
}

/** User name and password of an `Authorization: Basic` header (RFC 7617). */
export function parseBasic(header: string | undefined): { username: string; password: string } | undefined {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [username = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return password.length === 0 ? undefined : { username, password: password.join(':') }
}

/** The token of an `Authorization: Bearer` header (RFC 6750). */
export function parseBearer(header: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
