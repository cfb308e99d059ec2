import { type ChildProcess, type ChildProcessWithoutNullStreams, fork, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defined } from '../util/defined.ts'
import type { Heard, Line, Said } from './line-process.ts'

/** The results of a finished program. */
export interface Finished {
  readonly exitCode: number | null
  readonly output: string
  readonly errors: string
}

/** Files by relative name; their text. */
export type Files = Readonly<Record<string, string>>

/** A folder of its own with these files, for as long as `use` needs it. */
export async function withFolder<Value>(
  files: Files,
  use: (folder: string) => Value | Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(path.join(tmpdir(), 'apitest-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the built program as a user would, in `folder`. `onOutput` sees the output as it comes. */
export function runProgram(
  folder: string,
  args: readonly string[],
  more: {
    readonly environment?: NodeJS.ProcessEnv
    readonly onOutput?: (output: string, kill: (signal: NodeJS.Signals) => boolean) => void
    readonly onStart?: (kill: (signal: NodeJS.Signals) => boolean) => void
  } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...withoutColors(), ...more.environment },
  })
  more.onStart?.(signal => child.kill(signal))
  return finished(child, more.onOutput)
}

/** Runs a line of the shell in `folder`; `APITEST` in it stands for the built program. */
export function runShell(folder: string, line: string): Promise<Finished> {
  const command = line.replaceAll('APITEST', `"${process.execPath}" "${program}"`)
  return finished(spawn(command, { cwd: folder, env: withoutColors(), shell: true }))
}

/**
 * Runs the built program as `runProgram` does, in a process that it shares with all such lines of this test: for what is
 * not about the process itself, because starting one takes longer than most lines. One line runs at a time.
 */
export function runLine(
  folder: string,
  args: readonly string[],
  { environment = {} }: { readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  const run = (): Promise<Finished> => converse(folder, args, { environment }).ended
  const finished = lastLine.then(run, run)
  lastLine = finished
  return finished
}

let lastLine: Promise<unknown> = Promise.resolve()

/** A run of the built program, in a process that it shares with others before and after it. */
export interface Conversation {
  readonly ended: Promise<Finished>
  /** Writes to its standard input; null ends that. */
  readonly say: (input: string | Uint8Array | null) => void
}

/** Runs the built program as `runLine` does, at once. `hear`, where given, is told what it prints, and whoever gives it may talk to it. */
export function converse(
  folder: string,
  args: readonly string[],
  {
    environment = {},
    hear,
  }: {
    readonly environment?: NodeJS.ProcessEnv
    readonly hear?: (stream: Heard['stream'], bytes: Uint8Array) => void
  },
): Conversation {
  const child = idleProcesses.pop() ?? startLineProcess()
  child.ref()
  child.channel?.ref()
  const ended = new Promise<Finished>((resolve, reject) => {
    const fail = (code: number | null): void => {
      reject(new Error(`The process that runs command lines ended with ${code}.`))
    }
    const listen = (message: Finished | Heard | { readonly broken: string }): void => {
      if ('broken' in message) reject(new Error(message.broken))
      else if ('stream' in message) hear?.(message.stream, message.bytes)
      else {
        child.off('exit', fail).off('message', listen)
        child.unref()
        child.channel?.unref()
        idleProcesses.push(child)
        resolve(message)
      }
    }
    child.on('exit', fail).on('message', listen)
  })
  const line: Line = {
    words: args,
    folder: path.resolve(folder),
    environment: defined({ ...withoutColors(), ...environment }),
    ...(hear === undefined ? {} : { converses: true }),
  }
  child.send(line)
  return {
    ended,
    say: said => {
      child.send({ said } satisfies Said)
    },
  }
}

/** Processes that have nothing to run. They end with the process that started them. */
const idleProcesses: ChildProcess[] = []

function startLineProcess(): ChildProcess {
  return fork(new URL('./line-process.js', import.meta.url), {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
}

const program = path.resolve('bin/apitest.cjs')

/** The environment of this process without what it says of colours. */
export function withoutColors(): NodeJS.ProcessEnv {
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env
  return inherited
}

function finished(
  child: ChildProcessWithoutNullStreams,
  onOutput?: (output: string, kill: (signal: NodeJS.Signals) => boolean) => void,
): Promise<Finished> {
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    onOutput?.(output, signal => child.kill(signal))
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', exitCode => {
      resolve({ exitCode, output, errors })
    })
  })
}
