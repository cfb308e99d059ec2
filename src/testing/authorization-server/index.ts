import './quiet-warnings.ts'
import { createServer, type IncomingMessage } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type PeerCertificate, TLSSocket } from 'node:tls'
import Provider from 'oidc-provider'
import { addedGrants, addGrants, clientKeys, user } from './grants.ts'

/** The clients that the server knows, by how they prove who they are. */
export const clients = {
  body: { id: 'shop', secret: 'shop: s3cret/+' },
  basic: { id: 'shop basic', secret: 'basic: s3cret/+%' },
  key: { id: 'shop-key' },
  certificate: { id: 'shop-certificate' },
} as const

/** An authorization server of a test, to be closed at the end of its scope with `await using`. */
export interface AuthorizationServer extends AsyncDisposable {
  readonly tokenUrl: string
  /** The requests for a token: the headers of each, in order. */
  readonly tokenRequests: readonly Readonly<Record<string, string | readonly string[] | undefined>>[]
  /** A refresh token that it gave the user for the client of this id; each is taken once. */
  refreshToken(clientId: string): Promise<string>
  /** True where it gave this token out, and the token has not expired. */
  accepts(token: string | undefined): Promise<boolean>
}

/**
 * Starts a real authorization server (oidc-provider) on 127.0.0.1. `lifetime` is that of its tokens, in seconds; tokens
 * are fetched over TLS where it is to be `secureServer`.
 */
export async function startAuthorizationServer({
  lifetime = 600,
  secureServer,
}: { lifetime?: number; secureServer?: SecureServer } = {}): Promise<AuthorizationServer> {
  const server = secureServer ?? createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const scheme = secureServer === undefined ? 'http' : 'https'
  const issuer = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createProvider(issuer, lifetime)
  const handle = provider.callback()
  const tokenRequests: AuthorizationServer['tokenRequests'][number][] = []
  server.on('request', (request: Parameters<typeof handle>[0], response: Parameters<typeof handle>[1]) => {
    if (request.url === '/token') tokenRequests.push(request.headers)
    void handle(request, response)
  })
  return {
    tokenUrl: `${issuer}/token`,
    tokenRequests,
    refreshToken: clientId => firstRefreshToken(provider, clientId),
    accepts: async (token = '') => {
      const { ClientCredentials, AccessToken } = provider
      const found = (await ClientCredentials.find(token)) ?? (await AccessToken.find(token))
      return found?.isExpired === false
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function createProvider(issuer: string, lifetime: number): Provider {
  const common = {
    grant_types: ['client_credentials', 'refresh_token', 'authorization_code', ...addedGrants],
    redirect_uris: ['https://shop.example/back'],
  }
  const { kty, crv, x, y } = clientKeys.publicKey.export({ format: 'jwk' })
  const jwks = { keys: [{ kty, crv, x, y, kid: 'key-1', alg: 'ES256', use: 'sig' }] }
  const { key, certificate } = clients
  const provider = new Provider(issuer, {
    clients: [
      { ...common, ...registered(clients.body), token_endpoint_auth_method: 'client_secret_post' },
      { ...common, ...registered(clients.basic), token_endpoint_auth_method: 'client_secret_basic' },
      { ...common, client_id: key.id, jwks, token_endpoint_auth_method: 'private_key_jwt' },
      {
        ...{ ...common, client_id: certificate.id, token_endpoint_auth_method: 'tls_client_auth' },
        tls_client_auth_subject_dn: 'CN=client',
      },
    ],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic', 'private_key_jwt', 'tls_client_auth'],
    scopes: ['openid', 'offline_access', 'orders:read', 'orders:write'],
    ttl: { ClientCredentials: lifetime, AccessToken: lifetime, RefreshToken: 600, Grant: 600 },
    rotateRefreshToken: true,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      mTLS: {
        enabled: true,
        tlsClientAuth: true,
        getCertificate: ctx => peerOf(ctx.req)?.raw.toString('base64'),
        certificateAuthorized: ctx => (ctx.req.socket as TLSSocket).authorized,
        certificateSubjectMatches: (ctx, _property, expected) =>
          `CN=${String(peerOf(ctx.req)?.subject.CN)}` === expected,
      },
    },
  })
  addGrants(provider, `${issuer}/token`)
  return provider
}

function peerOf({ socket }: IncomingMessage): PeerCertificate | undefined {
  return socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
}

async function firstRefreshToken(provider: Provider, clientId: string): Promise<string> {
  const client = await provider.Client.find(clientId)
  if (client === undefined) throw new Error(`no client ${clientId}`)
  const scope = 'openid offline_access'
  const grant = new provider.Grant({ clientId, accountId: user.name })
  grant.addOIDCScope(scope)
  const grantId = await grant.save()
  const token = new provider.RefreshToken({
    client,
    accountId: user.name,
    grantId,
    scope,
    gty: 'authorization_code',
  })
  return token.save()
}

function registered({ id, secret }: { id: string; secret: string }): {
  client_id: string
  client_secret: string
} {
  return { client_id: id, client_secret: secret }
}
