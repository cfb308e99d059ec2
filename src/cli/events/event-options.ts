import { answerOptions, sendOptions, contextOptions } from '../call/call-options.ts'
import { awaitedOptions } from '../call/stream-options.ts'
import { type Given, type OptionTable, text, texts, yes } from '../command.ts'

/** How a broker is reached, and who asks. As `--key` is the key of a message, that of a certificate is `--tls-key`. */
const brokerOptions = {
  'max-time': sendOptions['max-time'],
  user: { ...text, alias: 'u', describe: 'Kafka: credentials, name:password' },
  'sasl-mechanism': {
    ...text,
    choices: ['plain', 'scram-sha-256', 'scram-sha-512'],
    describe: 'Kafka: how they are proved (plain by default)',
  },
  proxy: sendOptions.proxy,
  'proxy-user': sendOptions['proxy-user'],
  noproxy: sendOptions.noproxy,
  insecure: { ...yes, describe: 'Accept any certificate of the broker' },
  cacert: sendOptions.cacert,
  crlfile: sendOptions.crlfile,
  cert: sendOptions.cert,
  'cert-type': sendOptions['cert-type'],
  'tls-key': sendOptions.key,
  pass: sendOptions.pass,
  'tlsv1.2': sendOptions['tlsv1.2'],
  'tlsv1.3': sendOptions['tlsv1.3'],
  resolve: sendOptions.resolve,
  'connect-to': sendOptions['connect-to'],
  'unix-socket': sendOptions['unix-socket'],
} as const

const { curl: _curl, 'show-secrets': _secrets, history: _history, ...context } = contextOptions

/** Options that come behind each command's own ones in both. */
const commonOptions = { ...brokerOptions, ...answerOptions, ...context } as const

/** Options of `listen`. The command line, its help and docs/events.md are made from this table. */
export const listenOptions = {
  from: { ...text, choices: ['new', 'beginning'], describe: 'Kafka: where to begin (new by default)' },
  'routing-key': { ...text, alias: 'r', describe: "AMQP: what to listen to, 'email.#' (# by default)" },
  queue: { ...text, describe: 'AMQP: queue to take messages from, in place of an exchange' },
  argument: { ...texts, describe: "AMQP: argument of the binding, 'x-match: all'; repeatable" },
  expect: awaitedOptions.expect,
  count: { ...awaitedOptions.count, alias: 'c' },
  none: awaitedOptions.none,
  ...commonOptions,
} as const satisfies OptionTable

/** Options of `publish`. Letters are those of kcat and amqp-publish where they have the same. */
export const publishOptions = {
  json: { ...text, describe: 'Message as JSON, or YAML that is sent as JSON; @FILE, -' },
  text: { ...text, alias: 'b', describe: 'Message as text; - reads standard input' },
  file: { ...text, describe: 'File that is the message, byte for byte' },
  null: { ...yes, alias: 'Z', describe: 'Kafka: no value, which deletes the key in a compacted topic' },
  key: { ...text, alias: 'k', describe: 'Kafka: key of the message' },
  partition: { number: true, alias: 'p', describe: 'Kafka: partition; chosen by the key' },
  'routing-key': { ...text, alias: 'r', describe: 'AMQP: routing key of the message' },
  header: { ...texts, alias: 'H', describe: "Header, 'name: value' or name=value; repeatable" },
  'typed-header': {
    ...texts,
    describe: "AMQP: header that is no text, 'n: 5' or 'at: {$timestamp: 2026-01-02T03:04:05Z}'; repeatable",
  },
  property: {
    ...texts,
    describe: "AMQP: property of the message, 'type: order.paid' or persistent=true; repeatable",
  },
  ...commonOptions,
} as const satisfies OptionTable

/** The words that are typed without an option. */
export const eventWords = {
  words: { array: true, describe: 'kafka, brokers and a topic; or amqp, a URL and an exchange' },
} as const satisfies OptionTable

/** The arguments of `listen` and `publish`. */
export type EventArguments = Given<
  typeof listenOptions & Omit<typeof publishOptions, 'routing-key'> & typeof eventWords
>
