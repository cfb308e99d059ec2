import type { Server as SecureServer } from 'node:https'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import type { AuthorizationServer } from './index.ts'

/** An API that wants tokens of the authorization server; `refuses` may turn away good ones, too. */
export function protectedApi(
  tokens: AuthorizationServer,
  {
    refuses = () => false,
    secureServer,
  }: { refuses?: (token: string) => boolean; secureServer?: SecureServer } = {},
): ReturnType<typeof httpServer> {
  return httpServer(({ headers }, response) => {
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    void tokens
      .accepts(token)
      .then(accepted => response.writeHead(accepted && !refuses(token) ? 200 : 401).end())
  }, secureServer)
}
