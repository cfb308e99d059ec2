import { writeSync } from 'node:fs'
import yargs, { type Argv } from 'yargs'
import { printable } from '../report/text/printable.ts'
import { addCommands } from './add-commands.ts'
import { separateLetters } from './call/call-options.ts'
import { withoutHabits } from './call/curl-habits.ts'
import { commandOf } from './command-options.ts'
import { withTwoDashes } from './grpc/with-two-dashes.ts'
import { inOurWords } from './in-our-words.ts'
import { standardInput } from './saved/standard-input.ts'
import { print, printAside } from './print.ts'
import { refuseMisuse } from './refuse-misuse.ts'
import { columnsOf } from './terminal.ts'
import { tellUnfinished } from './tell-unfinished.ts'
import { UsageError } from './usage-error.ts'

/** What the help says below the options. */
const epilogue = `Exit codes: 0 passed; 1 a test failed; 2 usage, or a file has problems (nothing was sent);
3 a step could not be carried out; 4 a threshold was missed; 130 interrupted.`

/** Runs the command line; sets the exit code. `argv` is what follows the program's name. */
export async function main(argv: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.constructor.name === 'SyncWriteStream') writeWholly(stream)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      endUnlessClosed(error, stream)
    })
  }
  // The script that yargs prints asks so, with the name of the program in front.
  if (argv[0] === '--get-yargs-completions') {
    await printCompletions(argv.slice(2))
    return
  }
  const finished = tellUnfinished(() => {
    printAside(explain(new Error('there is nothing left to wait for'), commandOf(argv).name))
  })
  let exitCode = 0
  const finish = async (code: Promise<number>): Promise<void> => {
    exitCode = await code
  }
  const { words, test } = withoutTest(argv)
  const parser = withHelp(addCommands(yargs(withDefaults(words)), finish, test), words).middleware(given => {
    refuseMisuse(words, given, commandOf(words).options)
  })
  try {
    // Left to itself, yargs prints the script and then runs a suite called "completion".
    if (argv[0] === 'completion') parser.showCompletionScript()
    else await parser.parseAsync()
  } catch (error) {
    printAside(explain(error, commandOf(argv).name))
    exitCode = error instanceof UsageError ? 2 : 3
  }
  finished()
  process.exitCode = exitCode
}

async function printCompletions(words: readonly string[]): Promise<void> {
  const { complete } = await import('./complete.ts')
  const found = await complete(words)
  print(found.map(word => `${word}\n`).join(''))
}

/** `--bail` may stand alone; to yargs an option takes a value or none. */
function withDefaults(argv: readonly string[]): string[] {
  if (argv[0] === 'send' || argv[0] === 'poll') return separateLetters(withoutHabits(argv))
  if (['ws', 'sse'].includes(argv[0] ?? '')) return separateLetters(argv)
  if (argv[0] === 'grpc') return separateLetters(withTwoDashes(argv), 'dHIumxEeo')
  if (['listen', 'publish'].includes(argv[0] ?? '')) return separateLetters(argv, 'HuxEoerbkcp')
  if (argv[0] === 'contract' && argv[1] === 'check') return separateLetters(argv, 'HbuxmEer')
  // yargs drops a dash that stands alone.
  if (['import', 'compile', 'validate'].includes(argv[0] ?? ''))
    return argv.map(text => (text === '-' ? standardInput : text))
  return argv.map((text, index) =>
    text === '--bail' && !/^\d+$/.test(argv[index + 1] ?? '') ? '--bail=1' : text,
  )
}

/** What stands behind `--` in `apitest wait URL -- npm test` is a command that is none of this program's business. */
function withoutTest(argv: readonly string[]): { words: readonly string[]; test?: readonly string[] } {
  const end = argv[0] === 'wait' ? argv.indexOf('--') : -1
  return end === -1 ? { words: argv } : { words: argv.slice(0, end), test: argv.slice(end + 1) }
}

/** Into a file, Node writes once, and takes what a disk has room for as all there is. */
function writeWholly(stream: typeof process.stdout | typeof process.stderr): void {
  stream._write = (chunk: Uint8Array, _, done) => {
    try {
      for (let written = 0; written < chunk.length;) written += writeSync(stream.fd, chunk, written)
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}

/** Output that nobody reads any more, as in `apitest | head`, is let go; output that is lost ends the program. */
function endUnlessClosed(error: NodeJS.ErrnoException, stream: NodeJS.WriteStream): void {
  // What is written to a terminal that was closed fails so; there may still be services to stop.
  if (error.code === 'EPIPE' || (stream.isTTY && error.code === 'EIO')) return
  if (stream === process.stdout) printAside(`apitest: standard output cannot be written: ${error.message}\n`)
  process.exit(2)
}

/** What is said of an error that ended the program. One of our own making shows its stack only when asked to. */
function explain(error: unknown, command: string): string {
  const help = ['apitest', ...(command === 'a run' ? [] : [command]), '--help'].join(' ')
  if (error instanceof UsageError)
    return printable(`apitest: ${error.message}\n${`${error.hint} See ${help}.`.trim()}\n`)
  const { message = String(error), stack = '' } = error instanceof Error ? error : {}
  if (process.env['APITEST_DEBUG'] !== undefined) return `${stack}\n`
  return `apitest: this should not have happened: ${message}\nPlease report it, with what APITEST_DEBUG=1 adds.\n`
}

function withHelp(parser: Argv, argv: readonly string[]): Argv {
  return (
    parser
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
      // Names such as --http1.1 have a dot in them.
      .parserConfiguration({ 'dot-notation': false })
      .version(false)
      .help()
      .alias('help', 'h')
      .option('version', { boolean: true, describe: 'Show the version' })
      .wrap(Math.min(100, columnsOf(process.stdout, process.env) || 100))
      .exitProcess(false)
      .fail((message, error) => {
        // yargs gives null for the message of an error thrown by a command; its own errors are YErrors.
        if (error instanceof Error && error.name !== 'YError') throw error
        throw inOurWords(message, argv)
      })
  )
}
