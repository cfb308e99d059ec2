import type { Argv } from 'yargs'
import { optionGroups, sendOptions } from './call/call-options.ts'
import { sseOptions, wsOptions } from './call/stream-options.ts'
import { mergeOptions, playgroundOptions, pollOptions } from './command-options.ts'
import { contractCommands } from './contract/contract-commands.ts'
import { listenOptions, publishOptions } from './events/event-options.ts'
import { grpcOptions } from './grpc/grpc-options.ts'
import { validateBodyOptions } from './contract/validate-body-options.ts'
import { historyCommands } from './history-commands.ts'
import { pactCommands } from './pact/pact-commands.ts'
import { checkOptions, runOptions } from './run-options.ts'
import { collectionCommands, environmentCommands } from './saved/saved-commands.ts'
import { compileOptions, importOptions } from './saved/saved-options.ts'
import { UsageError } from './usage-error.ts'
import { waitOptions } from './wait-options.ts'

/** Takes the exit code of the command that runs. */
type Finish = (code: Promise<number>) => Promise<void>

/** Adds every command; `test` is what stands behind `--`. Each one's code is loaded when it is the one to run. */
export function addCommands(parser: Argv, finish: Finish, test: readonly string[] | undefined): Argv {
  addSuiteCommands(parser, finish)
  addCallCommands(parser, finish)
  addGrpcCommand(parser, finish)
  addEventCommands(parser, finish)
  addSavedCommands(parser, finish)
  addConversionCommands(parser, finish)
  addContractCommands(parser, finish)
  addPactCommands(parser, finish)
  addServiceCommands(parser, finish, test)
  return addRecordCommands(parser, finish)
}

function addSuiteCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      ['$0 [paths..]', 'run [paths..]'],
      'Run suites, or saved requests',
      withPaths(runOptions),
      async given => {
        const { run } = await import('./commands/run.ts')
        await finish(run(given))
      },
    )
    .command(
      'check [paths..]',
      'Check suites without sending anything',
      withPaths(checkOptions),
      async given => {
        const { check } = await import('./commands/check.ts')
        await finish(check(given))
      },
    )
}

function addSavedCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      'collections',
      'List, show and change saved collections',
      parser => collectionCommands(parser, finish),
      async given => {
        const { list } = await import('./commands/collections.ts')
        await finish(list(given))
      },
    )
    .command(
      'environments',
      'List, show and change saved environments',
      parser => environmentCommands(parser, finish),
      async given => {
        const { list } = await import('./commands/environments.ts')
        await finish(list(given))
      },
    )
}

function addConversionCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      'import [words..]',
      'Make a collection of OpenAPI, Postman, HAR or curl',
      parser =>
        parser
          .usage('$0 import [FORMAT] FILE|URL|- [options]')
          .positional('words', {
            string: true,
            array: true,
            describe: 'File, URL, or - for the standard input',
          })
          .options(importOptions),
      async given => {
        const { importSource } = await import('./commands/import.ts')
        await finish(importSource(given))
      },
    )
    .command(
      'compile <source>',
      'Make suites or test code of a collection, and back',
      parser =>
        parser
          .positional('source', {
            type: 'string',
            demandOption: true,
            describe: 'Saved collection or part of one, suite, folder of suites, or a file as for import',
          })
          .options(compileOptions),
      async given => {
        const { compile } = await import('./commands/compile.ts')
        await finish(compile(given))
      },
    )
}

function addPactCommands(parser: Argv, finish: Finish): Argv {
  return parser.command('pact', 'Verify pacts, and make them of what was sent', parser =>
    pactCommands(parser, finish),
  )
}

function addContractCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command('contract', 'Hold an API to its description, and compare descriptions', parser =>
      contractCommands(parser, finish),
    )
    .command(
      'validate <body>',
      'Hold a JSON body against a schema or an API description',
      parser =>
        parser
          .positional('body', {
            type: 'string',
            demandOption: true,
            describe: 'File, URL, or - for the standard input',
          })
          .options(validateBodyOptions),
      async given => {
        const { validate } = await import('./commands/validate.ts')
        await finish(validate(given))
      },
    )
}

function addCallCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      'send [words..]',
      'Send one request: [METHOD] URL',
      withCall('send', sendOptions),
      async given => {
        const { send } = await import('./commands/send.ts')
        await finish(send(given, false))
      },
    )
    .command(
      'poll [words..]',
      'Send one request until the answer is right',
      withCall('poll', pollOptions),
      async given => {
        const { send } = await import('./commands/send.ts')
        await finish(send(given, true))
      },
    )
    .command(
      'ws [url]',
      'Send messages over a WebSocket and wait for others',
      withUrl('ws', wsOptions),
      async given => {
        const { stream } = await import('./commands/send.ts')
        await finish(stream('websocket', given))
      },
    )
    .command('sse [url]', 'Wait for events of a stream', withUrl('sse', sseOptions), async given => {
      const { stream } = await import('./commands/send.ts')
      await finish(stream('sse', given))
    })
}

function addGrpcCommand(parser: Argv, finish: Finish): Argv {
  return parser.command(
    'grpc [words..]',
    'Make a gRPC call, or list and describe services',
    withGrpc,
    async given => {
      const { grpc } = await import('./commands/grpc.ts')
      await finish(grpc(given))
    },
  )
}

function addEventCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      'listen [words..]',
      'Wait for messages of Kafka or AMQP',
      withBroker('listen', listenOptions),
      async given => {
        const { listen } = await import('./commands/events.ts')
        await finish(listen(given))
      },
    )
    .command(
      'publish [words..]',
      'Publish a message to Kafka or AMQP',
      withBroker('publish', publishOptions),
      async given => {
        const { publish } = await import('./commands/events.ts')
        await finish(publish(given))
      },
    )
}

function addServiceCommands(parser: Argv, finish: Finish, test: readonly string[] | undefined): Argv {
  return parser
    .command(
      'wait [urls..]',
      'Wait until services are up; `-- COMMAND` runs a command then',
      withUrls,
      async given => {
        const { wait } = await import('./commands/wait.ts')
        await finish(wait(given, test))
      },
    )
    .command(
      'playground',
      'Serve the practice API',
      parser => parser.options(playgroundOptions),
      async given => {
        refusePort('--port', given.port)
        refusePort('--grpc-port', given['grpc-port'] ?? 0)
        const { playground } = await import('./commands/playground.ts')
        await finish(playground(given))
      },
    )
}

function addRecordCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      'history',
      'List the calls made last; show one of them; forget them',
      parser => historyCommands(parser, finish),
      async given => {
        const { list } = await import('./commands/history.ts')
        await finish(list(given))
      },
    )
    .command('merge-reports <files..>', 'Join the JSON reports of several shards', withFiles, async given => {
      const { mergeReportFiles } = await import('./commands/merge-reports.ts')
      await finish(mergeReportFiles(given.files.map(String), given.reporter))
    })
}

function withPaths<Options extends Parameters<Argv['options']>[0]>(options: Options) {
  return (parser: Argv) =>
    parser
      .positional('paths', {
        string: true,
        array: true,
        describe: 'Suites, folders of suites, or names of what is saved',
      })
      .options(options)
}

function withUrls(parser: Argv) {
  return parser
    .positional('urls', {
      string: true,
      array: true,
      describe: 'Services: up when they answer 200, or JSON with the status UP; or tcp://host:port',
    })
    .options(waitOptions)
}

/** The options of a command that sends one request, under their headings. */
function withCall<Options extends Parameters<Argv['options']>[0]>(name: string, options: Options) {
  return (parser: Argv) => {
    for (const [heading, names] of Object.entries(optionGroups))
      parser.group(
        names.filter(name => name in options),
        heading,
      )
    return parser
      .usage(`$0 ${name} [METHOD] URL [options]`)
      .positional('words', {
        string: true,
        array: true,
        describe: 'Method, GET or POST unless said, and URL',
      })
      .options(options)
  }
}

/** The options of a command that opens one stream. */
function withUrl<Options extends Parameters<Argv['options']>[0]>(name: string, options: Options) {
  return (parser: Argv) =>
    parser
      .usage(`$0 ${name} URL [options]`)
      .positional('url', { string: true, describe: 'Where to connect' })
      .options(options)
}

function withGrpc(parser: Argv) {
  return parser
    .usage('$0 grpc TARGET METHOD [options]\n$0 grpc list|describe|template TARGET [NAME] [options]')
    .positional('words', {
      string: true,
      array: true,
      describe: 'host:port, grpcs://host:port or unix:/path, and package.Service/Method',
    })
    .options(grpcOptions)
}

/** The options of a command that talks to a broker. */
function withBroker<Options extends Parameters<Argv['options']>[0]>(name: string, options: Options) {
  return (parser: Argv) =>
    parser
      .usage(
        [
          `$0 ${name} kafka BROKERS TOPIC [options]`,
          `$0 ${name} amqp URL EXCHANGE [options]`,
          ...(name === 'listen' ? [`$0 ${name} amqp URL --queue NAME [options]`] : []),
        ].join('\n'),
      )
      .positional('words', {
        string: true,
        array: true,
        describe: 'kafka, brokers and a topic; or amqp, a URL and an exchange',
      })
      .options(options)
}

function withFiles(parser: Argv) {
  return parser
    .positional('files', {
      string: true,
      array: true,
      demandOption: true,
      describe: 'Reports written by --reporter json=FILE',
    })
    .options(mergeOptions)
}

function refusePort(option: string, port: number): void {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return
  throw new UsageError(`${option} must be a whole number from 0 to 65535`)
}
