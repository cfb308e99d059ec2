import { type Given, type OptionTable, text, texts, yes } from '../command.ts'
import {
  answerOptions,
  authOptions,
  type CallArguments,
  sendOptions,
  contextOptions,
  transportOptions,
} from './call-options.ts'

const { curl: _curl, 'show-secrets': _secrets, ...context } = contextOptions
const { 'http1.1': _http1, http2: _http2, ...connection } = transportOptions
const { header, query, json, graphql, 'max-time': maxTime } = sendOptions

/** Options for the messages that are awaited. */
export const awaitedOptions = {
  expect: { ...texts, describe: "Expectation of a message, as in a suite: '$.type: done'; repeatable" },
  count: { number: true, describe: 'How many such messages to wait for (1 by default)' },
  none: { ...yes, describe: 'There must be no such message until the time limit' },
} as const satisfies OptionTable

/** The arguments for awaited messages. */
export type AwaitedArguments = Given<typeof awaitedOptions>

/** Options of `ws`. The command line, its help and docs/real-time.md are made from this table. */
export const wsOptions = {
  header,
  query,
  message: {
    ...texts,
    describe: 'Message to send; @FILE sends the bytes of a file, - the text of standard input; repeatable',
  },
  subprotocol: { ...texts, alias: 'protocol', describe: 'Subprotocol to offer; repeatable' },
  graphql: { ...graphql, describe: 'GraphQL subscription, by graphql-transport-ws; @FILE, -' },
  'graphql-variables': sendOptions['graphql-variables'],
  'graphql-operation': sendOptions['graphql-operation'],
  ...awaitedOptions,
  'max-time': maxTime,
  ...authOptions,
  ...connection,
  ...answerOptions,
  ...context,
} as const satisfies OptionTable

/** Options of `sse`. */
export const sseOptions = {
  header,
  query,
  json: { ...json, describe: 'JSON body, or YAML that is sent as JSON, by POST; @FILE, -' },
  'last-event-id': { ...text, describe: 'The id of the last event that is known' },
  ...awaitedOptions,
  'max-time': maxTime,
  ...authOptions,
  ...transportOptions,
  ...answerOptions,
  ...context,
} as const satisfies OptionTable

/** The place that `ws` and `sse` connect to. */
export const streamPlace = { url: { describe: 'The address to connect to' } } as const satisfies OptionTable

/** The arguments of `ws` and `sse`. */
export type StreamArguments = CallArguments & Given<typeof wsOptions & typeof sseOptions & typeof streamPlace>
