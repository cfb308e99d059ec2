import yargs from 'yargs'
import type { Argv, Options } from 'yargs'
import { refuseMisuse } from './refuse-misuse.ts'
import { runOptions, suiteOptions } from './run-options.ts'
import { inOurWords, UsageError } from './usage-error.ts'

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
  const parser = withHelp(addCommands(yargs(withDefaults(argv)), argv, finish), argv)
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
  argv: readonly string[],
  finish: (code: Promise<number>) => Promise<void>,
): Argv {
  return parser
    .command('$0 [paths..]', 'Run suites', withPaths(runOptions), async given => {
      refuseMisuse(argv, given, runOptions)
      const { run } = await import('./commands/run.ts')
      await finish(run(given))
    })
    .command(
      'check [paths..]',
      'Check suites without sending anything',
      withPaths(suiteOptions),
      async given => {
        refuseMisuse(argv, given, suiteOptions)
        const { check } = await import('./commands/check.ts')
        await finish(check(given))
      },
    )
    .command(
      'playground',
      'Serve the practice API',
      parser => parser.options(playgroundOptions),
      async given => {
        refuseMisuse(argv, given, playgroundOptions)
        refusePort(given.port)
        const { playground } = await import('./commands/playground.ts')
        await finish(playground(given.port, given.host))
      },
    )
    .command('merge-reports <files..>', 'Join the JSON reports of several shards', withFiles, async given => {
      refuseMisuse(argv, given, mergeOptions)
      const { mergeReportFiles } = await import('./commands/merge-reports.ts')
      await finish(mergeReportFiles(given.files.map(String), given.reporter))
    })
}

function withHelp(parser: Argv, argv: readonly string[]): Argv {
  return parser
    .scriptName('apitest')
    .locale('en')
    .usage('$0 [paths..]  runs the suites in files and folders\n$0 <command>')
    .completion('completion', 'Print a completion script for bash or zsh')
    .example('$0 suites/ --data users.csv', 'Every suite below suites/, once per row')
    .example('$0 check suites/', 'For a pre-commit hook')
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
      throw inOurWords(message, argv)
    })
}

function withPaths<Options extends Parameters<Argv['options']>[0]>(options: Options) {
  return (parser: Argv) =>
    parser
      .positional('paths', { string: true, array: true, describe: 'Suites and folders of suites' })
      .options(options)
}

const playgroundOptions = {
  port: { number: true, requiresArg: true, default: 4010, describe: 'Port; 0 takes any that is free' },
  host: { string: true, requiresArg: true, describe: 'Address to listen on; 127.0.0.1 unless said' },
} as const satisfies Readonly<Record<string, Options>>

function refusePort(port: number): void {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return
  throw new UsageError('--port must be a whole number from 0 to 65535')
}

const mergeOptions = { reporter: runOptions.reporter }

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
