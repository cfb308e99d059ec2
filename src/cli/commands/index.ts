import type { Command } from '../command.ts'

/** The facts of a command before it is loaded. */
export interface CommandEntry {
  /** The words that name it. */
  readonly name: string
  /** The words behind its name. */
  readonly words: string
  readonly summary: string
  /** Undefined for one that is nothing without another below it. */
  readonly load?: () => Promise<{ readonly command: Command }>
  /** The message when a command below it is lacking, or when several words stand there that are none. */
  readonly needsCommand?: Command['needsCommand']
}

/** Every command, in the order of completion. The first one is that of lines without a command. */
export const commands: readonly [CommandEntry, ...CommandEntry[]] = [
  {
    name: 'run',
    words: '[paths..]',
    summary: 'Run suites, or saved requests',
    load: () => import('./run.ts'),
  },
  {
    name: 'init',
    words: '',
    summary: 'Prepare a project, with a first suite that passes',
    load: () => import('./init.ts'),
  },
  {
    name: 'check',
    words: '[paths..]',
    summary: 'Check suites without sending anything',
    load: () => import('./check.ts'),
  },
  {
    name: 'fmt',
    words: '[paths..]',
    summary: 'Write suites in one form, with their comments',
    load: () => import('./fmt.ts'),
  },
  {
    name: 'load',
    words: '<targets..>',
    summary: 'Put suites or a URL under the load of many callers',
    load: () => import('./load.ts'),
  },
  {
    name: 'send',
    words: '[words..]',
    summary: 'Send one request: [METHOD] URL',
    load: () => import('./send.ts'),
  },
  {
    name: 'poll',
    words: '[words..]',
    summary: 'Send one request until the answer is right',
    load: () => import('./poll.ts'),
  },
  {
    name: 'ws',
    words: '[url]',
    summary: 'Send messages over a WebSocket and wait for others',
    load: () => import('./ws.ts'),
  },
  {
    name: 'sse',
    words: '[url]',
    summary: 'Wait for events of a stream',
    load: () => import('./sse.ts'),
  },
  {
    name: 'grpc',
    words: '[words..]',
    summary: 'Make a gRPC call, or list and describe services',
    load: () => import('./grpc.ts'),
  },
  {
    name: 'listen',
    words: '[words..]',
    summary: 'Wait for messages of Kafka or AMQP',
    load: () => import('./listen.ts'),
  },
  {
    name: 'publish',
    words: '[words..]',
    summary: 'Publish a message to Kafka or AMQP',
    load: () => import('./publish.ts'),
  },
  {
    name: 'wait',
    words: '[urls..]',
    summary: 'Wait until services are up; `-- COMMAND` runs a command then',
    load: () => import('./wait.ts'),
  },
  {
    name: 'record',
    words: '',
    summary: 'Record what a command sends as a suite; `-- COMMAND` runs it',
    load: () => import('./record.ts'),
  },
  {
    name: 'history',
    words: '',
    summary: 'List the calls made last; show one of them; forget them',
    load: () => import('./history/list.ts'),
  },
  {
    name: 'history show',
    words: '[id]',
    summary: 'Show one call whole; the newest when no id is given',
    load: () => import('./history/show.ts'),
  },
  {
    name: 'history clear',
    words: '',
    summary: 'Forget all calls',
    load: () => import('./history/clear.ts'),
  },
  {
    name: 'collections',
    words: '',
    summary: 'List, show and change saved collections',
    load: () => import('./collections/list.ts'),
  },
  {
    name: 'collections show',
    words: '<place>',
    summary: 'Show a collection, a folder or a request',
    load: () => import('./collections/show.ts'),
  },
  {
    name: 'collections create',
    words: '<name>',
    summary: 'Create a collection, or with --into a folder',
    load: () => import('./collections/create.ts'),
  },
  {
    name: 'collections change',
    words: '<place> [fields..]',
    summary: 'Change a request, a folder or a collection: headers.X-Tenant=acme',
    load: () => import('./collections/change.ts'),
  },
  {
    name: 'collections rename',
    words: '<place> <name>',
    summary: 'Rename a collection, a folder or a request',
    load: () => import('./collections/rename.ts'),
  },
  {
    name: 'collections move',
    words: '<place> <into>',
    summary: 'Move a folder or a request into another folder',
    load: () => import('./collections/move.ts'),
  },
  {
    name: 'collections delete',
    words: '<place>',
    summary: 'Delete a collection, a folder or a request',
    load: () => import('./collections/delete.ts'),
  },
  {
    name: 'collections set',
    words: '<place> [values..]',
    summary: 'Set variables of a collection or a folder: name=value',
    load: () => import('./collections/set.ts'),
  },
  {
    name: 'collections allow',
    words: '<place> <entries..>',
    summary: 'Let an imported collection read something: env.TOKEN, ../logo.png',
    load: () => import('./collections/allow.ts'),
  },
  {
    name: 'collections save',
    words: '<place> [words..]',
    summary: 'Save a request without sending it: [METHOD] URL',
    load: () => import('./collections/save.ts'),
  },
  {
    name: 'collections validate',
    words: '<place>',
    summary: 'Add validations and extracts to a request',
    load: () => import('./collections/validate.ts'),
  },
  {
    name: 'environments',
    words: '',
    summary: 'List, show and change saved environments',
    load: () => import('./environments/list.ts'),
  },
  {
    name: 'environments show',
    words: '<name>',
    summary: 'Show an environment',
    load: () => import('./environments/show.ts'),
  },
  {
    name: 'environments set',
    words: '<name> [values..]',
    summary: 'Set variables of an environment, which is created when it is not there: name=value',
    load: () => import('./environments/set.ts'),
  },
  {
    name: 'environments delete',
    words: '<name>',
    summary: 'Delete an environment',
    load: () => import('./environments/delete.ts'),
  },
  {
    name: 'attach',
    words: '<files..>',
    summary: 'Keep copies of files for requests to send, and for imports',
    load: () => import('./attach.ts'),
  },
  {
    name: 'attachments',
    words: '',
    summary: 'List the files that are kept so',
    load: () => import('./attachments.ts'),
  },
  {
    name: 'import',
    words: '[words..]',
    summary: 'Make a collection of OpenAPI, Postman, HAR, .http, Hurl, Bruno, Insomnia, Arazzo or curl',
    load: () => import('./import.ts'),
  },
  {
    name: 'compile',
    words: '<source>',
    summary: 'Make suites or test code of a collection, and back',
    load: () => import('./compile.ts'),
  },
  {
    name: 'generate',
    words: '',
    summary: 'Write tests in the framework of the project',
    needsCommand: ['generate needs a command: tests'],
  },
  {
    name: 'generate tests',
    words: '<source> [sources..]',
    summary: 'Write suites or collections as tests of pytest, JUnit, Vitest, Go and others, and run them',
    load: () => import('./generate/tests.ts'),
  },
  {
    name: 'contract',
    words: '',
    summary: 'Hold an API to its description, and compare descriptions',
    needsCommand: ['contract needs a command: check or diff'],
  },
  {
    name: 'contract check',
    words: '[base-url]',
    summary: 'Call the operations of a description, and hold every answer to it',
    load: () => import('./contract/check.ts'),
  },
  {
    name: 'contract diff',
    words: '<documents..>',
    summary: 'Tell what changed between two descriptions, and whom it breaks',
    load: () => import('./contract/diff.ts'),
  },
  {
    name: 'validate',
    words: '<body>',
    summary: 'Hold a JSON body against a schema or an API description',
    load: () => import('./validate.ts'),
  },
  {
    name: 'pact',
    words: '',
    summary: 'Verify pacts, and make them of what was sent',
    needsCommand: ['pact needs verify or generate', 'pact takes one of verify and generate'],
  },
  {
    name: 'pact generate',
    words: '[sources..]',
    summary: 'Make a pact of what suites send and get',
    load: () => import('./pact/generate.ts'),
  },
  {
    name: 'pact verify',
    words: '<files..>',
    summary: 'Hold a provider against pacts',
    load: () => import('./pact/verify.ts'),
  },
  {
    name: 'mock',
    words: '',
    summary: 'Run mocks on their own, and see what they are asked',
    needsCommand: ['mock needs a command: start, list, calls, reset or stop'],
  },
  {
    name: 'mock start',
    words: '[files..]',
    summary: 'Start the mocks of suites, or of descriptions of APIs',
    load: () => import('./mock/start.ts'),
  },
  {
    name: 'mock list',
    words: '',
    summary: 'List the mocks that run',
    load: () => import('./mock/list.ts'),
  },
  {
    name: 'mock calls',
    words: '[name] [route..]',
    summary: 'Show what a mock received',
    load: () => import('./mock/calls.ts'),
  },
  {
    name: 'mock reset',
    words: '[names..]',
    summary: 'Have mocks begin anew: answers, what they remember, calls',
    load: () => import('./mock/reset.ts'),
  },
  {
    name: 'mock stop',
    words: '[names..]',
    summary: 'Stop mocks',
    load: () => import('./mock/stop.ts'),
  },
  {
    name: 'mcp',
    words: '',
    summary: 'Serve everything as tools for assistants',
    load: () => import('./mcp.ts'),
  },
  {
    name: 'lsp',
    words: '',
    summary: 'Serve an editor: problems, completion, runs',
    load: () => import('./lsp.ts'),
  },
  {
    name: 'operation',
    words: '[name] [input]',
    summary: 'List operations, and ask for one by JSON, as an assistant does',
    load: () => import('./operation.ts'),
  },
  {
    name: 'playground',
    words: '',
    summary: 'Serve the practice API',
    load: () => import('./playground.ts'),
  },
  {
    name: 'merge-reports',
    words: '<files..>',
    summary: 'Join the JSON reports of several shards',
    load: () => import('./merge-reports.ts'),
  },
]

/** The commands below another one. */
export function commandsBelow(name: string): readonly CommandEntry[] {
  return commands.filter(other => other.name.startsWith(`${name} `))
}

/** The words that lines begin with. */
export function commandWords(): readonly string[] {
  return commands.map(({ name }) => name).filter(name => !name.includes(' '))
}
