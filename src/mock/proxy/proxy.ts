import { faultText } from '../../actions/faults/index.ts'
import { problemText } from '../../template/render-problem.ts'
import { randomBytes } from 'node:crypto'
import { describeFault } from '../../actions/http/faults/describe-fault.ts'
import type { HeaderList } from '../../model/exchange.ts'
import { renderText } from '../../template/render.ts'
import type { WireAnswer as HandshakeAnswer, WireRequest } from '../../actions/http/engine/wire.ts'
import { contentCodings } from '../../actions/http/engine/decoder.ts'
import { headerValue } from '../../model/header-value.ts'
import { proxyProblem } from '../../model/mock.ts'
import { reasonOf } from '../../util/reason-of.ts'
import type { ReceivedRequest } from '../received-request.ts'
import { explanation, WireAnswer } from '../wire-answer.ts'
import { type ForwardedAnswer, type ForwardedRequest, ForwardError, Forwarding } from './forward.ts'
import type { ProxyContext, ProxyRecord } from './recorder.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** The response for a server that a request was handed on to. */
export interface ProxyAnswer {
  readonly answer: WireAnswer
  /** Why that server has not answered. */
  readonly problem?: string
}

/** Milliseconds that a server may take to begin its answer. */
const longestWait = 60_000

/** Bodies up to this size are waited for, so that they go on with their length; larger ones go on as they come. */
const largestHeld = 256 * 1024

/** Hands requests on to a server, and its answers back. */
export class MockProxy {
  readonly #written: string
  readonly #context: ProxyContext
  /** How the mock itself is called: `http` or `https`. */
  readonly #scheme: string
  readonly #forwarding = new Forwarding()
  /** The name that tells it apart from all others that calls have passed. */
  readonly #via = `1.1 apitest-${randomBytes(4).toString('hex')}`

  /** `written` may hold placeholders. */
  constructor(written: string, scheme: string, context: ProxyContext) {
    this.#written = written
    this.#scheme = scheme
    this.#context = context
  }

  /** Asks the server; never rejects. */
  async answer(request: ReceivedRequest, gone: AbortSignal): Promise<ProxyAnswer> {
    const prepared = await this.#prepare(request)
    if ('answer' in prepared) return prepared
    const late = AbortSignal.timeout(longestWait)
    const begun = monotonicTime()
    const ending = new AbortController()
    const end = (): void => {
      ending.abort()
    }
    late.addEventListener('abort', end)
    gone.addEventListener('abort', end)
    try {
      const answer = await this.#forwarding.send(prepared, ending.signal)
      late.removeEventListener('abort', end)
      return { answer: await this.#wire(request, answer, monotonicTime() - begun, gone) }
    } catch (error) {
      const reason = late.aborted ? 'it took longer than a minute to answer' : reasonIn(error, prepared)
      return refused(`${prepared.origin}: ${reason}`, this.#context)
    }
  }

  /** Asks the server for a WebSocket by `ask`, which has it when the answer is 101; never rejects. */
  async open<Opened>(
    request: ReceivedRequest,
    gone: AbortSignal,
    ask: (wire: WireRequest) => Promise<{ readonly answer: HandshakeAnswer; readonly server?: Opened }>,
  ): Promise<ProxyAnswer & { readonly server?: Opened }> {
    const prepared = await this.#prepare(request)
    if ('answer' in prepared) return prepared
    const headers = prepared.headers.filter(([name]) => !/^sec-websocket-/i.test(name))
    const wire = wireOf({ ...prepared, method: 'GET', headers }, gone)
    const { answer, server } = await ask(wire)
    if (!answer.ok)
      return refused(
        `${prepared.origin}: ${faultText(describeFault(answer.fault, wire)).message}`,
        this.#context,
      )
    const { status, headers: own, body } = answer.response
    const kept = withoutHops(own).filter(([name]) => name.toLowerCase() !== 'content-length')
    const wired = new WireAnswer(status, [...kept, ['via', this.#via]], body.bytes())
    return { answer: wired, ...(status === 101 && server !== undefined ? { server } : {}) }
  }

  close(): void {
    this.#forwarding.close()
  }

  /** The request that is sent on, or the response where none can be. */
  async #prepare(request: ReceivedRequest): Promise<ForwardedRequest | ProxyAnswer> {
    if ((headerValue(request.headers, 'via') ?? '').includes(this.#via))
      return refused('it leads back to this mock', this.#context, 508)
    const rendered = renderText(this.#written, this.#context.scope())
    if (!rendered.ok) return refused(problemText(rendered.problems), this.#context)
    const problem = proxyProblem(rendered.value)
    if (problem !== undefined) return refused(`"proxy" ${problem}`, this.#context)
    const { origin, host, pathname } = new URL(rendered.value)
    const route = await this.#context.way?.()
    if (route?.ok === false) return refused(faultText(route.failure).message, this.#context)
    return {
      origin,
      path: pathname.replace(/\/$/, '') + request.url,
      method: request.method,
      headers: [['host', host], ...passedOn(request, this.#via, this.#scheme)],
      body: request.bytes,
      route: route?.value,
    }
  }

  /** The answer of the server as it goes back. */
  async #wire(
    request: ReceivedRequest,
    answer: ForwardedAnswer,
    after: number,
    gone: AbortSignal,
  ): Promise<WireAnswer> {
    const { status } = answer
    const own = withoutHops(answer.headers)
    const headers = [...own, ['via', this.#via] as const]
    const recorder = this.#context.recorder?.begin(request, { status, headers: own }, after)
    const length = headerValue(headers, 'content-length')
    const hasNoBody = request.method === 'HEAD' || status === 204 || status === 304
    if (!hasNoBody && length !== undefined && Number(length) <= largestHeld) {
      const body = Buffer.concat(await wholeOf(answer.body))
      recorder?.add(body)
      await recorder?.end()
      return new WireAnswer(
        status,
        headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
        body,
      )
    }
    return new WireAnswer(status, headers, undefined, { stream: () => passing(answer.body, recorder, gone) })
  }
}

/** The body as it comes. Throws where it breaks off, unless the client has gone. */
async function* passing(
  body: AsyncIterable<Buffer>,
  recorder: ProxyRecord | undefined,
  gone: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body) {
      recorder?.add(piece)
      yield piece
    }
    await recorder?.end()
  } catch (error) {
    if (!gone.aborted)
      throw new Error(`the answer of the server behind it broke off: ${reasonOf(error)}`, { cause: error })
  }
}

async function wholeOf(body: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return pieces
}

function refused(reason: string, { mask }: ProxyContext, status = 502): ProxyAnswer {
  const problem = `nothing came by the proxy: ${reason}`
  return { answer: explanation(status, { error: mask(problem) }), problem }
}

/** Headers that are between two machines, not for those behind them (RFC 9110, 7.6.1). */
const hops = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The headers that go further: neither the usual ones of a connection, nor those that `connection` names. */
function withoutHops(headers: HeaderList): HeaderList {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map(one => one.trim().toLowerCase()))
  const own = new Set([...hops, ...named])
  return headers.filter(([name]) => !own.has(name.toLowerCase()))
}

/** The headers that the connection settles for a request, and those that are told anew. */
const settledAnew = new Set(['host', 'content-length', 'expect', 'via'])

/** The headers of a request as they are handed on. */
function passedOn({ headers }: ReceivedRequest, own: string, scheme: string): HeaderList {
  const packed = contentCodings(headerValue(headers, 'content-encoding') ?? '')
  // A coding that is known was undone when the request was read.
  const isUnpacked = packed.length > 0 && packed.every(coding => undone.has(coding))
  const kept = withoutHops(headers).filter(([written]) => {
    const name = written.toLowerCase()
    return !settledAnew.has(name) && !name.startsWith(':') && !(isUnpacked && name === 'content-encoding')
  })
  const via = headerValue(headers, 'via')
  const host = headerValue(headers, 'host')
  return [
    ...kept,
    ['via', via === undefined ? own : `${via}, ${own}`],
    ...(host === undefined || headerValue(kept, 'x-forwarded-host') !== undefined
      ? []
      : [['x-forwarded-host', host] as const]),
    ...(headerValue(kept, 'x-forwarded-proto') === undefined ? [['x-forwarded-proto', scheme] as const] : []),
  ]
}

const undone = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/** Why no answer came, in the words that steps have for it. */
function reasonIn(error: unknown, request: ForwardedRequest): string {
  if (!(error instanceof ForwardError)) return reasonOf(error)
  return faultText(describeFault(error.fault, wireOf(request, new AbortController().signal))).message
}

/** A request as steps send theirs. */
function wireOf(
  { origin, path, method, headers, route }: ForwardedRequest,
  signal: AbortSignal,
): WireRequest {
  return {
    ...{ origin, path, method, headers: headers.flat(), timeout: longestWait, wantsBody: true, signal },
    ...(route === undefined ? {} : { route }),
  }
}
