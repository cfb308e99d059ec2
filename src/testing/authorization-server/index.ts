import './quiet-warnings.ts'
import { createServer } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** The clients that the server knows: one sends its credentials in the body, the other as basic authentication. */
export const clients = {
  body: { id: 'shop', secret: 'shop: s3cret/+' },
  basic: { id: 'shop basic', secret: 'basic: s3cret/+%' },
} as const

/** An authorization server of a test, to be closed at the end of its scope with `await using`. */
export interface AuthorizationServer extends AsyncDisposable {
  readonly tokenUrl: string
  /** The requests for a token: the headers of each, in order. */
  readonly tokenRequests: readonly Readonly<Record<string, string | readonly string[] | undefined>>[]
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
    accepts: async token => (await provider.ClientCredentials.find(token ?? ''))?.isExpired === false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function createProvider(issuer: string, lifetime: number): Provider {
  const common = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }
  const provider = new Provider(issuer, {
    clients: [
      { ...common, ...registered(clients.body), token_endpoint_auth_method: 'client_secret_post' },
      { ...common, ...registered(clients.basic), token_endpoint_auth_method: 'client_secret_basic' },
    ],
    scopes: ['orders:read', 'orders:write'],
    ttl: { ClientCredentials: lifetime },
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  })
  return provider
}

function registered({ id, secret }: { id: string; secret: string }): {
  client_id: string
  client_secret: string
} {
  return { client_id: id, client_secret: secret }
}
