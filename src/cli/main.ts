import yargs from 'yargs'
import type { Argv } from 'yargs'
import { isReporterName } from '../report/index.ts'
import { closest } from '../util/did-you-mean.ts'
import { runOptions, suiteOptions } from './run-options.ts'
import { waitOptions } from './wait-options.ts'

/** What the help says below the options. */
const epilogue = `Exit codes: 0 passed; 1 a test failed; 2 usage, or a file has problems (nothing was sent);
3 a step could not be carried out; 130 interrupted.`

/** Runs the command line; sets the exit code. `argv` is what follows the program's name. */
export async function main(argv: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnlessClosed)
  let exitCode = 0
  const finish = async (code: Promise<number>): Promise<void> => {
    exitCode = await code
  }
  const { words, test } = withoutTest(argv)
  const parser = withHelp(addCommands(yargs(withDefaults(words)), finish, test))
  // Options of the default command are not completed unless they belong to all.
  if (argv.includes('--get-yargs-completions')) parser.options(runOptions)
  try {
    // Left to itself, yargs prints the script and then runs a suite called "completion".
    if (argv[0] === 'completion') parser.showCompletionScript()
    else await parser.parseAsync()
  } catch (error) {
    process.stderr.write(explain(error))
    exitCode = error instanceof UsageError ? 2 : 3
  }
  process.exitCode = exitCode
}

/** `--bail` may stand alone; to yargs an option takes a value or none. */
function withDefaults(argv: readonly string[]): string[] {
  return argv.map((text, index) =>
    text === '--bail' && !/^\d+$/.test(argv[index + 1] ?? '') ? '--bail=1' : text,
  )
}

/** What stands behind `--` in `apitest wait URL -- npm test` is a command that is none of this program's business. */
function withoutTest(argv: readonly string[]): { words: readonly string[]; test: readonly string[] } {
  const end = argv[0] === 'wait' ? argv.indexOf('--') : -1
  return end === -1 ? { words: argv, test: [] } : { words: argv.slice(0, end), test: argv.slice(end + 1) }
}

/** What was typed is no command; `hint` is a sentence, or empty. */
class UsageError extends Error {
  readonly hint: string

  constructor(message: string, hint = '') {
    super(message)
    this.hint = hint
  }
}

/** Output that nobody reads any more, as in `apitest | head`, is let go; output that is lost ends the program. */
function endUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') process.exit(2)
}

/** What is said of an error that ended the program. One of our own making shows its stack only when asked to. */
function explain(error: unknown): string {
  if (error instanceof UsageError)
    return `apitest: ${error.message}\n${`${error.hint} See apitest --help.`.trim()}\n`
  const { message = String(error), stack = '' } = error instanceof Error ? error : {}
  if (process.env['APITEST_DEBUG'] !== undefined) return `${stack}\n`
  return `apitest: this should not have happened: ${message}\nPlease report it, with what APITEST_DEBUG=1 adds.\n`
}

/** Each command's code is loaded when it is the one to run. */
function addCommands(
  parser: Argv,
  finish: (code: Promise<number>) => Promise<void>,
  test: readonly string[],
): Argv {
  return parser
    .command('$0 [paths..]', 'Run suites', withPaths(runOptions), async given => {
      const { run } = await import('./commands/run.ts')
      await finish(run(given))
    })
    .command(
      'check [paths..]',
      'Check suites without sending anything',
      withPaths(suiteOptions),
      async given => {
        const { check } = await import('./commands/check.ts')
        await finish(check(given))
      },
    )
    .command(
      'wait <urls..>',
      'Wait until services are up; `-- COMMAND` runs a command then',
      withUrls,
      async given => {
        const { wait } = await import('./commands/wait.ts')
        await finish(wait(given, test))
      },
    )
    .command('playground', 'Serve the practice API', playgroundOptions, async given => {
      if (Number.isNaN(given.port)) throw new UsageError('--port must be a number')
      const { playground } = await import('./commands/playground.ts')
      await finish(playground(given.port, given.host))
    })
    .command(
      'merge-reports <files..>',
      'Join the JSON reports of several shards',
      mergeOptions,
      async given => {
        const { mergeReportFiles } = await import('./commands/merge-reports.ts')
        await finish(mergeReportFiles(given.files.map(String), given.reporter))
      },
    )
}

function withHelp(parser: Argv): Argv {
  return parser
    .scriptName('apitest')
    .locale('en')
    .usage('$0 [paths..]  runs the suites in files and folders\n$0 <command>')
    .completion('completion', 'Print a completion script for bash or zsh')
    .example('$0 suites/ --data users.csv', 'Every suite below suites/, once per row')
    .example('$0 check suites/', 'For a pre-commit hook')
    .example(
      '$0 wait http://127.0.0.1:3000/health --command "npm start" -- npm test',
      'Start, wait, test, stop',
    )
    .example('$0 suites/ -r pretty -r junit=report.xml', 'Two reports of one run')
    .epilogue(epilogue)
    .strict()
    .version(false)
    .help()
    .alias('help', 'h')
    .option('version', { boolean: true, describe: 'Show the version' })
    .wrap(100)
    .exitProcess(false)
    .fail((message, error) => {
      // yargs gives null for the message of an error thrown by a command; its own errors are YErrors.
      if (error instanceof Error && error.name !== 'YError') throw error
      throw inOurWords(message)
    })
}

function withPaths<Options extends Parameters<Argv['options']>[0]>(options: Options) {
  return (parser: Argv) =>
    parser
      .positional('paths', { string: true, array: true, describe: 'Suites and folders of suites' })
      .options(options)
}

function withUrls(parser: Argv) {
  return parser
    .positional('urls', {
      string: true,
      array: true,
      demandOption: true,
      describe: 'Services: up when they answer 200, or JSON with the status UP; or tcp://host:port',
    })
    .options(waitOptions)
}

function playgroundOptions(parser: Argv) {
  return parser.options({
    port: { number: true, requiresArg: true, default: 4010, describe: 'Port; 0 takes any that is free' },
    host: { string: true, requiresArg: true, describe: 'Address to listen on; 127.0.0.1 unless said' },
  })
}

function mergeOptions(parser: Argv) {
  return parser
    .positional('files', {
      string: true,
      array: true,
      demandOption: true,
      describe: 'Reports written by --reporter json=FILE',
    })
    .options({ reporter: runOptions.reporter })
}

/** What yargs complains about, with the option as it is typed, and the one that was probably meant. */
function inOurWords(message: string): UsageError {
  const withoutValue = /^Not enough arguments following: (.*)$/.exec(message)?.[1]
  if (withoutValue !== undefined) return new UsageError(`${asTyped(withoutValue)} needs a value`)
  const unknown = /^Unknown arguments?: (.*)$/.exec(message)?.[1]?.split(', ')[0]
  if (unknown === undefined) return new UsageError(message)
  const meant = isReporterName(unknown) ? `reporter ${unknown}` : closest(unknown, Object.keys(runOptions))
  return new UsageError(
    `unknown option ${asTyped(unknown)}`,
    meant === undefined ? '' : `Did you mean --${meant}?`,
  )
}

function asTyped(option: string): string {
  return `${option.length === 1 ? '-' : '--'}${option}`
}
