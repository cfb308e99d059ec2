import {
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import { certificates } from '../../../testing/certificates.ts'
import { listen, type TestServer } from '../../http/testing/http-server.ts'
import { pairOf } from './tls-server.ts'

type Answer = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void

/** A server of node:http2, over TLS where it also speaks HTTP/1.1, or without TLS. */
export async function http2Server(
  answer: Answer,
  secure = true,
  options: SecureServerOptions = {},
): Promise<TestServer & { readonly sessions: Set<ServerHttp2Session>; sessionCount: () => number }> {
  const server = secure
    ? createSecureServer({
        ...(await pairOf((await certificates()).server)),
        allowHTTP1: true,
        maxSendHeaderBlockLength: 1_000_000,
        ...options,
      })
    : createServer()
  const sessions = new Set<ServerHttp2Session>()
  let sessionCount = 0
  server.on('tlsClientError', () => undefined)
  server.on('session', session => {
    sessionCount++
    sessions.add(session)
    session.on('close', () => sessions.delete(session)).on('error', () => undefined)
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    answer(stream, headers)
  })
  server.on('request', (request, response) => {
    if (request.httpVersionMajor === 1) response.end('one')
  })
  const started = await listen(server, secure ? 'https' : 'http', () => {
    for (const session of sessions) session.destroy()
  })
  return { ...started, sessions, sessionCount: () => sessionCount }
}
