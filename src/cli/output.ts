import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { WholeFile } from '../util/whole-file.ts'
import { harmless } from './print.ts'
import { columnsOf, isTerminal, wantsColor } from './terminal.ts'

/** Where a reporter's text goes. */
export interface Output {
  readonly interactive: boolean
  readonly color: boolean
  readonly columns: number
  /** Rejects with the system's error when the text cannot be written. */
  write(text: string): Promise<void>
  /** Waits until everything is written; rejects like `write`. */
  close(): Promise<void>
}

/** The terminal, or whatever standard output leads to. With `isCommands` a build server is to obey what is written. */
export function standardOutput(environment: NodeJS.ProcessEnv, isCommands = false): Output {
  return outputTo(process.stdout, environment, isCommands)
}

/** The terminal, or whatever standard error leads to. */
export function standardError(environment: NodeJS.ProcessEnv): Output {
  return outputTo(process.stderr, environment, false)
}

function outputTo(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv, isCommands: boolean): Output {
  const terminal = isTerminal(stream)
  return {
    interactive: terminal && environment['CI'] === undefined && environment['TERM'] !== 'dumb',
    color: wantsColor(terminal, environment),
    columns: columnsOf(stream, environment),
    write: text => write(stream, isCommands ? text : harmless(text, environment)),
    close: () => Promise.resolve(),
  }
}

/**
 * A file, with the folders that lead to it. It is written beside its place, or, where it can be followed while it grows, in
 * its place with the former one beside it. When it cannot be written, the former one is there again.
 */
export async function fileOutput(file: string, grows = false): Promise<Output> {
  const whole = await WholeFile.open(file, { grows })
  return {
    interactive: false,
    color: false,
    columns: 100,
    write: text => whole.write(text),
    close: () => whole.close(),
  }
}

/** Writes, and waits while the reader is slower than the run. */
async function write(stream: Writable, text: string): Promise<void> {
  if (stream.errored) throw stream.errored
  if (!stream.write(text)) await once(stream, 'drain')
}

/** Characters that are written at once. */
const enough = 16_384

/** Milliseconds a text may wait for more: a person does not see them. */
const longestWait = 20

/** An output that gathers small texts: a system call for every line would cost more than the request it reports. */
export function gatherOutput(output: Output): Output {
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const text = pending
    pending = ''
    if (text !== '') writing = writing.then(() => output.write(text))
    return writing
  }
  return {
    ...output,
    write: async text => {
      pending += text
      if (pending.length >= enough) return flush()
      // An error is reported by the next write, or at the end.
      timer ??= setTimeout(() => void flush().catch(() => undefined), longestWait)
      return undefined
    },
    close: async () => {
      await flush()
      await output.close()
    },
  }
}
