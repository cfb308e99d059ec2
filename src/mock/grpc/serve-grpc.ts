import { faultText } from '../../actions/faults/index.ts'
import {
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { findMethod, splitMethod } from '../../actions/grpc/schema/find-method.ts'
import { absoluteFiles, readSchema } from '../../actions/grpc/schema/read-schema.ts'
import { type Mock, routeText, rpcMethod } from '../../model/mock.ts'
import { defined } from '../../util/defined.ts'
import { Journal } from '../journal.ts'
import { LiveRoutes } from '../live-routes.ts'
import { listen } from '../open-server.ts'
import type { ProxyContext } from '../proxy/recorder.ts'
import { reachableAt, type RunningMock } from '../running-mock.ts'
import type { MockIdentity } from '../tls/project-identity.ts'
import { answerCall, type RpcContext } from './answer-call.ts'
import { type OwnServices, ownServices } from './own-services.ts'
import { RpcStream } from './rpc-stream.ts'

/** Starts a mock that speaks gRPC, with an identity by TLS. Rejects as `serveMock` does. */
export async function serveGrpc(
  mock: Mock,
  context: ProxyContext,
  identity: MockIdentity | undefined,
): Promise<RunningMock> {
  const { host = '127.0.0.1', port = 0 } = mock
  const journal = new Journal(() => current.context.recorder?.learner)
  let current = answeringBy(mock, context, journal)
  const server =
    identity === undefined
      ? createServer()
      : createSecureServer({ cert: identity.certificate, key: identity.key })
  server.on('sessionError', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') journal.refuse(`a call is no gRPC that can be read: ${error.message}`)
  })
  server.on(
    'stream',
    (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, rawHeaders: string[]) => {
      answerStream(stream, headers, rawHeaders, current)
    },
  )
  const listening = await listen(server, host, port)
  const address = reachableAt(host, listening.port)
  const secure = identity === undefined ? '' : 's'
  return {
    variables: defined({ url: `grpc${secure}://${address}`, address, certificate: identity?.file }),
    journal,
    get routes() {
      return current.names
    },
    readyFor: async (other, itsContext) => {
      const next = await Promise.resolve(answeringBy(other, itsContext, journal))
      return () => {
        current = next
      }
    },
    reset: () => {
      current.routes.reset()
      journal.reset()
    },
    stop: () => listening.close(),
  }
}

/** The parts that a mock answers with. */
interface Answering extends RpcContext {
  readonly context: ProxyContext
  readonly own: OwnServices
  /** The routes as they are written. */
  readonly names: readonly string[]
}

/** Reads the description of the services, which has to have the methods of all routes. */
function answeringBy({ services, routes }: Mock, context: ProxyContext, journal: Journal): Answering {
  const { directory } = context
  const files = absoluteFiles(services ?? { proto: [], importPaths: [] }, directory)
  const schema = readSchema(files, directory)
  if (!schema.ok) throw new Error(faultText(schema.failure).message)
  for (const route of routes) {
    const split = splitMethod(routeText(route))
    const method = split === undefined ? undefined : findMethod(schema.value, split)
    if (method?.ok !== true)
      throw new Error(
        method === undefined ? `${routeText(route)} is no method` : faultText(method.failure).message,
      )
  }
  return {
    schema: schema.value,
    routes: new LiveRoutes(routes, context),
    journal,
    context,
    own: ownServices(schema.value),
    names: [...new Set(routes.map(routeText))],
  }
}

function answerStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
  { own, ...rpcContext }: Answering,
): void {
  const { journal, routes } = rpcContext
  const rpc = new RpcStream(stream, headers, rawHeaders)
  const isRpc =
    headers[':method'] === 'POST' && /^application\/grpc(?:[+;]|$)/i.test(headers['content-type'] ?? '')
  if (!isRpc) {
    journal.refuse(`${headers[':method'] ?? ''} ${rpc.path} is no call of gRPC`)
    stream.respond({ ':status': 415 }, { endStream: true })
    return
  }
  if (rpc.refusal !== undefined) {
    journal.refuse(`${rpc.path.slice(1)}: ${rpc.refusal.message}`)
    rpc.end(rpc.refusal)
    return
  }
  const ask = routes.knows(rpc.path, rpcMethod) ? undefined : own.get(rpc.path)
  if (ask === undefined) void answerCall(rpc, rpcContext)
  else
    ask(rpc).catch(() => {
      rpc.end({ status: 'INTERNAL', message: 'the question cannot be read' })
    })
}
