import type { CallCommand } from '../../model/call-record.ts'
import type { JsonObject } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { operation } from '../operation.ts'
import { previewPrepared } from '../preview.ts'
import { problemsSchema } from '../problems-schema.ts'
import {
  byHand,
  flag,
  list,
  object,
  type ObjectSchema,
  optional,
  published,
  text,
  typed,
  whole,
} from '../schema.ts'
import { callInput, callKeys, stepOf } from './call-input.ts'
import { type CallAnswer, performCall } from './perform-call.ts'
import { prepareCall } from './prepare-call.ts'

/** How often a request is sent when the step does not say it. */
export const usualAttempts = 20

const callAnswer = typed<CallAnswer>(
  object({
    exitCode: whole(
      '0 passed; 1 a validation failed; 2 nothing was sent; 3 it could not be carried out; 130 interrupted',
    ),
    result: optional(
      published(
        'report.schema.json#/definitions/step',
        'What was sent, what came back and how it was judged; absent when nothing was sent',
      ),
    ),
    body: optional(object({ text: text('As text; secrets are masked') }, 'The whole body of the answer')),
    explanation: optional(
      object(
        {
          meaning: text('What the status says of this request, or what kept the answer from coming'),
          differences: optional(
            list(text('/items/0/price: must be number'), 'Where the answer is not as described'),
          ),
          cause: optional(text('Why it is so, with the fact that says so; absent where none does')),
          next: optional(text('What to do')),
        },
        'What the answer means; texts of the answer are quoted in it, on one line and short',
      ),
    ),
    problems: problemsSchema,
  }),
)

/** Prepares a request without sending it; the result holds the request. */
export const rehearseRequest = operation({
  name: 'rehearse-request',
  permission: 'read',
  summary: 'Shows the request that a step would send, without sending it.',
  input: object({ ...callKeys, showsSecrets: byHand(optional(flag('Whether credentials stay readable'))) }),
  answer: callAnswer,
  async run({ showsSecrets = false, ...input }, host) {
    const value = await performCall(callInput(input, host), host, { rehearses: true, showsSecrets })
    return { ok: true, value }
  },
})

/** An operation that carries out one step. */
export type CallOperation = ReturnType<typeof callOperation>

/** Makes one call that is in no suite. */
export const sendRequest = callOperation(
  'send-request',
  'Sends one HTTP or GraphQL request, and tells its answer and whether it is as expected.',
  { actions: ['request'], source: 'send' },
)

/** A WebSocket, on which messages are sent and awaited. */
export const openWebSocket = callOperation(
  'websocket-session',
  'Opens a WebSocket, sends messages, and tells what came until the expectation was met or the time was over.',
  { actions: ['websocket'], source: 'ws' },
)

/** Events of a stream over HTTP. */
export const readEvents = callOperation(
  'sse-session',
  'Reads server-sent events until enough have come that are as expected, or the time is over.',
  { actions: ['sse'], source: 'sse' },
)

/** A gRPC call of any of the four types. */
export const callGrpc = callOperation(
  'grpc-call',
  'Makes a gRPC call: unary, or with streams of messages either way.',
  { actions: ['grpc'], source: 'grpc' },
)

/** Messages of Kafka or AMQP. */
export const listenToBroker = callOperation(
  'listen-to-broker',
  'Waits for messages of a Kafka topic or an AMQP exchange or queue, without disturbing other consumers.',
  { actions: ['kafka', 'amqp', 'collect'], keeps: true },
)

/** One message to Kafka or AMQP. */
export const publishMessage = callOperation(
  'publish-message',
  'Publishes one message to a Kafka topic or an AMQP exchange.',
  { actions: ['kafka', 'amqp'] },
)

/** Sends one request again and again until what is expected of it holds; how often is what the step says under `retry`. */
export const pollRequest = callOperation(
  'poll-request',
  'Sends one request until its answer is as expected, and tells how many attempts that took.',
  {
    actions: ['request'],
    source: 'poll',
    asked: step => ({
      ...step,
      retry: { attempts: usualAttempts, ...(step['retry'] as object | undefined) },
    }),
  },
)

/** The common part of the calls that one operation makes. */
interface CallKind {
  /** The actions that its step may have. */
  readonly actions: readonly [string, ...string[]]
  readonly source?: CallCommand
  /** True where what its step opens stays open for later calls. */
  readonly keeps?: boolean
  /** The step with what the operation adds to it. */
  readonly asked?: (step: JsonObject) => JsonObject
}

function same(step: JsonObject): JsonObject {
  return step
}

/** Makes the schema of the input of a call; only one that collects from a listener may have to open it first. */
function inputOf(step: typeof callKeys.step, hasBefore: boolean): ObjectSchema<typeof callKeys> {
  const { before: _, ...others } = callKeys
  return object({ ...(hasBefore ? callKeys : others), step }) as ObjectSchema<typeof callKeys>
}

/** Declares an operation that carries out one step. The call history files it under `source`; without one nothing is kept of it. */
function callOperation(name: string, summary: string, { actions, source, keeps, asked = same }: CallKind) {
  return operation({
    name,
    permission: 'traffic',
    summary,
    input: inputOf(stepOf(...actions), keeps === true),
    answer: callAnswer,
    tell: async answer => (await import('./tell-call.ts')).tellCall(answer),
    preview: async (input, host) =>
      previewPrepared(await prepareCall(callInput({ ...input, step: asked(input.step) }, host))),
    async run(input, host) {
      const call = callInput({ ...input, step: asked(input.step) }, host)
      return { ok: true, value: await performCall(call, host, defined({ source, keeps })) }
    },
  })
}
