import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'

/** The keys of a client, and of who speaks for users; made for the process. */
export const clientKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const issuerKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A private key as PEM. */
export function pem({ privateKey }: Pick<typeof clientKeys, 'privateKey'>): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The user whom tokens are given for. */
export const user = { name: 'ada', password: 'ada: s3cret+%&' } as const

/** Issues the assertions that tokens are granted for. */
export const trustedIssuer = 'https://issuer.example'

const urn = 'urn:ietf:params:oauth:grant-type:'

/** The grants that the server knows beside its own, by their type. */
export const addedGrants = ['password', `${urn}jwt-bearer`, `${urn}token-exchange`] as const

type Parameters = Readonly<Record<string, string | undefined>>

/** Adds the grants that the server has not itself, which are as strict: clients prove who they are to the same code. */
export function addGrants(provider: Provider, tokenUrl: string): void {
  const used = new Set<string>()
  const add = (type: string, parameters: readonly string[], holds: (given: Parameters) => unknown): void => {
    provider.registerGrantType(
      type,
      async (ctx: KoaContextWithOIDC) => {
        const { client, params = {} } = ctx.oidc
        const given = params as Parameters
        if (client === undefined || !(await holds(given)))
          throw new errors.InvalidGrant('the grant does not hold')
        const token = new provider.ClientCredentials({ client, scope: given['scope'] })
        ctx.body = { access_token: await token.save(), token_type: 'Bearer', expires_in: token.expiration }
      },
      [...parameters, 'scope'],
    )
  }
  const [password, bearer, exchange] = addedGrants
  add(
    password,
    ['username', 'password'],
    given => given['username'] === user.name && given['password'] === user.password,
  )
  add(
    bearer,
    ['assertion'],
    ({ assertion = '' }) => assertion.startsWith('eyJ') && isAsserted(assertion, tokenUrl, used),
  )
  add(
    exchange,
    [
      'subject_token',
      'subject_token_type',
      'actor_token',
      'actor_token_type',
      'requested_token_type',
      'audience',
    ],
    async given =>
      given['subject_token_type'] === 'urn:ietf:params:oauth:token-type:access_token' &&
      (given['actor_token'] === undefined) === (given['actor_token_type'] === undefined) &&
      (await provider.ClientCredentials.find(given['subject_token'] ?? ''))?.isExpired === false,
  )
}

/** RFC 7523 section 3: signed by who is trusted, for this server, about a user, in time, and once. */
function isAsserted(assertion: string, tokenUrl: string, used: Set<string>): boolean {
  const [header = '', payload = '', signature = ''] = assertion.split('.')
  const { alg, kid } = decoded(header)
  const { iss, sub, aud, exp, jti } = decoded(payload)
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey(issuerKeys.privateKey),
    Buffer.from(signature, 'base64url'),
  )
  const now = Date.now() / 1000
  const isNew = typeof jti === 'string' && !used.has(jti)
  used.add(String(jti))
  const inTime = Number(exp) > now && Number(exp) < now + 3600
  const speaks = iss === trustedIssuer && sub === user.name && aud === tokenUrl
  return signed && alg === 'RS256' && kid === 'key-1' && speaks && inTime && isNew
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Readonly<Record<string, unknown>>
}
