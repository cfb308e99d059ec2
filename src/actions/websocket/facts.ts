import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { DocumentPath } from '../../model/span.ts'
import { closest, suggesting } from '../../util/did-you-mean.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import type { ActionFacts, InputProblem } from '../facts.ts'
import { httpStatuses, streamUrlProblems } from '../http/shared-facts.ts'
import { contents, isInstruction, moments } from './instruction.ts'
import { readClose } from './read-close.ts'

/** The facts of `websocket`. */
export const facts: ActionFacts = {
  sendsRequests: true,
  waits: true,
  changesData: ({ messages, graphql }) => messages !== undefined || graphql !== undefined,
  addressed: ['websocket', 'query', 'headers'],
  problems: input => [
    ...streamUrlProblems(input, 'websocket', /^(wss?:\/\/|https?:\/\/|\{\{)/i, 'ws:// or wss://'),
    ...graphqlProblems(input),
    ...messageProblems(input),
  ],
  // A WebSocket opens by an answer of 101.
  statuses: { ...httpStatuses, otherFinals: [101], usual: [101] },
  answerTargets: ['close-code', 'close-reason'],
  // A client that closes it is told a code.
  answer: ({ messages }) =>
    list(messages).some(one => mapping(one)['close'] !== undefined)
      ? { 'close-code': { type: 'integer', minimum: 1000, maximum: 4999 } }
      : {},
  messages: {
    targets: ['close-code', 'close-reason'],
    usualCount: ({ expect, graphql }) => (expect === undefined && graphql === undefined ? 0 : 1),
  },
}

/** A WebSocket carries either messages or a GraphQL operation. */
function graphqlProblems({ graphql, messages }: JsonObject): readonly InputProblem[] {
  if (!isObject(graphql)) return []
  if (graphql['allow-errors'] !== undefined)
    return [
      {
        at: ['graphql', 'allow-errors'],
        code: 'misplaced-key',
        message: '"allow-errors" belongs to "request", not to "websocket"',
        more: {
          hint: 'The errors of a subscription stand in its messages: `$[0].errors`.',
          atKey: true,
        },
      },
    ]
  if (messages === undefined) return []
  return [
    {
      at: ['messages'],
      code: 'misplaced-key',
      message: 'a WebSocket has one conversation: "messages" and "graphql" are two',
      more: { hint: 'Keep one: `graphql` says by itself what its protocol needs.', atKey: true },
    },
  ]
}

/** Checks that each message is as it seems to be, and that all of them can be sent. */
export function messageProblems(
  input: JsonObject,
  awaited = 'what has to come under `expect`, beside it: `expect: { text: hello }`',
): readonly InputProblem[] {
  const messages = list(input['messages'])
  const closing = messages.findIndex(message => isInstruction(message) && message['close'] !== undefined)
  return messages.flatMap((message, index) => {
    const at = ['messages', index]
    const isBehind = closing !== -1 && index > closing
    return [
      ...misreadKeys(message, at, awaited),
      ...closeProblems(message, at),
      ...(isBehind ? [unsendable(at)] : []),
    ]
  })
}

/** The words for what comes and goes, in other tools and in the scripts of mocks. */
const directions = ['send', 'expect', 'receive']

const asItIs = 'To send just this mapping, write it below `json`.'

/** A mapping that says what goes or what has to come would be sent as it is. */
function misreadDirections(
  keys: readonly string[],
  at: DocumentPath,
  awaited: string,
): readonly InputProblem[] {
  return keys.map(key => ({
    at: [...at, key],
    code: 'unknown-key',
    message: `"${key}" is not a key of a message to send`,
    more: {
      hint: `What is sent stands in the list as it is, \`messages: [hello]\`, and ${awaited}. To send just this mapping, write it below \`json\`.`,
      atKey: true,
    },
  }))
}

/** A slip in `after` or `delay`, or a second content, makes a mapping one that is sent as it is. */
function misreadKeys(message: JsonValue, at: DocumentPath, awaited: string): readonly InputProblem[] {
  const keys = Object.keys(mapping(message))
  if (keys.every(key => directions.includes(key))) return misreadDirections(keys, at, awaited)
  const [first, second] = keys.filter(key => contents.includes(key))
  if (first === undefined || isInstruction(message)) return []
  if (second === undefined)
    return keys
      .filter(key => key !== first && !moments.includes(key) && closest(key, moments) !== undefined)
      .map(key => ({
        at: [...at, key],
        code: 'unknown-key',
        message: `"${key}" is not a key of a message to send`,
        more: {
          hint: suggesting(key, moments, asItIs),
          atKey: true,
        },
      }))
  if (!keys.some(key => moments.includes(key))) return []
  return [
    {
      at: [...at, second],
      code: 'misplaced-key',
      message: `a message has one content: "${first}" and "${second}" are two`,
      more: { hint: 'Make them two messages.', atKey: true },
    },
  ]
}

function closeProblems(message: JsonValue, place: DocumentPath): readonly InputProblem[] {
  const close = isInstruction(message) ? message['close'] : undefined
  return close === undefined ? [] : closingProblems(close, [...place, 'close'])
}

/** Finds problems in `close`, at its place. */
export function closingProblems(close: JsonValue, at: DocumentPath): readonly InputProblem[] {
  if (JSON.stringify(close).includes('{{')) return []
  const read = readClose(close)
  const unknown = Object.keys(mapping(close)).filter(key => key !== 'code' && key !== 'reason')
  const ofKeys = unknown.map((key): InputProblem => ({
    at: [...at, key],
    code: 'unknown-key',
    message: `"${key}" is not a key of "close"`,
    more: { hint: suggesting(key, ['code', 'reason'], 'Keys are code, reason.'), atKey: true },
  }))
  if (read.ok) return ofKeys
  const { reason, hint } = read.failure.parts
  const more = hint === undefined ? {} : { more: { hint } }
  return [{ at, code: 'bad-value', message: reason, ...more }, ...ofKeys]
}

function unsendable(at: DocumentPath): InputProblem {
  return {
    at,
    code: 'bad-value',
    message: 'nothing can be sent once the WebSocket is closed',
    more: { hint: 'Make `close` the last of the messages.' },
  }
}
