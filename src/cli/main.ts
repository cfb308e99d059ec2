import { writeSync } from 'node:fs'
import path from 'node:path'
import { commandWords } from './commands/index.ts'
import { guardExit } from './exit-guard.ts'
import { findCommand } from './find-command.ts'
import { parseArguments } from './parse-arguments.ts'
import { print, printAside } from './print.ts'
import { madeToolFolders } from '../util/made-tool-folders.ts'
import { columnsOf } from './terminal.ts'

/** Runs the command line; sets the exit code. `line` is what follows the program's name. */
export async function main(line: readonly string[]): Promise<void> {
  guardOutput()
  const finished = guardExit(() => {
    printAside(unexpected(new Error('there is nothing left to wait for')))
  })
  let exitCode: number
  try {
    exitCode = await carryOut(line)
    if (madeToolFolders.length > 0) await tellToolFolders(madeToolFolders)
  } catch (error) {
    const isAdrift = hasLostItsFolder(error)
    printAside(isAdrift ? lostFolder : unexpected(error))
    exitCode = isAdrift ? 2 : 3
  }
  finished()
  process.exitCode = exitCode
}

const lostFolder =
  'error usage  the folder that apitest was started in is not there any more\n  hint: Change to one that is there, such as by cd "$PWD" where it was made anew.\n'

/** Explains a `.tool` folder to whoever finds it beside the suites for the first time. */
async function tellToolFolders(folders: readonly string[]): Promise<void> {
  const { isatty } = await import('node:tty')
  if (!isatty(2)) return
  for (const folder of folders)
    printAside(
      `${path.relative(process.cwd(), folder) || folder}/ is new: it keeps calls and results for this machine, and git ignores it\n`,
    )
}

/** True where the folder that the program runs in was deleted: the system does not even tell its name. */
function hasLostItsFolder(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd'
}

/** Does what a line asks for; the answer is the exit code. */
async function carryOut(line: readonly string[]): Promise<number> {
  const [first = ''] = line
  if (first === '--get-yargs-completions') {
    const { complete } = await import('./complete.ts')
    print((await complete(line.slice(2))).map(word => `${word}\n`).join(''))
    return 0
  }
  if (first === 'completion') {
    const { completionScript } = await import('./completion-script.ts')
    print(`${completionScript(process.env)}\n`)
    return 0
  }
  const found = await findCommand(line)
  const parsed = parseArguments(found.typed, found.command)
  if (parsed.kind === 'given') {
    const { given, behind } = parsed
    return found.command.run(given, { isNamed: found.isNamed, commandWords, behind })
  }
  if (parsed.kind === 'help') {
    const { helpOf } = await import('./help.ts')
    print(`${helpOf(found, helpWidth())}\n`)
    return 0
  }
  const [{ explainMisuse }, { printProblems }] = await Promise.all([
    import('./usage-errors.ts'),
    import('./print-problems.ts'),
  ])
  printProblems([await explainMisuse(parsed, found)])
  return 2
}

/** Columns of the help. */
function helpWidth(): number {
  return Math.min(100, columnsOf(process.stdout, process.env) || 100)
}

/** Output that is lost ends the program. The stream for errors is made when there are some: of a pipe, that takes 3 ms. */
function guardOutput(): void {
  guard(process.stdout)
  const asBefore = Object.getOwnPropertyDescriptor(process, 'stderr') ?? {}
  Object.defineProperty(process, 'stderr', {
    configurable: true,
    enumerable: true,
    get: () => {
      Object.defineProperty(process, 'stderr', asBefore)
      guard(process.stderr)
      return process.stderr
    },
  })
}

function guard(stream: typeof process.stdout | typeof process.stderr): void {
  if (stream.constructor.name === 'SyncWriteStream') writeWholly(stream)
  stream.on('error', (error: NodeJS.ErrnoException) => {
    endUnlessClosed(error, stream)
  })
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

/** Ends the program when output is lost; output without a reader any more, as in `apitest | head`, is none. */
function endUnlessClosed(error: NodeJS.ErrnoException, stream: NodeJS.WriteStream): void {
  // A write to a terminal that was closed fails so; there may still be services to stop.
  if (error.code === 'EPIPE' || (stream.isTTY && error.code === 'EIO')) return
  if (stream === process.stdout) printAside(`apitest: standard output cannot be written: ${error.message}\n`)
  process.exit(2)
}

/** The text about an error of the program itself. It shows its stack only when asked to. */
function unexpected(error: unknown): string {
  const { message = String(error), stack = '' } = error instanceof Error ? error : {}
  if (process.env['APITEST_DEBUG'] !== undefined) return `${stack}\n`
  return `apitest: this should not have happened: ${message}\nPlease report it, with what APITEST_DEBUG=1 adds.\n`
}
