import { rpcStatuses } from '../../actions/grpc/statuses.ts'
import { closingProblems, messageProblems } from '../../actions/websocket/facts.ts'
import { contents, isInstruction, moments } from '../../actions/websocket/instruction.ts'
import type { InputProblem } from '../../actions/facts.ts'
import type { YamlSource } from '../../document/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import {
  bodyKinds,
  type Mock,
  type MockAnswer,
  type MockRoute,
  routeText,
  rpcMethod,
  webSocketMethod,
} from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { buildDelay, isDelayed } from '../../parse/mocks/build-delay.ts'
import { parseDuration } from '../../util/duration.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping, text, valueAt } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { problemAt, type Rule } from '../rule.ts'
import { idleAnswerKeys } from './idle-answer-keys.ts'
import { impossibleDelay } from './valid-mocks.ts'

/** Answers have the keys that fit what they answer, and what is sent bit by bit can be sent. */
export const mockStreams: Rule = ({ suite, source }) =>
  suite.mocks.flatMap(mock => [
    ...kindProblems(source, mock),
    ...mock.notable.flatMap(route => {
      const kind = kindOf(route)
      return route.answers.flatMap(answer => answerProblems(source, answer, kind))
    }),
  ])

/** The kind of call that a route answers: a request, a WebSocket, or a call of gRPC. */
interface Kind {
  /** In a sentence. */
  readonly name: string
  readonly keys: readonly string[]
  readonly replyKeys: readonly string[]
}

const bodyKeys = [...bodyKinds, 'content-type']
const eventKeys = ['events', 'stay-open', 'heartbeat']
const endKeys = ['status', 'status-message', 'details', 'trailers']
const conditionKeys = ['when', 'unless', 'send']

const kinds = {
  request: {
    name: 'an answer to a request',
    keys: ['status', 'headers', ...bodyKeys, ...eventKeys, 'delay', 'fault', 'over', 'then'],
    replyKeys: [],
  },
  webSocket: {
    name: 'the answer of a WebSocket',
    keys: ['status', 'headers', ...bodyKeys, 'messages', 'on', 'subprotocol', 'unmatched', 'delay'],
    replyKeys: [...conditionKeys, 'close'],
  },
  rpc: {
    name: 'the answer of a call of gRPC',
    keys: [...endKeys, 'headers', 'message', 'messages', 'on', 'unmatched', 'delay'],
    replyKeys: [...conditionKeys, ...endKeys],
  },
} satisfies Record<string, Kind>

function kindOf({ method }: MockRoute): Kind {
  if (method === rpcMethod) return kinds.rpc
  return method === webSocketMethod ? kinds.webSocket : kinds.request
}

/** A mock that speaks gRPC speaks nothing else, and only such a one does. */
function kindProblems(source: YamlSource, { name, services, routes, span }: Mock): readonly Problem[] {
  const path = ['mocks', name]
  const { spec, proto, 'descriptor-set': set, 'import-paths': folders } = mapping(valueAt(source.value, path))
  const second = (key: string, message: string): Problem =>
    problemAt(source, [...path, key], 'misplaced-key', message, { hint: 'Keep one of them.', atKey: true })
  return [
    ...(services !== undefined && spec !== undefined
      ? [second('spec', 'a mock speaks HTTP or gRPC: "spec" and "proto" are two')]
      : []),
    ...(proto !== undefined && set !== undefined
      ? [second('descriptor-set', 'a mock has one description: "proto" and "descriptor-set" are two')]
      : []),
    ...(folders !== undefined && proto === undefined
      ? [
          problemAt(source, [...path, 'import-paths'], 'misplaced-key', '"import-paths" needs "proto"', {
            hint: 'Name the .proto files of the services with `proto`.',
            atKey: true,
          }),
        ]
      : []),
    ...routes.flatMap(route => {
      if ((route.method === rpcMethod) === (services !== undefined)) return []
      const hint =
        services === undefined
          ? 'A method of gRPC needs `proto` beside `routes`, the .proto file that defines it.'
          : 'With `proto` a mock speaks gRPC: write package.Service/Method, or make two mocks.'
      const message = `"${routeText(route)}" is no route of this mock`
      return [problemAt(source, 'start' in route.span ? route.span : span, 'bad-value', message, { hint })]
    }),
  ]
}

function answerProblems(source: YamlSource, answer: MockAnswer, kind: Kind): readonly Problem[] {
  const value = valueAt(source.value, answer.path)
  const written = mapping(value)
  const at = (inner: DocumentPath, problem: Omit<InputProblem, 'at'>): Problem =>
    problemAt(source, [...answer.path, ...inner], problem.code, problem.message, problem.more)
  return [
    ...foreignKeys(written, kind.keys, kind.name).map(one => at(one.at, one)),
    ...statusProblems(isObject(value) ? written['status'] : value, kind).map(one =>
      at(isObject(value) ? ['status'] : [], one),
    ),
    ...eventProblems(written).map(one => at(one.at, one)),
    ...(kind === kinds.request || (kind === kinds.webSocket && (written['status'] ?? 101) !== 101)
      ? idleAnswerKeys(written).map(one => at(one.at, one))
      : []),
    ...(kind === kinds.webSocket ? refusalProblems(written).map(one => at(one.at, one)) : []),
    ...replyProblems(written, kind).map(one => at(one.at, one)),
    ...messagesIn(written).flatMap(sent => outgoingProblems(sent, kind).map(one => at(one.at, one))),
  ]
}

function foreignKeys(written: JsonObject, known: readonly string[], what: string): readonly InputProblem[] {
  return Object.keys(written)
    .filter(key => !known.includes(key) && everyKey.has(key))
    .map(key => ({
      at: [key],
      code: 'misplaced-key',
      message: `"${key}" is not a key of ${what}`,
      more: { hint: suggesting(key, known, `Keys are ${known.join(', ')}.`), atKey: true },
    }))
}

/** Keys that some answer or reply has; what else there is, is known by the schema. */
const everyKey = new Set([
  ...Object.values(kinds).flatMap(({ keys }) => keys),
  ...Object.values(kinds).flatMap(({ replyKeys }) => replyKeys),
])

/** A status is a number, and of gRPC a name. */
function statusProblems(status: JsonValue | undefined, kind: Kind): readonly Omit<InputProblem, 'at'>[] {
  // Any other value than a text or a number is wrong by the schema.
  if (status === undefined || !['string', 'number'].includes(typeof status)) return []
  const written = valueText(status)
  if (written.includes('{{')) return []
  if (kind !== kinds.rpc)
    return /^[A-Z_]+$/.test(written)
      ? [
          {
            code: 'bad-value',
            message: `${JSON.stringify(status)} is a status of gRPC, and this answers a request`,
            more: { hint: 'Write a number, such as 404.' },
          },
        ]
      : []
  const names: readonly string[] = rpcStatuses
  if (names.includes(written)) return []
  const hint = suggesting(written, names, `Statuses are ${names.join(', ')}.`)
  return [{ code: 'bad-value', message: `${written} is no status of gRPC`, more: { hint } }]
}

/** A stream has no body beside it, and its events can be written. */
function eventProblems(written: JsonObject): readonly InputProblem[] {
  const { events } = written
  if (events === undefined)
    return eventKeys
      .filter(key => written[key] !== undefined)
      .map(key => ({
        at: [key],
        code: 'misplaced-key',
        message: `"${key}" needs "events"`,
        more: { hint: 'It is about a stream of events.', atKey: true },
      }))
  const body = bodyKinds.find(key => written[key] !== undefined)
  const several = body === undefined ? [] : [twoOf(body, 'events', 'an answer has one body')]
  const whole = ['fault', 'over']
    .filter(key => written[key] !== undefined)
    .map((key): InputProblem => ({
      at: [key],
      code: 'misplaced-key',
      message: `"${key}" is for an answer that has a body, and not for "events"`,
      more: { hint: 'Give the events a `delay`, or answer with a body.', atKey: true },
    }))
  return [
    ...several,
    ...whole,
    // A number is wrong by the schema.
    ...(parseDuration(text(written['heartbeat']) ?? '') === 0
      ? [
          {
            at: ['heartbeat'],
            code: 'bad-value',
            message: '"heartbeat" must be above 0',
            more: { hint: 'Write it as 15s, or leave it out to send none.' },
          } as const,
        ]
      : []),
    ...list(events).flatMap((event, index) => {
      const { event: name = null, id = null, delay } = mapping(event)
      const isBroken = [name, id].some(one => /[\r\n]/.test(valueText(one)))
      return [
        ...(isBroken
          ? [
              {
                at: ['events', index],
                code: 'bad-value',
                message: '"event" and "id" are one line each',
              } as const,
            ]
          : []),
        ...delayProblems(delay, ['events', index, 'delay']),
      ]
    }),
  ]
}

function twoOf(first: string, second: string, why: string): InputProblem {
  const message = `${why}: "${first}" and "${second}" are two`
  return { at: [second], code: 'misplaced-key', message, more: { hint: 'Keep one of them.', atKey: true } }
}

/** A WebSocket is either opened, and has messages, or refused, and has a body. */
function refusalProblems(written: JsonObject): readonly InputProblem[] {
  const { status = 101 } = written
  const wrong =
    status === 101
      ? bodyKeys.filter(key => written[key] !== undefined)
      : ['messages', 'on', 'subprotocol', 'unmatched'].filter(key => written[key] !== undefined)
  return wrong.map(key => ({
    at: [key],
    code: 'misplaced-key',
    message:
      status === 101
        ? `a WebSocket that is opened has no body: "${key}"`
        : `a WebSocket that is refused has no messages: "${key}"`,
    more: {
      hint:
        status === 101
          ? 'What is sent over it stands under `messages`; a `status` such as 401 refuses it.'
          : 'Leave `status` out to open it.',
      atKey: true,
    },
  }))
}

/** Replies have the keys of their kind, and all of them can come to be sent. */
function replyProblems(written: JsonObject, kind: Kind): readonly InputProblem[] {
  if (kind === kinds.request) return []
  const replies = list(written['on']).map(mapping)
  const isOpen = ({ when, unless }: JsonObject): boolean => (when ?? unless) === undefined
  const taker = replies.findIndex(isOpen)
  return replies.flatMap((reply, index) => {
    const place = ['on', index]
    const hidden: InputProblem = {
      at: [...place, Object.keys(reply)[0] ?? ''],
      code: 'hidden-route',
      message: `the reply is never sent: reply ${taker + 1} answers every message`,
      more: { hint: 'Put the one without a `when` last.', atKey: true },
    }
    const { close, status } = reply
    return [
      ...(taker !== -1 && index > taker ? [hidden] : []),
      ...foreignKeys(reply, kind.replyKeys, `a reply of ${kind.name.replace(/^the answer of /, '')}`).map(
        one => ({ ...one, at: [...place, ...one.at] }),
      ),
      ...(close === undefined || kind !== kinds.webSocket ? [] : closingProblems(close, [...place, 'close'])),
      ...(kind === kinds.rpc ? statusProblems(status, kind) : []).map(one => ({
        ...one,
        at: [...place, 'status'],
      })),
    ]
  })
}

/** Messages that are sent one after the other, each with its place in the answer. */
type Sent = readonly (readonly [message: JsonValue, place: DocumentPath])[]

/** Everything that is sent, at first and to messages. */
function messagesIn(written: JsonObject): readonly Sent[] {
  const replies = list(written['on']).map((reply, index): Sent => {
    const { send } = mapping(reply)
    const place = ['on', index, 'send']
    if (send === undefined) return []
    return isList(send) ? send.map((one, at) => [one, [...place, at]] as const) : [[send, place]]
  })
  return [list(written['messages']).map((one, at) => [one, ['messages', at]] as const), ...replies]
}

function outgoingProblems(sent: Sent, kind: Kind): readonly InputProblem[] {
  if (kind === kinds.rpc)
    return sent.flatMap(([message, place]) =>
      isDelayed(message) ? delayProblems(message['delay'], [...place, 'delay']) : [],
    )
  const messages = sent.map(([message]) => message)
  const ofMessages = messageProblems({ messages }, 'what answers a message under `on`').map(one => {
    const [, index = 0, ...inside] = one.at
    return { ...one, at: [...(sent[Number(index)]?.[1] ?? []), ...inside] }
  })
  const told = new Set(ofMessages.map(({ at }) => JSON.stringify(at.slice(0, -1))))
  return [
    ...ofMessages,
    ...sent.flatMap(([message, place]) =>
      told.has(JSON.stringify(place)) ? [] : misreadMessage(message, place),
    ),
    ...sent.flatMap(([message, place]) => {
      if (!isInstruction(message)) return []
      const after: InputProblem = {
        at: [...place, 'after'],
        code: 'misplaced-key',
        message: 'a mock does not wait for a message: "after" is for steps',
        more: { hint: 'What answers a message stands under `on`.', atKey: true },
      }
      return [
        ...(message['after'] === undefined ? [] : [after]),
        ...delayProblems(message['delay'], [...place, 'delay']),
      ]
    }),
  ]
}

/** A mapping that begins as one that says what to send, and has keys of no such: it would be sent itself. */
function misreadMessage(message: JsonValue, place: DocumentPath): readonly InputProblem[] {
  const keys = Object.keys(mapping(message))
  const [first = ''] = keys
  const known = [...contents, 'delay']
  if (isInstruction(message) || !known.includes(first) || !keys.some(key => contents.includes(key))) return []
  const [one = '', other] = keys.filter(key => contents.includes(key))
  const hint = 'To send just this mapping, write it below `json`.'
  if (other !== undefined) {
    const why = `a message has one content: "${one}" and "${other}" are two`
    return [{ at: [...place, other], code: 'misplaced-key', message: why, more: { hint, atKey: true } }]
  }
  const foreign = keys.find(key => !contents.includes(key) && !moments.includes(key)) ?? first
  return [
    {
      at: [...place, foreign],
      code: 'unknown-key',
      message: `"${foreign}" is not a key of a message to send`,
      more: { hint: suggesting(foreign, known, hint), atKey: true },
    },
  ]
}

function delayProblems(value: JsonValue | undefined, at: DocumentPath): readonly InputProblem[] {
  if (value === undefined) return []
  const delay = buildDelay(value)
  const wrong = delay === undefined ? 'is not a duration' : impossibleDelay(delay)
  if (wrong === undefined) return []
  return [{ at, code: 'bad-value', message: `"delay" ${wrong}`, more: { hint: 'Write it as 500ms or 2s.' } }]
}
