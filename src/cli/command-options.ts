import type { Options } from 'yargs'
import { retryOptions, sendOptions } from './call/call-options.ts'
import { sseOptions, wsOptions } from './call/stream-options.ts'
import { contractCheckOptions } from './contract/check-options.ts'
import { validateBodyOptions } from './contract/validate-body-options.ts'
import { diffOptions } from './contract/diff-options.ts'
import { listenOptions, publishOptions } from './events/event-options.ts'
import { grpcOptions } from './grpc/grpc-options.ts'
import { historyOptions, recordOptions } from './history-options.ts'
import { generateOptions, verifyOptions } from './pact/pact-options.ts'
import { checkOptions, runOptions } from './run-options.ts'
import {
  compileOptions,
  createOptions,
  environmentOptions,
  importOptions,
  listOptions,
  moveOptions,
  savedOptions,
  setEnvironmentOptions,
  setOptions,
  validateOptions,
} from './saved/saved-options.ts'
import { waitOptions } from './wait-options.ts'

/** Options by the name they have behind `--`. */
export type OptionTable = Readonly<Record<string, Options>>

/** Options of `apitest poll`. */
export const pollOptions = { ...sendOptions, ...retryOptions } as const satisfies OptionTable

/** Options of `apitest playground`. */
export const playgroundOptions = {
  port: { number: true, requiresArg: true, default: 4010, describe: 'Port; 0 takes any that is free' },
  host: { string: true, requiresArg: true, describe: 'Address to listen on; 127.0.0.1 unless said' },
  'grpc-port': {
    number: true,
    requiresArg: true,
    describe: 'Port of the gRPC service; the next one unless said',
  },
  'grpc-cert': { string: true, requiresArg: true, describe: 'PEM file with a certificate: gRPC with TLS' },
  'grpc-key': { string: true, requiresArg: true, describe: 'PEM file with its key' },
  'grpc-client-ca': {
    string: true,
    requiresArg: true,
    describe: 'PEM file with the authority of the clients that gRPC is for',
  },
  kafka: {
    string: true,
    requiresArg: true,
    describe: 'Brokers host:port of a Kafka that is told what happens to orders',
  },
  amqp: { string: true, requiresArg: true, describe: 'amqp:// URL of a RabbitMQ that is told, too' },
  topic: {
    string: true,
    requiresArg: true,
    describe: 'Topic and exchange that get these events; orders unless said',
  },
} as const satisfies OptionTable

/** Options of `apitest merge-reports`. */
export const mergeOptions = { reporter: runOptions.reporter } as const satisfies OptionTable

/** The options of every command by its name. */
const tables: Readonly<Record<string, OptionTable>> = {
  run: runOptions,
  check: checkOptions,
  send: sendOptions,
  poll: pollOptions,
  ws: wsOptions,
  sse: sseOptions,
  grpc: grpcOptions,
  listen: listenOptions,
  publish: publishOptions,
  wait: waitOptions,
  history: historyOptions,
  'history show': recordOptions,
  'history clear': recordOptions,
  collections: listOptions,
  'collections show': savedOptions,
  'collections create': createOptions,
  'collections rename': savedOptions,
  'collections move': moveOptions,
  'collections delete': savedOptions,
  'collections set': setOptions,
  'collections save': sendOptions,
  'collections validate': validateOptions,
  environments: environmentOptions,
  'environments show': environmentOptions,
  'environments set': setEnvironmentOptions,
  'environments delete': environmentOptions,
  import: importOptions,
  compile: compileOptions,
  'contract check': contractCheckOptions,
  'contract diff': diffOptions,
  validate: validateBodyOptions,
  pact: {},
  'pact generate': generateOptions,
  'pact verify': verifyOptions,
  playground: playgroundOptions,
  'merge-reports': mergeOptions,
}

/** The commands by their names, one below another with both. */
export const commandNames = Object.keys(tables)

/** The command that `argv` names, or the one without a name, and its options. */
export function commandOf(argv: readonly string[]): { readonly name: string; readonly options: OptionTable } {
  for (const name of [argv.slice(0, 2).join(' '), argv[0] ?? '']) {
    const options = Object.hasOwn(tables, name) ? tables[name] : undefined
    if (options !== undefined) return { name, options }
  }
  return { name: 'a run', options: runOptions }
}

/** Name of the first command that has an option with this name or alias. */
export function commandWith(option: string): string | undefined {
  return Object.entries({ 'a run': runOptions, ...tables }).find(([, options]) =>
    Object.entries<Options>(options).some(([name, { alias }]) => name === option || alias === option),
  )?.[0]
}
