import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { JsonObject } from '../model/json.ts'
import type { Mock, MockRoute } from '../model/mock.ts'
import type { Scope } from '../template/scope.ts'
import { defined } from '../util/defined.ts'
import { formatSize } from '../util/quantity.ts'
import type { DescribedApi } from './described/described-api.ts'
import { type Found, routeText, Routes } from './find-route.ts'
import { Journal } from './journal.ts'
import { AnswerMaker, delayAnswer, explanation, type WireAnswer } from './make-answer.ts'
import { type ReceivedRequest, receivedRequest } from './received-request.ts'
import { requestScope } from './request-scope.ts'

/** What a mock needs of who starts it. */
export interface MockContext {
  /** What paths of files are relative to. */
  readonly directory: string
  /** What the templates of answers see, beside the request. */
  scope(): Scope
}

/** A mock that answers. */
export interface RunningMock {
  readonly name: string
  readonly url: string
  readonly journal: Journal
  readonly routes: readonly string[]
  /** Ends it with all its connections. */
  stop(): Promise<void>
}

/** The largest body of a request that is taken. */
const largestBody = 16 * 1024 * 1024

/**
 * Starts a mock. Rejects with the error of the listening where its port is taken or its address is not there, and with the reason
 * why its description cannot be read.
 */
export async function serveMock(mock: Mock, context: MockContext): Promise<RunningMock> {
  const { host = '127.0.0.1', port = 0 } = mock
  const journal = new Journal()
  const described = mock.spec === undefined ? undefined : await describedApi(mock.spec, context)
  const answer = answering(mock, journal, context, described)
  const server = createServer((request, response) => {
    void handle(request, response, answer).catch(() => response.destroy())
  })
  // Above what clients keep connections open, so that none is closed under a request that is on its way.
  server.keepAliveTimeout = 75_000
  await listen(server, port, host)
  const { port: taken } = server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return {
    name: mock.name,
    url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${taken}`,
    journal,
    routes: [...new Set([...mock.routes.map(routeText), ...(described?.routes ?? [])])],
    stop: () =>
      new Promise(resolve => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

async function describedApi(spec: string, { directory }: MockContext): Promise<DescribedApi> {
  const { loadDescribedApi } = await import('./described/load-described-api.ts')
  return loadDescribedApi(path.resolve(directory, spec))
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Answers one request, and notes it in the journal. */
type Answer = (request: ReceivedRequest, signal: AbortSignal) => Promise<WireAnswer>

async function handle(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
  })
  const body = await readBody(request)
  if (body === undefined) {
    send(
      response,
      explanation(413, { error: `a mock takes bodies of ${formatSize(largestBody)} at most` }),
      true,
    )
    return
  }
  const wire = await answer(receivedRequest(request, [body], body.length), gone.signal)
  if (!gone.signal.aborted) send(response, wire, false)
}

/** The whole body, copied together so that no buffer of the connection is kept; nothing of one that is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, { status, headers, body }: WireAnswer, isLast: boolean): void {
  for (const [name, value] of headers) response.appendHeader(name, value)
  if (isLast) response.setHeader('connection', 'close')
  const hasNoBody = status === 204 || status === 304
  if (!hasNoBody) response.setHeader('content-length', body.length)
  response.writeHead(status)
  response.end(hasNoBody ? undefined : body)
}

/** A route with what makes its answers, and how often it has answered. */
interface LiveRoute extends MockRoute {
  readonly makers: readonly AnswerMaker[]
  calls: number
}

function answering(mock: Mock, journal: Journal, context: MockContext, described?: DescribedApi): Answer {
  const routes = new Routes(
    mock.routes.map((route): LiveRoute => ({
      ...route,
      makers: route.answers.map(answer => new AnswerMaker(answer, context.directory)),
      calls: 0,
    })),
  )
  return async (request, signal) => {
    const outer = context.scope()
    const found = await routes.find(request, parameters => requestScope(request, parameters, 0, outer))
    if (found.kind === 'none') {
      const known = described?.answer(request)
      if (known?.kind === 'answered') {
        const { route, answer, problem } = known
        journal.add(defined({ request, route, status: answer.status, problem }))
        return answer
      }
      const allowed = [...found.allowed, ...(known?.allowed ?? [])]
      const answer = unmatched(request, { ...found, allowed })
      const problem = `no route answers ${request.method} ${request.url}`
      journal.add({ request, status: answer.status, problem, misses: found.misses })
      return answer
    }
    const { route, parameters } = found
    const turn = Math.min(route.calls++, route.answers.length - 1)
    const made = await route.makers[turn]?.make(requestScope(request, parameters, route.calls, outer))
    const answer =
      made?.ok === true
        ? made.answer
        : explanation(500, {
            error: `the answer of ${routeText(route)} cannot be made: ${made?.reason ?? ''}`,
          })
    const problem =
      made?.ok === true
        ? {}
        : { problem: `the answer of ${routeText(route)} cannot be made: ${made?.reason ?? ''}` }
    journal.add({ request, route: routeText(route), status: answer.status, ...problem })
    await delayAnswer(route.answers[turn]?.delay, signal)
    return answer
  }
}

/** What is said to a request that no route answers. */
function unmatched(
  { method, url }: ReceivedRequest,
  { misses, allowed }: Found<unknown> & { kind: 'none' },
): WireAnswer {
  const said: JsonObject = {
    error: `no route answers ${method} ${url}`,
    nearest: misses.map(({ route, reason }) => ({ route, reason })),
  }
  if (allowed.length === 0) return explanation(404, said)
  const { headers, ...answer } = explanation(405, said)
  return { ...answer, headers: [...headers, ['allow', allowed.join(', ')]] }
}
