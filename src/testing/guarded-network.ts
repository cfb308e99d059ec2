import { type AuthorizationServer, clients, startAuthorizationServer } from './authorization-server/index.ts'
import { protectedApi } from './authorization-server/protected-api.ts'
import { certificates } from './certificates.ts'
import { mutualTlsServer, type MutualTlsServer } from './mutual-tls-server.ts'
import type { ProxyOptions, RunningProxy } from './proxies.ts'
import { defined } from '../util/defined.ts'

/** The credentials that the proxy of a guarded network asks for. */
export const proxyCredentials = { username: 'ada', password: 'correct-horse' } as const

/** An API with its authorization server, both of which want a client certificate, and the proxy on the way to them. */
export interface GuardedNetwork extends AsyncDisposable {
  readonly api: Awaited<ReturnType<typeof protectedApi>> & Pick<MutualTlsServer, 'clients'>
  readonly tokens: AuthorizationServer & Pick<MutualTlsServer, 'clients'>
  readonly proxy: RunningProxy
  /** The settings that a project needs to get in: those of a suite, and its environment file. */
  readonly settings: GuardedSettings
  readonly environmentFile: string
}

/** The settings of a project, each of which a test may change. */
export interface GuardedSettings {
  readonly tls: Readonly<Record<string, string>>
  readonly proxy: Readonly<Record<string, string>>
  readonly auth: { readonly oauth2: Readonly<Record<string, string>> }
}

/** Starts one behind a proxy; `refuses` turns good tokens away. */
export async function guardedNetwork(
  startProxy: (options: ProxyOptions) => Promise<RunningProxy>,
  refuses?: (token: string) => boolean,
): Promise<GuardedNetwork> {
  const [front, back] = await Promise.all([mutualTlsServer(), mutualTlsServer()])
  const tokens = await startAuthorizationServer({ secureServer: back.server })
  const api = await protectedApi(tokens, defined({ secureServer: front.server, refuses }))
  const proxy = await startProxy(proxyCredentials)
  return {
    api: Object.assign(api, { clients: front.clients }),
    tokens: Object.assign(tokens, { clients: back.clients }),
    proxy,
    settings: await settingsFor(tokens, proxy),
    environmentFile: [
      `CLIENT_SECRET='${clients.body.secret}'`,
      `PROXY_PASSWORD=${proxyCredentials.password}`,
      `PASSPHRASE='${(await certificates()).client.passphrase}'`,
    ].join('\n'),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([api, tokens, proxy].map(part => part[Symbol.asyncDispose]()))
    },
  }
}

async function settingsFor(
  { tokenUrl }: AuthorizationServer,
  { port }: RunningProxy,
): Promise<GuardedSettings> {
  const { authority, client } = await certificates()
  return {
    tls: { ca: authority, certificate: client.certificate, key: client.key },
    proxy: {
      url: `http://127.0.0.1:${port}`,
      username: proxyCredentials.username,
      password: '{{env.PROXY_PASSWORD}}',
    },
    auth: {
      oauth2: {
        'token-url': tokenUrl,
        'client-id': clients.body.id,
        'client-secret': '{{env.CLIENT_SECRET}}',
        scope: 'orders:read',
      },
    },
  }
}
