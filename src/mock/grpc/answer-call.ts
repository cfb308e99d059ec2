import { faultText } from '../../actions/faults/index.ts'
import { readMessage } from '../../actions/grpc/json/decode-message.ts'
import { findMethod, type GrpcMethod, splitMethod } from '../../actions/grpc/schema/find-method.ts'
import type { Schema } from '../../actions/grpc/schema/schema.ts'
import { fullName } from '../../actions/grpc/schema/service-names.ts'
import { messageOf } from '../../actions/messages/message.ts'
import type { Message } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { rpcMethod } from '../../model/mock.ts'
import { conditionTargets } from '../../model/targets-of.ts'
import type { MockContext } from '../../run/run-context.ts'
import { formatSize } from '../../util/quantity.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { delayAnswer } from '../delay.ts'
import type { Journal, ReceivedCall } from '../journal.ts'
import type { ChosenRoute, LiveRoutes } from '../live-routes.ts'
import { largestBody } from '../read-request.ts'
import { credentialsIn, ReceivedRequest } from '../received-request.ts'
import type { Misses } from '../routes.ts'
import { Conversation, type Say } from '../streams/conversation.ts'
import {
  contentOf,
  makeEnding,
  makeMessages,
  makeRpcAnswer,
  type OutgoingMessage,
  type RpcAnswer,
  UnrenderableAnswer,
} from './make-rpc-answer.ts'
import { RpcError, type RpcStream } from './rpc-stream.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Context in which calls of a mock are answered. */
export interface RpcContext {
  readonly schema: Schema
  readonly routes: LiveRoutes
  readonly journal: Journal
  readonly context: MockContext
}

/** Answers a call by the routes of a mock; the journal notes it. */
export async function answerCall(rpc: RpcStream, rpcContext: RpcContext): Promise<void> {
  const { journal, schema } = rpcContext
  const split = splitMethod(rpc.path)
  const method = split === undefined ? undefined : findMethod(schema, split)
  const call = method?.ok === true ? new RpcCall(rpc, method.value, rpcContext) : undefined
  try {
    if (call !== undefined) await call.answer()
    else
      await answerUnknown(
        rpc,
        method?.ok === false ? faultText(method.failure).message : `${rpc.path} is no method`,
        rpcContext,
      )
  } catch (error) {
    if (rpc.gone.aborted) return
    const [status, message] =
      error instanceof RpcError ? [error.status, error.message] : ['INTERNAL' as const, reasonOf(error)]
    const problem = `${rpc.path.slice(1)}: ${message}`
    if (call?.isNoted === true) journal.complain(problem)
    else journal.refuse(problem)
    rpc.end({ status, message })
  } finally {
    call?.noteBreak()
  }
}

/** A method that the description lacks is one that no route answers. */
async function answerUnknown(rpc: RpcStream, reason: string, { journal }: RpcContext): Promise<void> {
  const call = journal.begin(requestOf(rpc))
  const problem = `no route answers ${rpc.path.slice(1)}: ${reason}`
  journal.settle(call, { status: 'UNIMPLEMENTED', problem, isUnmatched: true })
  rpc.end({ status: 'UNIMPLEMENTED', message: problem })
  return Promise.resolve()
}

/** A call as conditions, templates and the journal see it; its body is the JSON of the message, or of the list of messages. */
function requestOf({ path, rawHeaders }: RpcStream, body?: JsonValue): ReceivedRequest {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(writeJson(body))
  return new ReceivedRequest({ method: rpcMethod, url: path, rawHeaders }, bytes)
}

/** One call of a method that there is. */
class RpcCall {
  readonly #rpc: RpcStream
  readonly #method: GrpcMethod
  readonly #rpcContext: RpcContext
  readonly #requests: AsyncIterator<Buffer>
  #noted: ReceivedCall | undefined

  constructor(rpc: RpcStream, method: GrpcMethod, rpcContext: RpcContext) {
    this.#rpc = rpc
    this.#method = method
    this.#rpcContext = rpcContext
    this.#requests = rpc.messages()[Symbol.asyncIterator]()
  }

  /** True where the journal has it, which counts it. */
  get isNoted(): boolean {
    return this.#noted !== undefined
  }

  /** Notes how the call broke off, if it did. */
  noteBreak(): void {
    const { brokenOff } = this.#rpc
    if (brokenOff !== undefined && this.#noted !== undefined)
      this.#rpcContext.journal.breakOff(this.#noted, brokenOff)
  }

  answer(): Promise<void> {
    const { streamsRequests, streamsResponses } = this.#method
    if (!streamsRequests) return this.#answerOne()
    return streamsResponses ? this.#answerDialogue() : this.#answerAll()
  }

  /** One message is asked. */
  async #answerOne(): Promise<void> {
    const message = await this.#next()
    if (message === undefined) throw new RpcError('INTERNAL', 'the call has no message')
    if ((await this.#requests.next()).done !== true)
      throw new RpcError('INTERNAL', 'the call has several messages, where one is asked')
    await this.#answerByRoute(requestOf(this.#rpc, message))
  }

  /** All messages are asked together, when they have come. */
  async #answerAll(): Promise<void> {
    const messages: JsonValue[] = []
    let size = 0
    for (let next = await this.#next(); next !== undefined; next = await this.#next()) {
      size += writeJson(next).length
      if (size > largestBody)
        throw new RpcError(
          'RESOURCE_EXHAUSTED',
          `a mock takes ${formatSize(largestBody)} of messages at most`,
        )
      messages.push(next)
    }
    const { journal } = this.#rpcContext
    await this.#answerByRoute(requestOf(this.#rpc, messages), call => {
      for (const message of messages) journal.note(call, message, 0)
    })
  }

  async #answerByRoute(
    request: ReceivedRequest,
    begun: (call: ReceivedCall) => void = () => undefined,
  ): Promise<void> {
    const { routes } = this.#rpcContext
    const call = this.#begin(request)
    begun(call)
    const found = await routes.find(request)
    if (found.kind === 'none') {
      this.#endUnmatched(call, found)
      return
    }
    const answer = this.#settle(call, found)
    if (answer === undefined) return
    await this.#wait(found)
    await this.#send(answer)
    this.#rpc.end(answer.ending)
  }

  /**
   * Both sides talk. The route is chosen when the call begins, unless one of the method looks at messages: then when the first has
   * come, of which the body is a list.
   */
  async #answerDialogue(): Promise<void> {
    const { routes } = this.#rpcContext
    const looksAtMessages = routes
      .conditionsOf(this.#rpc.path)
      .flatMap(conditionTargets)
      .some(({ target }) => target.kind === 'json-path' || target.kind === 'text')
    const first = looksAtMessages ? await this.#next() : undefined
    const request = requestOf(this.#rpc, looksAtMessages ? (first === undefined ? [] : [first]) : undefined)
    const call = this.#begin(request)
    const found = await routes.find(request)
    if (found.kind === 'none') this.#endUnmatched(call, found)
    else await this.#talk(call, found, first)
  }

  #begin(request: ReceivedRequest): ReceivedCall {
    return (this.#noted = this.#rpcContext.journal.begin(request))
  }

  async #talk(call: ReceivedCall, found: ChosenRoute, first: JsonValue | undefined): Promise<void> {
    const { journal } = this.#rpcContext
    const { talk } = found.maker.written
    const answer = this.#settle(call, found)
    if (answer === undefined || talk === undefined) return
    await this.#wait(found)
    if (talk.replies.length === 0 && answer.ending.status !== 'OK') {
      await this.#send(answer)
      this.#rpc.end(answer.ending)
      return
    }
    this.#rpc.begin(answer.headers)
    const conversation = new Conversation({ talk, chosen: found, call, journal })
    let waiting = first
    const next = async (): Promise<Message | undefined> => {
      const came = waiting ?? (await this.#next())
      waiting = undefined
      if (came === undefined) return undefined
      const bytes = Buffer.from(writeJson(came))
      const message = messageOf(bytes)
      journal.note(call, message.entry, bytes.length)
      return message
    }
    await conversation.hold(
      next,
      this.#sayer(call, found, answer),
      message => contentOf(message).delay !== undefined,
    )
    this.#rpc.end(answer.ending)
  }

  /** Says messages; those of the answer itself have been made. A reply may end the call. */
  #sayer(call: ReceivedCall, { route, written: { span } }: ChosenRoute, answer: RpcAnswer): Say {
    let made = answer.messages
    return async (written, scope, reply) => {
      try {
        if (reply === undefined) {
          await this.#sendMessages(made.slice(0, written.length))
          made = made.slice(written.length)
          return false
        }
        await this.#sendMessages(makeMessages(written, this.#method, scope))
        if (reply.status === undefined) return false
        const ending = makeEnding(reply.status, reply.end, this.#rpcContext.schema, scope)
        this.#rpcContext.journal.endWith(call, ending.status)
        this.#rpc.end(ending)
      } catch (error) {
        if (!(error instanceof UnrenderableAnswer)) throw error
        const problem = `what ${route} says cannot be made: ${error.message}`
        this.#rpcContext.journal.complain(problem, span)
        this.#rpc.end({ status: 'INTERNAL', message: problem })
      }
      return true
    }
  }

  /** The next message as JSON, with fields that have their default value: conditions and templates look at them, too. */
  async #next(): Promise<JsonValue | undefined> {
    const next = await this.#requests.next()
    if (next.done === true) return undefined
    const { requestType } = this.#method
    const message = readMessage(requestType, next.value, true)
    if (message.ok) return message.value
    throw new RpcError('INTERNAL', `what came is not a ${fullName(requestType)}: ${message.reason}`)
  }

  #endUnmatched(call: ReceivedCall, { misses }: Misses): void {
    const { journal, context } = this.#rpcContext
    for (const text of credentialsIn(call.request)) context.hide(text)
    const problem = `no route answers ${this.#rpc.path.slice(1)}`
    journal.settle(call, { status: 'UNIMPLEMENTED', problem, misses, isUnmatched: true })
    // Whoever calls is not told what the conditions keep secret.
    const reasons = misses.map(({ reason }) => context.mask(reason))
    this.#rpc.end({ status: 'UNIMPLEMENTED', message: [problem, ...reasons].join('; ') })
  }

  /** Notes the answer of a route; a call whose answer cannot be made is ended. */
  #settle(
    call: ReceivedCall,
    { route, written: { span }, maker, scope }: ChosenRoute,
  ): RpcAnswer | undefined {
    const { journal, schema } = this.#rpcContext
    try {
      const answer = makeRpcAnswer(maker.written, this.#method, schema, scope())
      journal.settle(call, { status: answer.ending.status, route })
      return answer
    } catch (error) {
      if (!(error instanceof UnrenderableAnswer)) throw error
      const problem = `the answer of ${route} cannot be made: ${error.message}`
      journal.settle(call, { status: 'INTERNAL', route, problem, span })
      this.#rpc.end({ status: 'INTERNAL', message: problem })
      return undefined
    }
  }

  async #wait({ maker }: ChosenRoute): Promise<void> {
    const { delay } = maker.written
    if (delay !== undefined) await delayAnswer(delay, this.#rpc.gone)
  }

  async #send({ headers, messages }: RpcAnswer): Promise<void> {
    if (headers.length > 0) this.#rpc.begin(headers)
    await this.#sendMessages(messages)
  }

  async #sendMessages(messages: readonly OutgoingMessage[]): Promise<void> {
    for (const { bytes, delay } of messages) {
      if (delay !== undefined) await delayAnswer(delay, this.#rpc.gone)
      if (this.#rpc.gone.aborted) return
      await this.#rpc.send(bytes)
    }
  }
}
